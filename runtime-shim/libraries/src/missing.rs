//! Names of AMD's libraries that have no function here: each answers its library's not-supported status, and says so once.

include!(concat!(env!("OUT_DIR"), "/missing.rs"));

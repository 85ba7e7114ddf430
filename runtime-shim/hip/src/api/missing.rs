//! The names of the API that nothing here implements, as the build script finds them.

use crate::missing;

include!(concat!(env!("OUT_DIR"), "/missing_names.rs"));

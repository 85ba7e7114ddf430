//! What is done when the library is loaded and when the process ends.

use crate::check::{self, launch_errors, resources, sink};

/// Called when the library is loaded.
#[used]
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = {
    extern "C" fn at_start() {
        if check::any() {
            sink::begin();
            launch_errors::begin();
        }
    }
    at_start
};

/// Called when the process ends, after the program's own handlers and destructors: what these free is no leak.
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_END: extern "C" fn() = {
    extern "C" fn at_end() {
        if check::any() {
            launch_errors::report();
            resources::report();
            sink::finish();
        }
    }
    at_end
};

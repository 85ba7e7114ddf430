# Stops at findings of `hipify-rs check`, in the frame of the program's own source.
import os
import gdb

# Called by the runtime with the text of each new finding.
STOP = "__hipify_check_stop"
SYSTEM = ("/usr/", "/opt/rocm")
UNPACKED = ("/hipify-rs/include/", "/hipify-rs/rocprim/", "/share/hipify-rs/")


def is_own(frame):
    """Whether a frame is in a kernel or in the program, in a file of its own."""
    library = os.path.basename(gdb.solib_name(frame.pc()) or "")
    place = frame.find_sal()
    if library.startswith("libhipify_") or place.symtab is None:
        return False
    name = place.symtab.fullname()
    if not os.path.exists(name):
        return False
    return not name.startswith(SYSTEM) and not any(part in name for part in UNPACKED)


def stopped(event):
    if not isinstance(event, gdb.BreakpointEvent) or all(one.location != STOP for one in event.breakpoints):
        return
    frame = gdb.newest_frame()
    text = frame.read_register("rdi").cast(gdb.lookup_type("char").pointer()).string("utf-8", "replace")
    while frame is not None and not is_own(frame):
        frame = frame.older()
    print("\n" + text)
    if frame is None:
        print("no frame here is the program's own: `backtrace` shows all")
        return
    frame.select()
    gdb.execute("frame")


gdb.execute("set pagination off")
gdb.Breakpoint(STOP)
gdb.events.stop.connect(stopped)

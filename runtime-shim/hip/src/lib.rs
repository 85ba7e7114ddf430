//! The HIP API with C linkage: calls become runs of CPU code objects on a pool of threads, or calls of the system's HIP
//! runtime where a GPU is there.
//!
//! # Interface, file by file
//!
//! | file | turns | into |
//! |---|---|---|
//! | `entry.rs`, `hipify-entry` | a function written once | an exported entry point: forwarded, or run with the last error kept and panics stopped |
//! | `build/missing.rs` (build script) | the headers' prototypes less the functions of `src`, as its tokens say | the list of names that answer `hipErrorNotSupported` |
//! | `forward.rs`, `forward/` | `HIPIFY_DEVICE`, the kernel driver, AMD's library of any version | a slot for each entry, and conversions between the layouts of properties |
//! | `device/processor.rs`, `api/device/properties.rs`, `api/device/attributes.rs` | /proc and /sys | what the CPU is as a device, in both layouts and by attribute |
//! | `api/device.rs`, `api/device/peer.rs`, `api/version.rs`, `api/errors.rs` | | the devices and their settings; errors by name |
//! | `api/occupancy.rs` | a kernel's threads and shared memory | blocks a worker, and the best block size |
//! | `api/per_thread.rs` | plain calls | those on the calling thread's stream (`_spt`) |
//! | `api/proc_address.rs` | a name, a version | an entry point's address |
//! | `texture/`, `api/texture.rs`, `api/texture/` | arrays, resources and how they are sampled | what the headers' fetch functions read (`texture_object.h` has the same layouts) |
//! | `texture/rectangular_copy.rs`, `memory/rectangle.rs`, `api/copy/rectangular.rs` | copies in two and three dimensions, of arrays too | rectangular copies, divided into chunks for the pool |
//! | `graph.rs`, `graph/body.rs`, `graph/plan.rs` | nodes and edges | an order in lanes: queues beside the stream of the launch |
//! | `graph/capture.rs` | operations of streams under capture | nodes of a graph |
//! | `interprocess/shared_file.rs`, `memory/export.rs`, `api/memory/{export,external}.rs`, `api/memory/pool/share.rs`, `interprocess/shared_event.rs` | memory, pools, events | what another process opens, by way of files in memory |
//! | `api/memory/pool.rs`, `api/memory/mapping.rs` | allocations in a stream's order; address ranges and memory without address | memory that is reused; mappings of files in memory |
//! | `rtc.rs`, `rtc/`, `api/rtc.rs`, `api/rtc/link.rs` | source in memory; bitcode | a code object, by `hipify-rs cc --genco`; lowered names out of the device pass's assembly; `rtc/link.rs`: one code object of several sources' bitcode |
//!
//! # Execution, file by file
//!
//! | file | turns | into |
//! |---|---|---|
//! | `api/registration.rs`, `module.rs`, `module/` | fat binaries | code objects, loaded when first needed; refused with a remedy; variables get their initial values at a reset |
//! | `api/launch.rs`, `kernel/launch.rs`, `kernel/arguments.rs`, `stream/operation.rs` | calls | operations: plain descriptions that streams run and graphs keep |
//! | `stream.rs`, `stream/event.rs`, `graph/submit.rs`, `scheduler/queue.rs`, `scheduler/completion.rs` | operations | queues, in order each, or nodes of a graph under capture, and their dependencies |
//! | `scheduler.rs`, `scheduler/run_queue.rs`, `scheduler/worker_pool.rs`, `scheduler/parallel_for.rs`, `scheduler/hints.rs` | the heads of queues | work of the pool's threads; a waiting host thread takes part |
//! | `kernel/execute.rs`, `kernel/block_scheduler.rs`, `kernel/fiber.rs`, `kernel/arena.rs` | a launch | blocks, run whole by `run`, thread by thread by `step` or on fibers; cooperative grids phase by phase |
//! | `kernel/fault.rs`, `kernel/native.c`, `kernel/print.rs` | signals, asserts, `printf` | a sticky error and a message that names kernel and block; output when the host synchronises |
//! | `memory.rs`, `memory/`, `module/symbol.rs` | | allocations, looked up by address; copies and fills |
//! | `check.rs`, `check/`, `kernel/checked.rs` | `HIPIFY_CHECK` | findings: shadow memory, what was allocated and freed where, what is left at the end |
//! | `record.rs`, `record/` | `HIPIFY_RECORD` | a file of what each launch left in memory: streams are waited for while it is written |
//!
//! Imports go down this list, and files import each other in circles nowhere but between a file and those in its own folder:
//! `api`, `forward`, `rtc`, `graph`, `stream`, `kernel`, `texture`, `module`, `memory`, `record`, `device`, `interprocess`, `scheduler`, `handle_table.rs`,
//! `check`, `calls.rs`, `environment.rs`, `entry.rs`, `types`. Entry points are in `api/`, by topic; their implementation is in the folders below it.

pub mod api;
mod calls;
mod check;
pub mod device;
pub mod entry;
pub mod environment;
pub mod forward;
pub mod graph;
mod handle_table;
mod interprocess;
pub mod kernel;
pub mod memory;
mod module;
mod record;
mod rtc;
pub mod scheduler;
pub mod stream;
pub mod texture;
pub mod types;

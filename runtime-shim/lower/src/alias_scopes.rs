//! Marks which memory accesses of a body cannot touch the same memory (`llvm.alias.scope`), although all addresses come out of the
//! block's context: values saved in the frame are nobody else's, and what a kernel gets as an argument is not shared memory.

use crate::access_order;
use crate::ir::{self, Function, Value};
use inkwell::module::Module;
use inkwell::values::{MetadataValue, PointerValue};

/// Where the module keeps its scopes.
const SCOPES: &str = "hipify.scopes";

/// The addresses that a body's accesses begin at.
pub(crate) struct Roots<'a, 'ctx> {
    pub(crate) frame: PointerValue<'ctx>,
    /// Memory in the frame whose address the kernel knows.
    pub(crate) privates: &'a [PointerValue<'ctx>],
    pub(crate) shared: PointerValue<'ctx>,
    /// The kernel's parameters.
    pub(crate) parameters: Vec<Value<'ctx>>,
}

/// What is known of an access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    Frame,
    Shared,
    Argument,
    Any,
}

/// Marks the loads and stores of a finished body.
pub(crate) fn mark<'ctx>(module: &Module<'ctx>, body: Function<'ctx>, roots: &Roots<'_, 'ctx>) {
    let context = module.get_context();
    let [frame, shared, both] = lists(module);
    let [within, without] = ["alias.scope", "noalias"].map(|name| context.get_kind_id(name));
    for access in ir::instructions(body) {
        let Some(address) = access_order::address(access) else { continue };
        let (own, others) = match roots.memory(address) {
            Memory::Frame => (Some(frame), shared),
            Memory::Shared => (Some(shared), frame),
            Memory::Argument => (None, both),
            Memory::Any => (None, frame),
        };
        if let Some(own) = own {
            let _ = access.set_metadata(own, within);
        }
        let _ = access.set_metadata(others, without);
    }
}

impl<'ctx> Roots<'_, 'ctx> {
    fn memory(&self, address: Value<'ctx>) -> Memory {
        let mut steps = access_order::steps(address);
        let is = |step: Value<'ctx>, pointer: PointerValue<'ctx>| step == Value::from(pointer);
        steps
            .find_map(|step| match step {
                _ if self.privates.iter().any(|&private| is(step, private)) => Some(Memory::Any),
                _ if is(step, self.frame) => Some(Memory::Frame),
                _ if is(step, self.shared) => Some(Memory::Shared),
                _ if self.parameters.contains(&step) => Some(Memory::Argument),
                _ => None,
            })
            .unwrap_or(Memory::Any)
    }
}

/// Lists of scopes: that of the frame, that of shared memory, both.
fn lists<'ctx>(module: &Module<'ctx>) -> [MetadataValue<'ctx>; 3] {
    let context = module.get_context();
    if module.get_global_metadata_size(SCOPES) == 0 {
        let text = "!nodes = !{!0}\n!0 = !{!4, !5, !6}\n!1 = distinct !{!1}\n!2 = distinct !{!2, !1}\n!3 = distinct !{!3, !1}\n\
            !4 = !{!2}\n!5 = !{!3}\n!6 = !{!2, !3}\n";
        module.add_global_metadata(SCOPES, &ir::nodes(context, text)[0]).expect("it is a node");
    }
    let all = module.get_global_metadata(SCOPES)[0];
    [0, 1, 2].map(|place| ir::node_operand(context, all, place))
}

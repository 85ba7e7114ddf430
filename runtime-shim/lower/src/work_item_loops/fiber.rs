//! `thread`: a kernel from beginning to end for one thread, which runs on a fiber and synchronises in calls of the runtime.

use super::launch;
use crate::build::Build;
use crate::ir::{self, Function};
use crate::kernels::Kernel;
use inkwell::module::{Linkage, Module};

pub(super) fn write<'ctx>(module: &Module<'ctx>, kernel: &Kernel<'ctx>) -> Function<'ctx> {
    let of_module = module.get_context();
    let pointer = of_module.ptr_type(inkwell::AddressSpace::default());
    let ty = of_module.void_type().fn_type(&[pointer.into()], false);
    let function = module.add_function(&format!("{}.thread", kernel.name), ty, Some(Linkage::Internal));
    ir::mark(function, "nounwind");
    let build = Build::at_end(of_module, of_module.append_basic_block(function, "entry"));
    let context = function.get_nth_param(0).expect("declared with it").into_pointer_value();
    let arguments = launch::arguments(&build, context, kernel);
    build.call(kernel.function, &arguments);
    build.ret_void();
    kernel.function.set_linkage(Linkage::Internal);
    function
}

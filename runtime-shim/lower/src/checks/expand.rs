//! Gives marks their bodies.

use super::{BOUNDED, Checks, MARK, RANGED, SHADOWED, begin_body, call_runtime, init, masks, race, unlikely};
use crate::build::Build;
use crate::ir::{self, Value};
use hipify_abi::checks::{Access, CHECKS_SYMBOL, FAILED, GRANULE, SHADOW_BASE};
use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::IntValue;

/// Gives all marks of a module their bodies, for the inliner to put in their calls' places.
pub(crate) fn expand(module: &Module, checks: Checks) {
    if checks.any() {
        let ty = module.get_context().i32_type();
        let said = module.add_global(ty, None, CHECKS_SYMBOL);
        said.set_initializer(&ty.const_int(u64::from(checks.bits()), false));
        said.set_constant(true);
    }
    let marks = module.get_functions().filter(|function| ir::name_of(*function).starts_with(MARK)).collect::<Vec<_>>();
    for mark in marks {
        let name = ir::name_of(mark);
        if name.starts_with(race::RACE) {
            race::expand(module, mark, &name);
            continue;
        }
        if name == masks::NAMED {
            masks::expand(module, mark);
            continue;
        }
        let number = name.rsplit('.').next().and_then(|number| number.parse().ok()).expect("marks have numbers");
        let access = Access::of_word(number);
        let build = begin_body(module, mark);
        let parameters = mark.get_params();
        let address = build.pointer_to_integer(parameters[0].into_pointer_value());
        let (doubtful, size) = if name.starts_with(SHADOWED) {
            (shadowed(&build, address, access), build.n64(u64::from(access.size)))
        } else if name.starts_with(BOUNDED) {
            let base = build.pointer_to_integer(parameters[1].into_pointer_value());
            (bounded(&build, address, base, parameters[2].into_int_value(), access), build.n64(u64::from(access.size)))
        } else {
            debug_assert!(name.starts_with(RANGED));
            // The call decides: what is copied takes longer.
            (build.context.bool_type().const_all_ones(), parameters[1].into_int_value())
        };
        let object = if name.starts_with(BOUNDED) {
            [parameters[1], parameters[2]]
        } else {
            [build.ptr().const_null().into(), build.n64(0).into()]
        };
        let [x, y, z] = [3, 2, 1].map(|back| parameters[parameters.len() - back]);
        let [slow, done] = ["slow", "done"].map(|name| build.append(mark, name));
        let branch = build.branch(doubtful, slow, done);
        // The program has no branch here.
        init::leave_alone(module, branch);
        if !name.starts_with(RANGED) {
            unlikely(module, branch);
        }
        build.go_to_end(slow);
        let word: Value = build.n64(u64::from(number)).into();
        // The runtime's function decides and tells.
        call_runtime(module, &build, FAILED, &[parameters[0], size.into(), word, object[0], object[1], x, y, z], true);
        build.jump(done);
        build.go_to_end(done);
        build.ret_void();
    }
}

/// Whether the bytes of shadow memory, or the address's last bits, say that not all is well.
fn shadowed<'ctx>(build: &Build<'ctx>, address: IntValue<'ctx>, access: Access) -> IntValue<'ctx> {
    let size = u64::from(access.size);
    let (first, last) = (address, build.add(address, build.n64(size.saturating_sub(1))));
    let is_whole = size.is_power_of_two() && access.align() >= size.min(GRANULE) && size <= 8 * GRANULE;
    let mut doubt = if is_whole {
        shadow(build, first, size.div_ceil(GRANULE))
    } else {
        // Granules between are looked at by the slow path, where they are too many for two loads.
        build.or(shadow(build, first, 1), shadow(build, last, 1))
    };
    if size > 2 * GRANULE && !is_whole {
        let mut at = GRANULE;
        while at < size - 1 && at < 16 * GRANULE {
            doubt = build.or(doubt, shadow(build, build.add(address, build.n64(at)), 1));
            at += GRANULE;
        }
    }
    if access.align() > 1 {
        doubt = build.or(doubt, build.and(address, build.n64(access.align() - 1)));
    }
    build.compare(IntPredicate::NE, doubt, build.n64(0))
}

/// The shadow of `count` granules from an address on, a power of two up to 8, as one number.
fn shadow<'ctx>(build: &Build<'ctx>, address: IntValue<'ctx>, count: u64) -> IntValue<'ctx> {
    let granule = build.shift_right(address, build.n64(u64::from(GRANULE.trailing_zeros())));
    let place = build.integer_to_pointer(build.add(granule, build.n64(SHADOW_BASE as u64)));
    let ty = match count {
        8 => build.i64(),
        4 => build.i32(),
        2 => build.i16(),
        _ => build.i8(),
    };
    // What is allocated does not change while a kernel runs, or its order is the program's mistake.
    let value = build.load_invariant(ty, place);
    if let Some(load) = ir::maker(value) {
        let _ = load.set_alignment(1);
    }
    build.extend_to_64(value.into_int_value())
}

/// Whether an access is not inside of an object, or misaligned.
fn bounded<'ctx>(
    build: &Build<'ctx>,
    address: IntValue<'ctx>,
    base: IntValue<'ctx>,
    whole: IntValue<'ctx>,
    access: Access,
) -> IntValue<'ctx> {
    let size = build.n64(u64::from(access.size));
    let offset = build.sub(address, base);
    // An offset before the object is a great one.
    let outside = build.compare(IntPredicate::UGT, offset, build.sub(whole, size));
    let too_small = build.compare(IntPredicate::UGT, size, whole);
    let outside = build.or(outside, too_small);
    if access.align() <= 1 {
        return outside;
    }
    let rest = build.and(address, build.n64(access.align() - 1));
    build.or(outside, build.compare(IntPredicate::NE, rest, build.n64(0)))
}

//! Atomics on shared memory become loads and stores; all others stay.

use super::fixture;
use hipify_lower::shared_atomics::make_plain;

fn plain(text: &str) -> (usize, String) {
    let context = fixture::context();
    let module = fixture::parse(&context, text);
    let function = module.get_function("k").unwrap();
    let count = make_plain(function).unwrap();
    module.verify().unwrap_or_else(|error| panic!("{}", error.to_string()));
    (count, function.to_string())
}

#[test]
fn every_operation_on_shared_memory_becomes_plain_and_is_marked() {
    let integers = ["xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "uinc_wrap", "udec_wrap"];
    for operation in integers.iter().chain(&["fadd", "fsub", "fmax", "fmin"]) {
        let kind = if operation.starts_with('f') { "float" } else { "i32" };
        let text = format!(
            "@s = internal global [256 x {kind}] undef
            define {kind} @k(i32 %i, {kind} %v) {{
                %p = getelementptr [256 x {kind}], ptr @s, i32 0, i32 %i
                %old = atomicrmw {operation} ptr %p, {kind} %v syncscope(\"agent\") monotonic
                ret {kind} %old }}"
        );
        let (count, after) = plain(&text);
        assert_eq!(count, 1, "{operation}");
        assert!(!after.contains("atomicrmw"), "{operation}");
        assert_eq!(after.matches("!hipify.was_atomic").count(), 2, "{operation}: {after}");
    }
}

#[test]
fn a_compare_exchange_still_gives_the_old_value_and_whether_it_matched() {
    let (count, after) = plain(
        "@s = internal global i32 undef
        define i1 @k(i32 %e, i32 %n) {
            %pair = cmpxchg ptr @s, i32 %e, i32 %n seq_cst monotonic
            %hit = extractvalue { i32, i1 } %pair, 1
            ret i1 %hit }",
    );
    assert_eq!(count, 1);
    assert!(!after.contains("cmpxchg") && after.contains("icmp eq") && after.contains("select"));
}

#[test]
fn atomic_loads_and_stores_of_shared_memory_become_plain() {
    let (count, after) = plain(
        "@s = external global [0 x i32]
        define i32 @k(i32 %v) {
            store atomic i32 %v, ptr @s release, align 4
            %r = load atomic i32, ptr @s acquire, align 4
            ret i32 %r }",
    );
    assert_eq!(count, 2);
    assert!(!after.contains("atomic i32"), "{after}");
}

#[test]
fn atomics_on_memory_that_may_be_anything_stay() {
    let (count, after) = plain(
        "@s = internal global i32 undef
        @counter = externally_initialized global i32 undef
        define void @k(ptr %p, i1 %c) {
            %either = select i1 %c, ptr %p, ptr @s
            %a = atomicrmw add ptr %p, i32 1 monotonic
            %b = atomicrmw add ptr @counter, i32 1 monotonic
            %d = atomicrmw add ptr %either, i32 1 monotonic
            ret void }",
    );
    assert_eq!(count, 0);
    assert_eq!(after.matches("atomicrmw").count(), 3);
}

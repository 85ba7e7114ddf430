//! Modules as text to what is needed where blocks begin, and what can be computed again there.

use super::fixture;

use hipify_lower::analysis::{Body, Liveness, rematerial};
use inkwell::context::Context;

fn check(text: &str, test: impl Fn(&Body)) {
    let context = Context::create();
    let module = fixture::parse(&context, text);
    test(&fixture::body(&module));
}

fn live(body: &Body, block: &str) -> Vec<String> {
    let liveness = Liveness::of(body);
    let rows = liveness.at(body.block_named(block).unwrap()).iter();
    rows.map(|&row| body.rows()[row].instruction.get_name().unwrap().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_variable_is_live_where_it_is_read_before_it_is_written() {
    let text = "define void @k(i32 %n) {
    entry:
        %kept = alloca i32
        %fresh = alloca i32
        store i32 1, ptr %kept
        store i32 1, ptr %fresh
        br label %cut
    cut:
        store i32 2, ptr %fresh
        br label %behind
    behind:
        %a = load i32, ptr %kept
        %b = load i32, ptr %fresh
        ret void }";
    check(text, |body| {
        assert_eq!(live(body, "cut"), ["kept"]);
        assert_eq!(live(body, "behind"), ["kept", "fresh"]);
    });
}

#[test]
fn a_result_is_live_up_to_the_phi_edge_that_reads_it() {
    let text = "define i32 @k(i32 %n) {
    entry:
        %v = add i32 %n, 1
        %c = icmp eq i32 %n, 3
        br i1 %c, label %left, label %right
    left:
        br label %join
    right:
        br label %join
    join:
        %r = phi i32 [ %v, %left ], [ 0, %right ]
        ret i32 %r }";
    check(text, |body| {
        assert_eq!(live(body, "left"), ["v"]);
        assert!(live(body, "right").is_empty() && live(body, "join").is_empty());
    });
}

#[test]
fn a_loop_counter_is_live_around_the_loop() {
    let text = "define void @k(i32 %n) {
    entry:
        %i.v = alloca i32
        store i32 0, ptr %i.v
        br label %head
    head:
        %i = load i32, ptr %i.v
        %next = add i32 %i, 1
        store i32 %next, ptr %i.v
        br label %latch
    latch:
        %c = icmp ult i32 %next, %n
        br i1 %c, label %head, label %exit
    exit:
        ret void }";
    check(text, |body| {
        assert_eq!(live(body, "latch"), ["i.v", "next"]);
        assert!(live(body, "exit").is_empty());
    });
}

#[test]
fn an_index_of_ids_is_computed_again_and_a_load_is_not() {
    let text = "define void @k(ptr %p, i32 %n) {
        %t = call i32 @__hipify_thread_x()
        %b = call i32 @__hipify_block_x()
        %base = mul i32 %b, %n
        %i = add i32 %base, %t
        %q = getelementptr float, ptr %p, i32 %i
        %v = load float, ptr %q
        %w = fadd float %v, 1.0
        ret void }";
    check(text, |body| {
        let row = |name: &str| body.named(name).unwrap();
        assert_eq!(rematerial::chain(body, row("q")), Some([row("b"), row("base"), row("t"), row("i"), row("q")].to_vec()));
        assert!(!rematerial::is_rematerialisable(body, row("v")) && !rematerial::is_rematerialisable(body, row("w")));
    });
}

#[test]
fn a_long_computation_is_kept_not_repeated() {
    let mut text = String::from("define i32 @k(i32 %v0) {\n");
    (0..2000).for_each(|i| text += &format!("  %v{} = add i32 %v{i}, 3\n", i + 1));
    text += "  ret i32 %v2000 }";
    check(&text, |body| {
        assert!(!rematerial::is_rematerialisable(body, body.named("v2000").unwrap()));
        assert!(rematerial::is_rematerialisable(body, body.named("v3").unwrap()));
    });
}

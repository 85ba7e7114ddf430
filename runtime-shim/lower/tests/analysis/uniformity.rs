//! Modules as text to which values and branches their threads share.

use super::fixture;

use hipify_lower::analysis::{Body, Group, Sources, Uniformity};

fn check(text: &str, group: Group, parameters: &[usize], test: impl Fn(&Body, &Uniformity)) {
    let context = fixture::context();
    let module = fixture::parse(&context, text);
    let body = fixture::body(&module);
    let uniformity = Uniformity::of(&body, &Sources { group, parameters: parameters.to_vec() });
    test(&body, &uniformity);
}

fn uniform(body: &Body, uniformity: &Uniformity, name: &str) -> bool {
    uniformity.is_uniform(body.named(name).unwrap_or_else(|| panic!("no `%{name}`")))
}

fn uniform_branch(body: &Body, uniformity: &Uniformity, block: &str) -> bool {
    uniformity.is_uniform_branch(body.block_named(block).unwrap_or_else(|| panic!("no block `{block}`")))
}

#[test]
fn thread_ids_diverge_and_block_ids_do_not() {
    let text = "define void @k(i32 %n) {
        %t = call i32 @__hipify_thread_x()
        %b = call i32 @__hipify_block_x()
        %both = add i32 %t, %b
        %shared = mul i32 %b, %n
        ret void }";
    check(text, Group::Block, &[], |body, found| {
        assert!(!uniform(body, found, "t") && !uniform(body, found, "both"));
        assert!(uniform(body, found, "b") && uniform(body, found, "shared"));
    });
}

#[test]
fn parameters_named_as_divergent_diverge() {
    let text = "define void @body(i32 %x, i32 %n) { %a = add i32 %x, 1\n %b = add i32 %n, 1\n ret void }";
    check(text, Group::Block, &[0], |body, found| {
        assert!(!uniform(body, found, "a") && uniform(body, found, "b"));
    });
}

#[test]
fn ballots_are_uniform_in_a_warp_but_not_in_a_block() {
    let text = "define void @k() {
        call void @__hipify_warp_sync()
        %mask = call i64 @__hipify_ballot()
        %got = call i32 @__hipify_get32(i32 0)
        ret void }";
    check(text, Group::Warp, &[], |body, found| {
        assert!(uniform(body, found, "mask") && !uniform(body, found, "got"));
    });
    check(text, Group::Block, &[], |body, found| assert!(!uniform(body, found, "mask")));
}

#[test]
fn loads_are_uniform_only_from_memory_that_nobody_writes() {
    let text = "
    @table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
    @coefficients = externally_initialized global [4 x i32] undef
    @counter = externally_initialized global i32 undef
    define void @k(ptr noalias readonly %restricted, ptr %plain, ptr byval({i32, i32}) %struct, i32 %i) {
        %p = getelementptr i32, ptr %restricted, i32 %i
        %from_restricted = load i32, ptr %p
        %from_plain = load i32, ptr %plain
        %from_struct = load i32, ptr %struct
        %q = getelementptr i32, ptr @table, i32 %i
        %from_table = load i32, ptr %q
        %from_coefficients = load i32, ptr getelementptr (i8, ptr @coefficients, i64 4)
        %from_counter = load i32, ptr @counter
        %marked = load i32, ptr %plain, !invariant.load !0
        %volatile = load volatile i32, ptr %restricted
        store i32 1, ptr @counter
        ret void }
    !0 = !{}";
    check(text, Group::Block, &[], |body, found| {
        for name in ["from_restricted", "from_struct", "from_table", "from_coefficients", "marked"] {
            assert!(uniform(body, found, name), "{name}");
        }
        for name in ["from_plain", "from_counter", "volatile"] {
            assert!(!uniform(body, found, name), "{name}");
        }
    });
}

#[test]
fn a_struct_parameter_that_the_kernel_writes_is_not_uniform() {
    let text = "define void @k(ptr byval({i32, i32}) %struct) {
        %t = call i32 @__hipify_thread_x()
        store i32 %t, ptr %struct
        %again = load i32, ptr %struct
        ret void }";
    check(text, Group::Block, &[], |body, found| assert!(!uniform(body, found, "again")));
}

#[test]
fn atomics_and_unknown_calls_diverge() {
    let text = "declare i32 @next()
    declare float @root(float) memory(none)
    define void @k(ptr %p, float %x) {
        %old = atomicrmw add ptr %p, i32 1 seq_cst
        %n = call i32 @next()
        %r = call float @root(float %x)
        ret void }";
    check(text, Group::Block, &[], |body, found| {
        assert!(!uniform(body, found, "old") && !uniform(body, found, "n") && uniform(body, found, "r"));
    });
}

#[test]
fn a_phi_where_a_divergent_branch_joins_diverges_and_one_after_a_uniform_branch_does_not() {
    let text = "define void @k(i32 %n) {
    entry:
        %t = call i32 @__hipify_thread_x()
        %c = icmp ult i32 %t, %n
        br i1 %c, label %then, label %join
    then:
        br label %join
    join:
        %told = phi i32 [ 1, %then ], [ 2, %entry ]
        %same = phi i32 [ %n, %then ], [ %n, %entry ]
        %d = icmp eq i32 %n, 7
        br i1 %d, label %left, label %right
    left:
        br label %right
    right:
        %whole = phi i32 [ 1, %left ], [ 2, %join ]
        ret void }";
    check(text, Group::Block, &[], |body, found| {
        assert!(!uniform(body, found, "told"));
        assert!(uniform(body, found, "same") && uniform(body, found, "whole"));
        assert!(!uniform_branch(body, found, "entry") && uniform_branch(body, found, "join"));
    });
}

const LOOP: &str = "define void @k(i32 %n, ptr %out) {
    entry:
        %t = call i32 @__hipify_thread_x()
        %limit = add i32 BOUND, 0
        br label %head
    head:
        %i = phi i32 [ 0, %entry ], [ %next, %head ]
        %next = add i32 %i, 1
        %more = icmp ult i32 %next, %limit
        br i1 %more, label %head, label %after
    after:
        %last = phi i32 [ %i, %head ]
        store i32 %last, ptr %out
        ret void }";

#[test]
fn what_leaves_a_loop_of_a_divergent_trip_count_diverges() {
    check(&LOOP.replace("BOUND", "%t"), Group::Block, &[], |body, found| {
        assert!(uniform(body, found, "i"), "within an iteration all threads have the same counter");
        assert!(!uniform(body, found, "last") && !uniform_branch(body, found, "head"));
    });
}

#[test]
fn what_leaves_a_loop_of_a_uniform_trip_count_is_uniform() {
    check(&LOOP.replace("BOUND", "%n"), Group::Block, &[], |body, found| {
        assert!(uniform(body, found, "last") && uniform_branch(body, found, "head"));
    });
}

#[test]
fn what_threads_bring_from_a_loop_that_others_pass_by_diverges() {
    // Nothing waits after the loop, so that its end only leaves; those who pass it by come there too.
    let text = "define void @body(i32 %x, i32 %n) {
    entry:
        %asked = icmp ult i32 %x, 8
        br i1 %asked, label %around, label %after
    around:
        %i = phi i32 [ 0, %entry ], [ %next, %around ]
        %next = add i32 %i, 1
        %goes_on = icmp ult i32 %i, %x
        br i1 %goes_on, label %around, label %after
    after:
        %came = phi i32 [ 0, %entry ], [ 5, %around ]
        %same = phi i32 [ 7, %entry ], [ 7, %around ]
        call void @__hipify_put32(i32 %came)
        ret void }";
    check(text, Group::Warp, &[0], |body, found| {
        assert!(!uniform(body, found, "came"), "threads differ in how they came");
        assert!(uniform(body, found, "same"), "all have one value");
    });
}

#[test]
fn leaving_a_loop_through_a_uniform_branch_that_only_some_threads_reach_diverges() {
    let text = "define void @k(i32 %n, ptr %out) {
    entry:
        %t = call i32 @__hipify_thread_x()
        br label %head
    head:
        %i = phi i32 [ 0, %entry ], [ %next, %latch ]
        %mine = icmp eq i32 %i, %t
        br i1 %mine, label %maybe, label %latch
    maybe:
        %stop = icmp ugt i32 %n, 3
        br i1 %stop, label %after, label %latch
    latch:
        %next = add i32 %i, 1
        %more = icmp ult i32 %next, %n
        br i1 %more, label %head, label %after
    after:
        %last = phi i32 [ %i, %maybe ], [ %n, %latch ]
        %j = add i32 %last, 1
        store i32 %j, ptr %out
        ret void }";
    check(text, Group::Block, &[], |body, found| {
        assert!(uniform_branch(body, found, "maybe"));
        assert!(!uniform(body, found, "last") && !uniform(body, found, "j"));
    });
}

/// `if (t >= n) return; for (i = 0; i < n; ++i) { ...; __syncthreads(); }`: the threads that stay are together.
const EARLY: &str = "define void @k(i32 %n, ptr %out) {
    entry:
        %i.v = alloca i32
        %t = call i32 @__hipify_thread_x()
        %outside = icmp uge i32 %t, %n
        br i1 %outside, label %exit, label %pre
    pre:
        store i32 0, ptr %i.v
        br label %head
    head:
        %i = load i32, ptr %i.v
        %next = add i32 %i, 1
        store i32 %next, ptr %i.v
        call void @__hipify_barrier()
        %more = icmp ult i32 %next, %n
        br i1 %more, label %head, label %exit
    exit:
        ret void }";

#[test]
fn threads_that_return_early_do_not_make_the_rest_diverge() {
    check(EARLY, Group::Block, &[], |body, found| {
        assert!(uniform(body, found, "i.v") && uniform(body, found, "i"));
        assert!(uniform_branch(body, found, "head") && !uniform_branch(body, found, "entry"));
        let shareable = |name: &str| found.is_shareable(body.named(name).unwrap());
        assert!(shareable("i.v") && shareable("next"));
    });
}

#[test]
fn a_variable_that_leaving_threads_read_and_others_go_on_writing_is_not_uniform() {
    let text = EARLY
        .replace("label %exit, label %pre", "label %leave, label %pre")
        .replace("pre:", "leave:\n %old = load i32, ptr %i.v\n store i32 %old, ptr %out\n br label %exit\n pre:");
    check(&text, Group::Block, &[], |body, found| assert!(!uniform(body, found, "i.v")));
}

#[test]
fn a_variable_written_where_only_some_threads_come_is_not_uniform() {
    let text = "define void @k(i32 %n) {
    entry:
        %v = alloca i32
        %w = alloca i32
        store i32 0, ptr %v
        store i32 0, ptr %w
        %t = call i32 @__hipify_thread_x()
        %c = icmp ult i32 %t, %n
        br i1 %c, label %then, label %join
    then:
        store i32 1, ptr %v
        br label %join
    join:
        store i32 %n, ptr %w
        call void @__hipify_barrier()
        %one = load i32, ptr %v
        %two = load i32, ptr %w
        call void @opaque(ptr null)
        ret void }";
    check(text, Group::Block, &[], |body, found| {
        assert!(!uniform(body, found, "v") && !uniform(body, found, "one"));
        assert!(uniform(body, found, "w") && uniform(body, found, "two"));
    });
}

#[test]
fn a_counter_of_a_loop_in_which_threads_part_around_a_sync_is_uniform_but_has_no_cell_for_all() {
    let text = "define void @k(i32 %n, ptr %p) {
    entry:
        %t = call i32 @__hipify_thread_x()
        %c = icmp ult i32 %t, 16
        br label %head
    head:
        %i = phi i32 [ 0, %entry ], [ %next, %latch ]
        br i1 %c, label %some, label %latch
    some:
        call void @__hipify_warp_sync()
        br label %latch
    latch:
        %next = add i32 %i, 1
        %more = icmp ult i32 %next, %n
        br i1 %more, label %head, label %exit
    exit:
        ret void }";
    check(text, Group::Warp, &[], |body, found| {
        let next = body.named("next").unwrap();
        assert!(found.is_uniform(next) && !found.is_shareable(next));
    });
}

#[test]
fn a_tree_reduction_keeps_its_stride_for_all_threads() {
    let text = "
    @s = internal global [256 x float] undef
    define void @k(ptr %out) {
    entry:
        %t = call i32 @__hipify_thread_x()
        %n = call i32 @__hipify_block_dim_x()
        br label %head
    head:
        %before = phi i32 [ %n, %entry ], [ %stride, %latch ]
        %stride = lshr i32 %before, 1
        %mine = icmp ult i32 %t, %stride
        br i1 %mine, label %then, label %latch
    then:
        %j = add i32 %t, %stride
        %q = getelementptr [256 x float], ptr @s, i32 0, i32 %j
        %b = load float, ptr %q
        %p = getelementptr [256 x float], ptr @s, i32 0, i32 %t
        store float %b, ptr %p
        br label %latch
    latch:
        call void @__hipify_barrier()
        %more = icmp ugt i32 %before, 3
        br i1 %more, label %head, label %exit
    exit:
        ret void }";
    check(text, Group::Block, &[], |body, found| {
        assert!(found.is_shareable(body.named("stride").unwrap()));
        assert!(uniform_branch(body, found, "latch") && !uniform_branch(body, found, "head"));
        let block = |name: &str| body.block_named(name).unwrap();
        assert!(found.reaches_one(body, block("latch"), &[block("exit"), block("head")]));
        assert!(!found.reaches_one(body, block("head"), &[block("then"), block("latch")]));
    });
}

#[test]
fn what_follows_a_loop_that_others_pass_by_is_run_by_some_threads() {
    let text = "define void @k(i32 %n, ptr %p) {
    entry:
        %v = alloca i32
        store i32 0, ptr %v
        %t = call i32 @__hipify_thread_x()
        %c = icmp ult i32 %t, 16
        br i1 %c, label %loop, label %after
    loop:
        %i = phi i32 [ 0, %entry ], [ %next, %loop ]
        %next = add i32 %i, 1
        %more = icmp ult i32 %next, %n
        br i1 %more, label %loop, label %exit
    exit:
        store i32 7, ptr %v
        br label %after
    after:
        %w = load i32, ptr %v
        store i32 %w, ptr %p
        ret void }";
    check(text, Group::Block, &[], |body, found| {
        let block = |name: &str| body.block_named(name).unwrap();
        let parted = &found.influence(block("entry")).unwrap().parted;
        assert!(["loop", "exit"].iter().all(|name| parted[block(name)]));
        assert!(!found.is_uniform(body.named("w").unwrap()));
    });
}

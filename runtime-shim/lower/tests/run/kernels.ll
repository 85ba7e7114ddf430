; Kernels as clang's device pass leaves them.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@reverse.s = internal global [256 x i32] undef, align 4
@tree.s = internal global [256 x i32] undef, align 4
@early.s = internal global [256 x i32] undef, align 4
@swap.s = internal global [64 x i32] undef, align 4
@scale = externally_initialized global i32 3, align 4

declare i32 @__hipify_thread_x()
declare i32 @__hipify_block_x()
declare i32 @__hipify_block_dim_x()
declare i32 @__hipify_lane()
declare void @__hipify_barrier()
declare void @__hipify_warp_sync()
declare void @__hipify_put32(i32)
declare i32 @__hipify_get32(i32)
declare void @__hipify_put_flag(i1)
declare i64 @__hipify_ballot()

; if (i < n) out[i] = in[i] * scale
define void @scaled(ptr %in, ptr %out, i32 %n) !kernel_arg_name !0 {
entry:
  %block = call i32 @__hipify_block_x()
  %dim = call i32 @__hipify_block_dim_x()
  %x = call i32 @__hipify_thread_x()
  %base = mul i32 %block, %dim
  %i = add i32 %base, %x
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %work, label %end
work:
  %wide = sext i32 %i to i64
  %from = getelementptr inbounds i32, ptr %in, i64 %wide
  %v = load i32, ptr %from
  %by = load i32, ptr @scale
  %product = mul i32 %v, %by
  %to = getelementptr inbounds i32, ptr %out, i64 %wide
  store i32 %product, ptr %to
  br label %end
end:
  ret void
}

; v = out[x]; barrier; out[x] = x is 1 or 2 ? v : 7, by a switch of which two edges lead to the phi
define void @switched(ptr %out) !kernel_arg_name !1 {
entry:
  %x = call i32 @__hipify_thread_x()
  %wide = zext i32 %x to i64
  %own = getelementptr inbounds i32, ptr %out, i64 %wide
  %v = load i32, ptr %own
  call void @__hipify_barrier()
  switch i32 %x, label %other [
    i32 1, label %end
    i32 2, label %end
  ]
other:
  br label %end
end:
  %w = phi i32 [ %v, %entry ], [ %v, %entry ], [ 7, %other ]
  store i32 %w, ptr %own
  ret void
}

; for (n = 0; n < (x & 7); n++); barrier; out[x] = n
define void @counted(ptr %out) !kernel_arg_name !1 {
entry:
  %x = call i32 @__hipify_thread_x()
  %limit = and i32 %x, 7
  br label %head
head:
  %n = phi i32 [ 0, %entry ], [ %more, %body ]
  %again = icmp ult i32 %n, %limit
  br i1 %again, label %body, label %end
body:
  %more = add i32 %n, 1
  br label %head
end:
  call void @__hipify_barrier()
  %wide = zext i32 %x to i64
  %own = getelementptr inbounds i32, ptr %out, i64 %wide
  store i32 %n, ptr %own
  ret void
}

; s[x] = out[x]; barrier; out[x] = s[dim - 1 - x]
define void @reverse(ptr %out) !kernel_arg_name !1 {
entry:
  %x = call i32 @__hipify_thread_x()
  %wide = zext i32 %x to i64
  %own = getelementptr inbounds i32, ptr %out, i64 %wide
  %v = load i32, ptr %own
  %mine = getelementptr inbounds [256 x i32], ptr @reverse.s, i64 0, i64 %wide
  store i32 %v, ptr %mine
  call void @__hipify_barrier()
  %dim = call i32 @__hipify_block_dim_x()
  %last = sub i32 %dim, 1
  %other = sub i32 %last, %x
  %far = zext i32 %other to i64
  %theirs = getelementptr inbounds [256 x i32], ptr @reverse.s, i64 0, i64 %far
  %w = load i32, ptr %theirs
  store i32 %w, ptr %own
  ret void
}

; calls @swap through a pointer in memory, as code that is not optimised does
define void @pointed(ptr %out) !kernel_arg_name !1 {
entry:
  %kept = alloca ptr
  store ptr @swap, ptr %kept
  %called = load ptr, ptr %kept
  call void %called(ptr %out)
  ret void
}

; as @reverse, in blocks of 64 threads
define void @swap(ptr %out) {
entry:
  %x = call i32 @__hipify_thread_x()
  %wide = zext i32 %x to i64
  %own = getelementptr inbounds i32, ptr %out, i64 %wide
  %v = load i32, ptr %own
  %mine = getelementptr inbounds [64 x i32], ptr @swap.s, i64 0, i64 %wide
  store i32 %v, ptr %mine
  call void @__hipify_barrier()
  %far = sub i64 63, %wide
  %theirs = getelementptr inbounds [64 x i32], ptr @swap.s, i64 0, i64 %far
  %w = load i32, ptr %theirs
  store i32 %w, ptr %own
  ret void
}

; the sum of a block, by halves
define void @tree(ptr %out, ptr %total) !kernel_arg_name !2 {
entry:
  %x = call i32 @__hipify_thread_x()
  %dim = call i32 @__hipify_block_dim_x()
  %wide = zext i32 %x to i64
  %own = getelementptr inbounds i32, ptr %out, i64 %wide
  %v = load i32, ptr %own
  %mine = getelementptr inbounds [256 x i32], ptr @tree.s, i64 0, i64 %wide
  store i32 %v, ptr %mine
  call void @__hipify_barrier()
  %half = lshr i32 %dim, 1
  br label %head
head:
  %w = phi i32 [ %half, %entry ], [ %less, %join ]
  %more = icmp ne i32 %w, 0
  br i1 %more, label %body, label %last
body:
  %in = icmp ult i32 %x, %w
  br i1 %in, label %add, label %join
add:
  %j = add i32 %x, %w
  %far = zext i32 %j to i64
  %theirs = getelementptr inbounds [256 x i32], ptr @tree.s, i64 0, i64 %far
  %a = load i32, ptr %mine
  %b = load i32, ptr %theirs
  %c = add i32 %a, %b
  store i32 %c, ptr %mine
  br label %join
join:
  call void @__hipify_barrier()
  %less = lshr i32 %w, 1
  br label %head
last:
  %first = icmp eq i32 %x, 0
  br i1 %first, label %write, label %end
write:
  %sum = load i32, ptr @tree.s
  store i32 %sum, ptr %total
  br label %end
end:
  ret void
}

; threads from n on leave; the others exchange over a barrier
define void @early(ptr %out, i32 %n) !kernel_arg_name !3 {
entry:
  %x = call i32 @__hipify_thread_x()
  %stays = icmp slt i32 %x, %n
  br i1 %stays, label %work, label %end
work:
  %wide = zext i32 %x to i64
  %own = getelementptr inbounds i32, ptr %out, i64 %wide
  %v = load i32, ptr %own
  %mine = getelementptr inbounds [256 x i32], ptr @early.s, i64 0, i64 %wide
  store i32 %v, ptr %mine
  call void @__hipify_barrier()
  %last = sub i32 %n, 1
  %other = sub i32 %last, %x
  %far = zext i32 %other to i64
  %theirs = getelementptr inbounds [256 x i32], ptr @early.s, i64 0, i64 %far
  %w = load i32, ptr %theirs
  store i32 %w, ptr %own
  br label %end
end:
  ret void
}

; out[x] += what the next lane has
define void @neighbour(ptr %out) !kernel_arg_name !1 {
entry:
  %x = call i32 @__hipify_thread_x()
  %lane = call i32 @__hipify_lane()
  %wide = zext i32 %x to i64
  %own = getelementptr inbounds i32, ptr %out, i64 %wide
  %v = load i32, ptr %own
  call void @__hipify_put32(i32 %v)
  call void @__hipify_warp_sync()
  %up = add i32 %lane, 1
  %next = and i32 %up, 31
  %w = call i32 @__hipify_get32(i32 %next)
  %sum = add i32 %v, %w
  store i32 %sum, ptr %own
  ret void
}

; lanes below n vote among themselves, then all lanes vote
define void @parted(ptr %out, i32 %n) !kernel_arg_name !3 {
entry:
  %x = call i32 @__hipify_thread_x()
  %lane = call i32 @__hipify_lane()
  %below = icmp slt i32 %lane, %n
  br i1 %below, label %some, label %all
some:
  call void @__hipify_put_flag(i1 true)
  call void @__hipify_warp_sync()
  %part = call i64 @__hipify_ballot()
  br label %all
all:
  %first = phi i64 [ 0, %entry ], [ %part, %some ]
  call void @__hipify_put_flag(i1 %below)
  call void @__hipify_warp_sync()
  %second = call i64 @__hipify_ballot()
  %a = trunc i64 %first to i32
  %b = trunc i64 %second to i32
  %c = xor i32 %a, %b
  %wide = zext i32 %x to i64
  %own = getelementptr inbounds i32, ptr %out, i64 %wide
  store i32 %c, ptr %own
  ret void
}

!0 = !{!"in", !"out", !"n"}
!1 = !{!"out"}
!2 = !{!"out", !"total"}
!3 = !{!"out", !"n"}

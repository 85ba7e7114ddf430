// Kernels made by chance, on the host by another compiler: the threads of a block take turns, and go on together where they synchronise.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define __global__ static
#define __device__
#define __host__
#define __shared__ static
#define __noinline__ __attribute__((noinline))
#define FORCED inline

// Says once on standard error that a value came up by which a known fault can show (known.toml).
#define SAY(what)                                   \
  do {                                              \
    static bool said = false;                       \
    if (!said) fprintf(stderr, "%s\n", what);       \
    said = true;                                    \
  } while (0)
// Numbers of 32 bits that fit 24 with a sign, and of 64 bits that fit 33.
template <class T> static T operand(T x) {
  constexpr int bits = sizeof(T) == 8 ? 32 : 23;
  if (sizeof(T) >= 4 && (T)-1 > (T)0 && x >= (T)0 - ((T)1 << bits)) SAY("a small negative number is divided without its sign");
  return x;
}
#define QUOTIENT(x, y) (operand(x) / operand(y))
#define REMAINDER(x, y) (operand(x) % operand(y))
template <class T> static T chosen(T x) {
  if (x == 0 && !signbit((double)x)) SAY("a choice gives a positive zero");
  if (x == 0 && signbit((double)x)) SAY("a choice gives a negative zero");
  return x;
}
#define CHOSEN(x) chosen(x)

#include "shared.h"

struct Index {
  u32 x, y, z;
};
static Index threadIdx, blockIdx;
// The number of the running thread in its block.
static u32 running;

constexpr u32 MOST = 128;
static ucontext_t scheduler, fibers[MOST];
static char stacks[MOST][1 << 16];
static bool finished[MOST];
static u64 deposits[MOST];
static u32 block_threads;

static void wait_for_others() {
  u32 self = running;
  swapcontext(&fibers[self], &scheduler);
}
#define __syncthreads wait_for_others

// What the threads of a group hand in, each reading one of it.
static u64 exchange(u64 x, u32 from) {
  deposits[running] = x;
  wait_for_others();
  u64 taken = deposits[from];
  wait_for_others();
  return taken;
}
template <class T> static T exchange_typed(T x, u32 from) {
  u64 raw = 0;
  memcpy(&raw, &x, sizeof x);
  raw = exchange(raw, from);
  memcpy(&x, &raw, sizeof x);
  return x;
}
template <class T> static T shuffle(T x, u32 lane, u32 width) {
  return exchange_typed(x, (running & ~(width - 1)) | (lane & (width - 1)));
}
template <class T> static T shuffle_xor(T x, u32 mask) { return exchange_typed(x, running ^ mask); }
template <class T> static T shuffle_up(T x, u32 by, u32 width) {
  u32 self = running;
  return exchange_typed(x, (self & (width - 1)) < by ? self : self - by);
}
template <class T> static T shuffle_down(T x, u32 by, u32 width) {
  u32 self = running;
  return exchange_typed(x, (self & (width - 1)) + by >= width ? self : self + by);
}
static const i32 warpSize = 32;
template <class T> static T wave_shuffle_xor(T x, u32 mask) { return shuffle_xor(x, mask); }
template <class T> static T wave_shuffle_down(T x, u32 by) { return shuffle_down(x, by, 32); }
static u32 count(bool p, u32 first, u32 last) {
  deposits[running] = p;
  wait_for_others();
  u32 sum = 0;
  for (u32 i = first; i < last; i++) sum += (u32)deposits[i];
  wait_for_others();
  return sum;
}
static u32 ballot(bool p) {
  u32 first = running & ~31u, mask = 0;
  deposits[running] = p;
  wait_for_others();
  for (u32 i = 0; i < 32; i++) mask |= (u32)deposits[first + i] << i;
  wait_for_others();
  return mask;
}
static int __syncthreads_count(int p) { return (int)count(p != 0, 0, block_threads); }
static int __syncthreads_and(int p) { return count(p != 0, 0, block_threads) == block_threads; }
static int __syncthreads_or(int p) { return count(p != 0, 0, block_threads) > 0; }

#define ATOMIC(name, result)                           \
  template <class T> static T name(T *place, T x) {    \
    T old = *place;                                    \
    *place = result;                                   \
    return old;                                        \
  }
ATOMIC(atomicAdd, (T)(old + x))
ATOMIC(atomicSub, (T)(old - x))
ATOMIC(atomicMin, old < x ? old : x)
ATOMIC(atomicMax, old < x ? x : old)
ATOMIC(atomicAnd, old & x)
ATOMIC(atomicOr, old | x)
ATOMIC(atomicXor, old ^ x)

template <class T> static T min(T x, T y) { return y < x ? y : x; }
template <class T> static T max(T x, T y) { return x < y ? y : x; }
static u64 reversed(u64 x, u32 width) {
  u64 result = 0;
  for (u32 i = 0; i < width; i++) result |= (x >> i & 1) << (width - 1 - i);
  return result;
}
static i32 ones(u64 x) {
  i32 count = 0;
  for (; x; x &= x - 1) count++;
  return count;
}
static i32 zeros_in_front(u64 x, i32 width) {
  while (x) x >>= 1, width--;
  return width;
}
static i32 first_one(u64 x) {
  for (i32 i = 0; i < 64; i++)
    if (x >> i & 1) return i + 1;
  return 0;
}
static u32 __brev(u32 x) { return (u32)reversed(x, 32); }
static u64 __brevll(u64 x) { return reversed(x, 64); }
static i32 __popc(u32 x) { return ones(x); }
static i32 __popcll(u64 x) { return ones(x); }
static i32 __clz(i32 x) { return zeros_in_front((u32)x, 32); }
static i32 __clzll(i64 x) { return zeros_in_front((u64)x, 64); }
static i32 __ffs(i32 x) { return first_one((u32)x); }
static i32 __ffsll(i64 x) { return first_one((u64)x); }
static u32 __umulhi(u32 x, u32 y) { return (u32)((u64)x * y >> 32); }
static i32 __mulhi(i32 x, i32 y) { return (i32)((i64)x * y >> 32); }
static u64 __umul64hi(u64 x, u64 y) { return (u64)((unsigned __int128)x * y >> 64); }
static i64 __mul64hi(i64 x, i64 y) { return (i64)((__int128)x * y >> 64); }
static i32 low24(i32 x) { return (i32)((u32)x << 8) >> 8; }
static i32 __mul24(i32 x, i32 y) { return (i32)((i64)low24(x) * low24(y)); }
static u32 __umul24(u32 x, u32 y) { return (x & 0xffffff) * (y & 0xffffff); }
static u32 __usad(u32 x, u32 y, u32 z) { return (x < y ? y - x : x - y) + z; }
static u32 __uhadd(u32 x, u32 y) { return (u32)(((u64)x + y) >> 1); }
static u32 __urhadd(u32 x, u32 y) { return (u32)(((u64)x + y + 1) >> 1); }
static u32 __byte_perm(u32 x, u32 y, u32 selector) {
  u64 both = (u64)y << 32 | x;
  u32 result = 0;
  for (u32 i = 0; i < 4; i++) result |= (u32)(both >> (selector >> (4 * i) & 7) * 8 & 255) << 8 * i;
  return result;
}
static u32 __funnelshift_l(u32 low, u32 high, u32 by) { return (u32)(((u64)high << 32 | low) << (by & 31) >> 32); }
static u32 __funnelshift_r(u32 low, u32 high, u32 by) { return (u32)(((u64)high << 32 | low) >> (by & 31)); }
static u32 __funnelshift_lc(u32 low, u32 high, u32 by) { return (u32)(((u64)high << 32 | low) << (by < 32 ? by : 32) >> 32); }
static u32 __funnelshift_rc(u32 low, u32 high, u32 by) { return (u32)(((u64)high << 32 | low) >> (by < 32 ? by : 32)); }

static f16 half_add(f16 x, f16 y) { return (f16)((f32)x + (f32)y); }
static f16 half_sub(f16 x, f16 y) { return (f16)((f32)x - (f32)y); }
static f16 half_mul(f16 x, f16 y) { return (f16)((f32)x * (f32)y); }
// Exact in double: the product has 22 bits, and a sum that does not fit is no tie of two halves.
static f16 half_fma(f16 x, f16 y, f16 z) { return (f16)((f64)x * y + z); }

#define VECTOR(name, type, count) \
  struct alignas(sizeof(type) * count) name
VECTOR(uchar4, u8, 4) { u8 x, y, z, w; };
VECTOR(char4, i8, 4) { i8 x, y, z, w; };
VECTOR(short2, i16, 2) { i16 x, y; };
VECTOR(ushort4, u16, 4) { u16 x, y, z, w; };
VECTOR(uint2, u32, 2) { u32 x, y; };
VECTOR(float2, f32, 2) { f32 x, y; };

static void *allocate(size_t bytes) { return aligned_alloc(64, (bytes + 63) / 64 * 64); }
static void release(void *place) { free(place); }
static void to_device(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }
static void to_host(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }

static void (*thread_work)();
static void fiber() {
  thread_work();
  finished[running] = true;
}
static void run_block(const Kernel &kernel) {
  const u32 threads = block_threads = kernel.threads(), *shape = kernel.shape;
  for (u32 i = 0; i < threads; i++) {
    getcontext(&fibers[i]);
    fibers[i].uc_stack.ss_sp = stacks[i];
    fibers[i].uc_stack.ss_size = sizeof stacks[i];
    fibers[i].uc_link = &scheduler;
    finished[i] = false;
    makecontext(&fibers[i], fiber, 0);
  }
  for (u32 left = threads; left;) {
    for (u32 i = 0; i < threads; i++) {
      if (finished[i]) continue;
      running = i;
      threadIdx = {i % shape[0], i / shape[0] % shape[1], i / shape[0] / shape[1]};
      swapcontext(&scheduler, &fibers[i]);
      if (finished[i]) left--;
    }
  }
}
struct Arguments;
#define LAUNCH(kernel, blocks, ...)                                                                    \
  static Function called;                                                                              \
  called = kernel.function;                                                                            \
  static Buffers in;                                                                                   \
  in = buffers;                                                                                        \
  thread_work = [] { called(ARGUMENTS(in)); };                                                         \
  for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) run_block(kernel)

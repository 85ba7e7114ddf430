// Runs kernels FIRST to LAST of the program and writes what they leave to standard output: for each, the rows of its threads and its
// counters, 64 bits each.
struct Buffers {
  bool *b;
  i8 *i8s;
  u8 *u8s;
  i16 *i16s;
  u16 *u16s;
  i32 *i32s;
  u32 *u32s;
  i64 *i64s;
  u64 *u64s;
  f16 *f16s;
  f32 *f32s;
  f64 *f64s;
  u64 *out;
  u32 *counters;
};
#define ARGUMENTS(from)                                                                                                  \
  from.b, from.i8s, from.u8s, from.i16s, from.u16s, from.i32s, from.u32s, from.i64s, from.u64s, from.f16s, from.f32s, \
      from.f64s, from.out, from.counters

static u64 state = 1;
static u64 next() {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state >> 20 ^ state << 40;
}
// A third of the integers are near a power of two, a third small.
static u64 integer() {
  u64 x = next(), kind = next() >> 7 & 3;
  return kind == 0 ? (1ull << (x & 63)) + (x >> 8 & 3) - 1 : kind == 1 ? (x & 31) - 8 : x;
}
// Small numbers with a few bits, numbers of all magnitudes, and now and then a special one.
template <class F> static F floating(F number, F least, F infinity) {
  u64 x = next(), kind = next() >> 7 & 15;
  if (kind == 0) return x & 1 ? infinity : -infinity;
  if (kind == 1) return x & 1 ? (F)0 : -(F)0;
  if (kind == 2) return (F)((F)(f32)(x & 7) * least);
  return kind < 10 ? (F)(((f32)(x & 1023) - 500) / 8) : number;
}
template <class T, class Make> static T *filled(Make make) {
  T values[256];
  for (u32 i = 0; i < 256; i++) values[i] = make();
  T *place = (T *)allocate(sizeof values);
  to_device(place, values, sizeof values);
  return place;
}
static Buffers all_filled() {
  Buffers all;
  all.b = filled<bool>([] { return (integer() & 1) != 0; });
  all.i8s = filled<i8>([] { return (i8)integer(); });
  all.u8s = filled<u8>([] { return (u8)integer(); });
  all.i16s = filled<i16>([] { return (i16)integer(); });
  all.u16s = filled<u16>([] { return (u16)integer(); });
  all.i32s = filled<i32>([] { return (i32)integer(); });
  all.u32s = filled<u32>([] { return (u32)integer(); });
  all.i64s = filled<i64>([] { return (i64)integer(); });
  all.u64s = filled<u64>([] { return integer(); });
  all.f16s = filled<f16>([] { return floating<f16>(number_f16((u16)next()), (f16)0x1p-24f, (f16)__builtin_huge_valf()); });
  all.f32s = filled<f32>([] { return floating<f32>(number_f32((u32)next()), 0x1p-149f, __builtin_huge_valf()); });
  all.f64s = filled<f64>([] { return floating<f64>(number_f64(next()), 0x1p-1074, __builtin_huge_val()); });
  all.out = (u64 *)allocate(BLOCKS * 128 * SLOTS * sizeof(u64));
  all.counters = (u32 *)allocate(8 * sizeof(u32));
  return all;
}

static void run(const Kernel &kernel, const Buffers &buffers) {
  static u64 rows[BLOCKS * 128 * SLOTS];
  static u32 counters[8];
  const u32 count = BLOCKS * kernel.threads() * SLOTS;
  memset(rows, 0, sizeof rows);
  memset(counters, 0, sizeof counters);
  to_device(buffers.out, rows, sizeof rows);
  to_device(buffers.counters, counters, sizeof counters);
  LAUNCH(kernel, BLOCKS, ARGUMENTS(buffers));
  to_host(rows, buffers.out, sizeof rows);
  to_host(counters, buffers.counters, sizeof counters);
  fwrite(rows, sizeof(u64), count, stdout);
  for (u32 counter : counters) {
    u64 wide = counter;
    fwrite(&wide, sizeof wide, 1, stdout);
  }
  fflush(stdout);
}

int main(int count, char **words) {
  const u32 all = sizeof kernels / sizeof *kernels;
  const u32 first = count > 1 ? (u32)atoi(words[1]) : 0, last = count > 2 ? (u32)atoi(words[2]) : all;
  Buffers buffers = all_filled();
  for (u32 i = first; i < last && i < all; i++) run(kernels[i], buffers);
  void *places[] = {buffers.b,    buffers.i8s,  buffers.u8s,  buffers.i16s, buffers.u16s, buffers.i32s, buffers.u32s,
                    buffers.i64s, buffers.u64s, buffers.f16s, buffers.f32s, buffers.f64s, buffers.out,  buffers.counters};
  for (void *place : places) release(place);
}

// Copies between host and device for ported CUDA Fortran: assignments of scalars, arrays and sections, with strides, fills and
// conversions of type. Arguments are Fortran 2018's C descriptors as gfortran and flang make them; device memory is never read here.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// The stream that the program chose for launches which name none; a program that chooses none does not have it.
extern "C" void *gpufort_default_stream __attribute__((weak));

namespace gpufort::data {

/// One dimension of a C descriptor; the stride is in bytes.
struct dimension {
  std::ptrdiff_t lower_bound, extent, stride;
};

/// A C descriptor, ISO/IEC 1539-1:2018, 18.5.3. What follows the version differs between compilers.
struct descriptor {
  void *base;
  std::size_t bytes;
  int version;
  unsigned char rank_first[4];
  dimension dims[15];
};

enum class category { integer, logical, real, complex, character, other };

/// What an element is: its category and its size in bytes.
struct element {
  category kind;
  std::size_t bytes;
  bool operator==(const element &o) const { return kind == o.kind && bytes == o.bytes; }
};

/// The element type of a descriptor. gfortran (version 1) has attribute, then 16 bits of type, category below the kind;
/// flang (version 20180515) has one byte of type. The codes are those of their ISO_Fortran_binding.h.
inline element element_of(const descriptor &d) {
  auto all = [&](category kind) { return element{kind, d.bytes}; };
  if (d.version == 1) {
    constexpr category kinds[] = {category::other,   category::integer,   category::logical, category::real,
                                  category::complex, category::character, category::other};
    return all(d.rank_first[2] < 7 ? kinds[d.rank_first[2]] : category::other);
  }
  int code = static_cast<signed char>(d.rank_first[1]);
  if (code >= 1 && code <= 24) return all(category::integer);
  if (code >= 25 && code <= 31) return all(category::real);
  if (code >= 32 && code <= 38) return all(category::complex);
  if (code == 39) return all(category::logical);
  if (code == 40) return all(category::character);
  return all(category::other);
}

[[noreturn]] inline void fail(const char *message) {
  std::fflush(stdout);
  std::fprintf(stderr, "gpufort_copy: %s\n", message);
  std::exit(1);
}

inline void check(hipError_t status) {
  if (status != hipSuccess) fail(hipGetErrorString(status));
}

/// Waits for what was launched on the program's default stream, which the null stream's copies may overtake.
inline void wait_for_default_stream() {
  if (&gpufort_default_stream != nullptr && gpufort_default_stream != nullptr)
    check(hipStreamSynchronize(static_cast<hipStream_t>(gpufort_default_stream)));
}

/// Where the elements of an array are: dimensions of one element are left out.
struct layout {
  char *base;
  int rank;
  dimension dims[15];
};

inline layout layout_of(const descriptor &d) {
  layout l{static_cast<char *>(d.base), 0, {}};
  for (int i = 0; i < d.rank_first[0]; i++)
    if (d.dims[i].extent != 1) l.dims[l.rank++] = d.dims[i];
  return l;
}

inline layout contiguous(void *base, const layout &shape, std::size_t bytes) {
  layout l = shape;
  l.base = static_cast<char *>(base);
  for (int i = 0; i < l.rank; i++) {
    l.dims[i].stride = static_cast<std::ptrdiff_t>(bytes);
    bytes *= static_cast<std::size_t>(l.dims[i].extent);
  }
  return l;
}

inline std::size_t count(const layout &l) {
  std::size_t n = 1;
  for (int i = 0; i < l.rank; i++) n *= l.dims[i].extent > 0 ? static_cast<std::size_t>(l.dims[i].extent) : 0;
  return n;
}

/// Neighbouring dimensions that are one in both arrays are joined.
inline void join(layout &a, layout &b) {
  int kept = 0;
  for (int i = 1; i < a.rank; i++) {
    dimension &x = a.dims[kept], &y = b.dims[kept];
    if (a.dims[i].stride == x.stride * x.extent && b.dims[i].stride == y.stride * y.extent) {
      x.extent = y.extent = x.extent * a.dims[i].extent;
    } else {
      a.dims[++kept] = a.dims[i];
      b.dims[kept] = b.dims[i];
    }
  }
  if (a.rank > 0) a.rank = b.rank = kept + 1;
}

/// Copies `rows` runs of `width` bytes.
inline void copy_rows(char *to, std::ptrdiff_t to_pitch, const char *from, std::ptrdiff_t from_pitch, std::size_t width,
                      std::size_t rows, hipMemcpyKind kind) {
  auto pitched = [&](std::ptrdiff_t pitch) { return pitch >= static_cast<std::ptrdiff_t>(width); };
  if (rows == 1) {
    check(hipMemcpy(to, from, width, kind));
  } else if (pitched(to_pitch) && pitched(from_pitch)) {
    check(hipMemcpy2D(to, static_cast<std::size_t>(to_pitch), from, static_cast<std::size_t>(from_pitch), width, rows, kind));
  } else {
    // A section that runs backwards, or repeats an element.
    for (std::size_t i = 0; i < rows; i++, to += to_pitch, from += from_pitch) check(hipMemcpy(to, from, width, kind));
  }
}

/// Copies elements between arrays of one shape and element size.
inline void copy_same(layout to, layout from, std::size_t bytes, hipMemcpyKind kind) {
  if (count(to) == 0) return;
  join(to, from);
  auto element = static_cast<std::ptrdiff_t>(bytes);
  int next = 0;
  std::size_t width = bytes;
  if (to.rank > 0 && to.dims[0].stride == element && from.dims[0].stride == element) {
    width *= static_cast<std::size_t>(to.dims[0].extent);
    next = 1;
  }
  dimension one{0, 1, 0};
  dimension row_to = next < to.rank ? to.dims[next] : one, row_from = next < to.rank ? from.dims[next] : one;
  int outer = next < to.rank ? next + 1 : next;
  std::ptrdiff_t at[15] = {};
  for (;;) {
    std::ptrdiff_t offset_to = 0, offset_from = 0;
    for (int i = outer; i < to.rank; i++) {
      offset_to += at[i] * to.dims[i].stride;
      offset_from += at[i] * from.dims[i].stride;
    }
    copy_rows(to.base + offset_to, row_to.stride, from.base + offset_from, row_from.stride, width,
              static_cast<std::size_t>(row_to.extent), kind);
    int i = outer;
    while (i < to.rank && ++at[i] == to.dims[i].extent) at[i++] = 0;
    if (i >= to.rank) return;
  }
}

/// A value on its way from one type to another; integers keep all their bits.
struct number {
  bool whole;
  std::int64_t integer;
  double real, imaginary;
};

template <typename T> T load(const char *at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <typename T> void store(char *at, T value) { std::memcpy(at, &value, sizeof value); }

inline number read(const char *at, element e) {
  auto whole = [](std::int64_t v) { return number{true, v, static_cast<double>(v), 0}; };
  auto part = [](const char *p, std::size_t bytes) { return bytes == 4 ? load<float>(p) : load<double>(p); };
  switch (e.kind) {
  case category::real: return {false, 0, part(at, e.bytes), 0};
  case category::complex: return {false, 0, part(at, e.bytes / 2), part(at + e.bytes / 2, e.bytes / 2)};
  default: break;
  }
  switch (e.bytes) {
  case 1: return whole(load<std::int8_t>(at));
  case 2: return whole(load<std::int16_t>(at));
  case 4: return whole(load<std::int32_t>(at));
  default: return whole(load<std::int64_t>(at));
  }
}

inline void write_real(char *at, std::size_t bytes, const number &n) {
  if (bytes == 4)
    store(at, n.whole ? static_cast<float>(n.integer) : static_cast<float>(n.real));
  else
    store(at, n.whole ? static_cast<double>(n.integer) : n.real);
}

inline void write(char *at, element e, const number &n) {
  if (e.kind == category::real) return write_real(at, e.bytes, n);
  if (e.kind == category::complex) {
    write_real(at, e.bytes / 2, n);
    return write_real(at + e.bytes / 2, e.bytes / 2, number{false, 0, n.imaginary, 0});
  }
  std::int64_t value = n.whole ? n.integer : static_cast<std::int64_t>(n.real);
  switch (e.bytes) {
  case 1: return store(at, static_cast<std::int8_t>(value));
  case 2: return store(at, static_cast<std::int16_t>(value));
  case 4: return store(at, static_cast<std::int32_t>(value));
  default: return store(at, value);
  }
}

inline bool convertible(element e) {
  switch (e.kind) {
  case category::real: return e.bytes == 4 || e.bytes == 8;
  case category::complex: return e.bytes == 8 || e.bytes == 16;
  case category::integer:
  case category::logical: return e.bytes <= 8;
  default: return false;
  }
}

inline void convert_one(char *to, element to_type, const char *from, element from_type) {
  if (to_type == from_type) {
    std::memcpy(to, from, to_type.bytes);
  } else if (to_type.kind == category::character && from_type.kind == category::character) {
    std::size_t shared = to_type.bytes < from_type.bytes ? to_type.bytes : from_type.bytes;
    std::memcpy(to, from, shared);
    std::memset(to + shared, ' ', to_type.bytes - shared);
  } else {
    write(to, to_type, read(from, from_type));
  }
}

/// Converts elements in host memory; a `from` of one element (rank 0) is repeated.
inline void convert(const layout &to, element to_type, const layout &from, element from_type) {
  bool text = to_type.kind == category::character && from_type.kind == category::character;
  if (!(to_type == from_type) && !text && !(convertible(to_type) && convertible(from_type)))
    fail("the types of the two sides do not convert");
  if (count(to) == 0) return;
  std::ptrdiff_t at[15] = {};
  for (;;) {
    std::ptrdiff_t offset_to = 0, offset_from = 0;
    for (int i = 0; i < to.rank; i++) {
      offset_to += at[i] * to.dims[i].stride;
      offset_from += i < from.rank ? at[i] * from.dims[i].stride : 0;
    }
    convert_one(to.base + offset_to, to_type, from.base + offset_from, from_type);
    int i = 0;
    while (i < to.rank && ++at[i] == to.dims[i].extent) at[i++] = 0;
    if (i >= to.rank) return;
  }
}

/// Device memory that is freed at the end of its scope.
struct device_buffer {
  void *base = nullptr;
  explicit device_buffer(std::size_t bytes) { check(hipMalloc(&base, bytes ? bytes : 1)); }
  device_buffer(const device_buffer &) = delete;
  device_buffer &operator=(const device_buffer &) = delete;
  ~device_buffer() { (void)hipFree(base); }
};

/// Fills `n` elements of contiguous device memory by doubling what is there.
inline void fill_contiguous(void *to, const char *value, std::size_t bytes, std::size_t n) {
  bool same = true;
  for (std::size_t i = 1; i < bytes; i++) same = same && value[i] == value[0];
  if (same) return check(hipMemset(to, static_cast<unsigned char>(value[0]), bytes * n));
  check(hipMemcpy(to, value, bytes, hipMemcpyHostToDevice));
  for (std::size_t done = 1; done < n;) {
    std::size_t more = done < n - done ? done : n - done;
    check(hipMemcpy(static_cast<char *>(to) + done * bytes, to, more * bytes, hipMemcpyDeviceToDevice));
    done += more;
  }
}

inline bool is_contiguous(const layout &l, std::size_t bytes) {
  auto expected = static_cast<std::ptrdiff_t>(bytes);
  for (int i = 0; i < l.rank; i++) {
    if (l.dims[i].stride != expected) return false;
    expected *= l.dims[i].extent;
  }
  return true;
}

/// Gives every element of device memory the value at `value` in host memory.
inline void fill(const layout &to, const char *value, std::size_t bytes) {
  std::size_t n = count(to);
  if (n == 0) return;
  if (is_contiguous(to, bytes)) return fill_contiguous(to.base, value, bytes, n);
  device_buffer buffer(bytes * n);
  fill_contiguous(buffer.base, value, bytes, n);
  copy_same(to, contiguous(buffer.base, to, bytes), bytes, hipMemcpyDeviceToDevice);
}

/// The first and the last byte but one of an array.
inline void range(const layout &l, std::size_t bytes, const char *&first, const char *&end) {
  first = l.base;
  end = l.base + bytes;
  for (int i = 0; i < l.rank; i++) {
    std::ptrdiff_t span = (l.dims[i].extent - 1) * l.dims[i].stride;
    (span < 0 ? first : end) += span;
  }
}

inline bool overlap(const layout &a, const layout &b, std::size_t bytes) {
  const char *a_first, *a_end, *b_first, *b_end;
  range(a, bytes, a_first, a_end);
  range(b, bytes, b_first, b_end);
  return a_first < b_end && b_first < a_end;
}

/// Copies within device memory as Fortran's assignment does: all of `from` is read before `to` is written.
inline void copy_on_device(const layout &to, const layout &from, std::size_t bytes) {
  std::size_t n = count(to);
  if (n == 0 || (to.base == from.base && is_contiguous(to, bytes) && is_contiguous(from, bytes))) return;
  if (!overlap(to, from, bytes)) return copy_same(to, from, bytes, hipMemcpyDeviceToDevice);
  device_buffer buffer(bytes * n);
  layout between = contiguous(buffer.base, to, bytes);
  copy_same(between, from, bytes, hipMemcpyDeviceToDevice);
  copy_same(to, between, bytes, hipMemcpyDeviceToDevice);
}

inline void check_shapes(const descriptor &to, const descriptor &from) {
  int to_rank = to.rank_first[0], from_rank = from.rank_first[0];
  bool same = from_rank == 0 || from_rank == to_rank;
  bool empty = false;
  for (int i = 0; same && i < from_rank; i++) same = to.dims[i].extent == from.dims[i].extent;
  for (int i = 0; i < to_rank; i++) empty = empty || to.dims[i].extent <= 0;
  if (!to.base && !empty) fail("the variable that is assigned to is not allocated");
  if (!from.base && !empty) fail("the variable that is read is not allocated");
  if (!same) fail("the shapes of the two sides differ; an array is not allocated anew by an assignment from or to the device");
}

/// Whether all bytes are enough to copy an element.
inline bool same_bytes(element a, element b) {
  bool words = (a.kind == category::logical && b.kind == category::integer) || (a.kind == category::integer && b.kind == category::logical);
  return a.bytes == b.bytes && (a.kind == b.kind || words || a.kind == category::other || b.kind == category::other);
}

/// The assignment `to = from`; `kind` says on which sides device memory is.
inline void assign(const descriptor &to, const descriptor &from, hipMemcpyKind kind) {
  check_shapes(to, from);
  element to_type = element_of(to), from_type = element_of(from);
  layout target = layout_of(to), source = layout_of(from);
  std::size_t n = count(target);
  if (n == 0) return;
  bool to_device = kind != hipMemcpyDeviceToHost, from_device = kind != hipMemcpyHostToDevice;
  bool repeats = from.rank_first[0] == 0 && target.rank > 0;
  if (!repeats && same_bytes(to_type, from_type)) {
    if (to_device && from_device) return copy_on_device(target, source, to_type.bytes);
    return copy_same(target, source, to_type.bytes, kind);
  }
  std::vector<char> read_here;
  if (from_device) {
    read_here.resize(count(source) * from_type.bytes);
    layout here = contiguous(read_here.data(), source, from_type.bytes);
    copy_same(here, source, from_type.bytes, hipMemcpyDeviceToHost);
    source = here;
  }
  if (!to_device) return convert(target, to_type, source, from_type);
  layout shape = target;
  if (repeats) shape.rank = 0;
  std::vector<char> converted(count(shape) * to_type.bytes);
  layout here = contiguous(converted.data(), shape, to_type.bytes);
  convert(here, to_type, source, from_type);
  if (repeats) return fill(target, converted.data(), to_type.bytes);
  copy_same(target, here, to_type.bytes, hipMemcpyHostToDevice);
}

}  // namespace gpufort::data

// Weak, since each file that copies has them.
extern "C" __attribute__((weak)) void gpufort_copy(const gpufort::data::descriptor *to, const gpufort::data::descriptor *from, int kind) {
  gpufort::data::wait_for_default_stream();
  gpufort::data::assign(*to, *from, static_cast<hipMemcpyKind>(kind));
}

extern "C" __attribute__((weak)) void gpufort_fill(const gpufort::data::descriptor *to, const gpufort::data::descriptor *value) {
  gpufort::data::wait_for_default_stream();
  gpufort::data::assign(*to, *value, hipMemcpyHostToDevice);
}

// Copies by the program's own calls: addresses are those of the first elements, whatever the arrays' shapes.

extern "C" __attribute__((weak)) int gpufort_memcpy(const gpufort::data::descriptor *to, const gpufort::data::descriptor *from, std::size_t bytes,
                                                    int kind) {
  return hipMemcpy(to->base, from->base, bytes, static_cast<hipMemcpyKind>(kind));
}

extern "C" __attribute__((weak)) int gpufort_memcpyAsync(const gpufort::data::descriptor *to, const gpufort::data::descriptor *from,
                                                         std::size_t bytes, int kind, hipStream_t stream) {
  return hipMemcpyAsync(to->base, from->base, bytes, static_cast<hipMemcpyKind>(kind), stream);
}

extern "C" __attribute__((weak)) int gpufort_memcpy2D(const gpufort::data::descriptor *to, std::size_t to_pitch,
                                                      const gpufort::data::descriptor *from, std::size_t from_pitch, std::size_t width,
                                                      std::size_t height, int kind) {
  return hipMemcpy2D(to->base, to_pitch, from->base, from_pitch, width, height, static_cast<hipMemcpyKind>(kind));
}

extern "C" __attribute__((weak)) int gpufort_memcpy2DAsync(const gpufort::data::descriptor *to, std::size_t to_pitch,
                                                           const gpufort::data::descriptor *from, std::size_t from_pitch,
                                                           std::size_t width, std::size_t height, int kind, hipStream_t stream) {
  return hipMemcpy2DAsync(to->base, to_pitch, from->base, from_pitch, width, height, static_cast<hipMemcpyKind>(kind), stream);
}

/// `count` elements from the first of `to` on become `value`.
extern "C" __attribute__((weak)) int gpufort_memset(const gpufort::data::descriptor *to, const gpufort::data::descriptor *value,
                                                    std::size_t count) {
  gpufort::data::descriptor all{};
  // What a descriptor has beyond its rank is not there to be read.
  std::memcpy(&all, to, offsetof(gpufort::data::descriptor, dims));
  all.rank_first[0] = 1;
  all.dims[0] = {0, static_cast<std::ptrdiff_t>(count), static_cast<std::ptrdiff_t>(to->bytes)};
  gpufort::data::assign(all, *value, hipMemcpyHostToDevice);
  return hipSuccess;
}

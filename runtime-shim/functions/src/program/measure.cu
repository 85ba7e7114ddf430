
/// What a result is, so that other types are seen: kind times 256, and bytes.
template <class T> struct code {
    static const int kind = std::is_same<T, bool>::value ? 'b' : std::is_floating_point<T>::value ? 'f'
                          : std::is_integral<T>::value ? (std::is_signed<T>::value ? 'i' : 'u') : 'x';
    static const int value = kind * 256 + sizeof(T);
};
template <> struct code<Absent> { static const int value = 'a' * 256; };
template <> struct code<void> { static const int value = 'v' * 256; };

/// The arguments and results of one call.
struct Case {
    const unsigned char *tables, *picks;
    unsigned char *scratch, *out;
    int *type;

    template <class T> __device__ T take() {
        return convert<T>(tables + offset<T>::value, *picks++, std::is_enum<T>());
    }
    template <class T> __device__ static T convert(const unsigned char *table, int at, std::false_type) {
        return *reinterpret_cast<const T *>(table + at * sizeof(T));
    }
    template <class T> __device__ static T convert(const unsigned char *table, int at, std::true_type) {
        return static_cast<T>(convert<int>(table, at, std::false_type()));
    }
    template <class T> __device__ T limited(int least, int most) {
        return static_cast<T>(least + static_cast<int>(*picks++) % (most - least + 1));
    }
    /// Four values in a row that are only read.
    template <class T> __device__ const T *constant() {
        return reinterpret_cast<const T *>(tables + offset<T>::value) + *picks++ % 253;
    }
    /// A value in memory of the case's own.
    template <class T> __device__ T *memory() {
        T *made = reinterpret_cast<T *>(scratch);
        memcpy(scratch, tables + offset<T>::value + *picks++ * sizeof(T), sizeof(T));
        scratch += 64;
        return made;
    }
    /// Through memory, as the type that it is: nvcc 13.0 makes a conversion of the lower byte of a 16-bit number in a register.
    template <class T> __device__ void value(const T &made) {
        *reinterpret_cast<T *>(scratch) = made;
        const volatile unsigned char *bytes = scratch;
        for (int i = 0; i < static_cast<int>(sizeof(T)); ++i) out[i] = bytes[i];
        out += sizeof(T);
    }
    template <class F> __device__ void put(F call) { put_as<decltype(call())>(call); }
    template <class R, class F> __device__ std::enable_if_t<std::is_void<R>::value || std::is_same<R, Absent>::value> put_as(F call) {
        *type = code<R>::value;
        call();
    }
    template <class R, class F> __device__ std::enable_if_t<!std::is_void<R>::value && !std::is_same<R, Absent>::value> put_as(F call) {
        typedef std::remove_cv_t<std::remove_reference_t<R>> T;
        *type = code<T>::value;
        value<T>(call());
    }
};

const int RESULT = 64, SCRATCH = 64 * 8;

template <class F> __global__ void measure(const unsigned char *tables, const unsigned char *picks, unsigned char *scratch, unsigned char *results, int *sizes, int count) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    int type = 0;
    Case c = {tables, picks + at * F::arguments, scratch + at * SCRATCH, results + at * RESULT, &type};
    F::run(c);
    if (at == 0) {
        sizes[0] = type;
        sizes[1] = static_cast<int>(c.out - results);
    }
}

template <class F> int launch(const unsigned char *tables, const unsigned char *picks, unsigned char *scratch, unsigned char *results, int *sizes) {
    int count = case_counts[F::arguments];
    measure<F><<<(count + 127) / 128, 128>>>(tables, picks + pick_offsets[F::arguments], scratch, results, sizes, count);
    return count;
}

struct MeasuredFunction {
    const char *name;
    int (*launch)(const unsigned char *, const unsigned char *, unsigned char *, unsigned char *, int *);
};


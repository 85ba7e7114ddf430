// Vectors of elements that are no arithmetic types to the standard: what they are compared with, and storage of a program's own for
// elements that the compiler has no vectors of.

__device__ bool is(const HIP_vector_type<_Float16, 2> &a, _Float16 b) { return a == b && b == a && !(a != b) && !(b != a); }

struct own {
    float x;
    __device__ bool operator==(const own &other) const { return x == other.x; }
};

template <>
struct HIP_vector_base<own, 8> {
    typedef own value_type;
    own data[8];
    HIP_vector_base() = default;
    __device__ explicit HIP_vector_base(own all) : data{all, all, all, all, all, all, all, all} {}
};

__device__ bool is(const HIP_vector_type<own, 8> &a, own b) { return a == b && b == a && a[7] == b && !(a != b); }

// Compares what kernels read from textures and surfaces with a plain implementation of the CUDA guide's formulas.
// Compiled in the device pass for this machine's processor; `main` is in another file.
#include <hip/hip_runtime.h>

#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                       \
            ++failures;                                                                  \
        }                                                                                \
    } while (0)

static __device__ int failures;

static constexpr int W = 7, H = 5, D = 3;
static __device__ float floats[D][H][W];
static __device__ unsigned char bytes[D][H][W];
static __device__ short shorts[D][H][W];

static __device__ unsigned seed = 1;

static __device__ float random_between(float low, float high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(seed >> 8) / 16777216.0f;
}

static __device__ void fill() {
    for (int z = 0; z < D; ++z)
        for (int y = 0; y < H; ++y)
            for (int x = 0; x < W; ++x) {
                floats[z][y][x] = random_between(-5, 5);
                bytes[z][y][x] = (unsigned char)random_between(0, 256);
                shorts[z][y][x] = (short)random_between(-32768, 32768);
            }
    shorts[0][0][0] = -32768;
}

static __device__ __hipify_texture describe(void *data, unsigned kind, unsigned bits, unsigned channels, int width, int height,
                                            int depth) {
    __hipify_texture texture = {};
    texture.bytes = bits / 8 * channels;
    texture.base.data = (unsigned char *)data;
    texture.base.pitch = (unsigned long long)width * texture.bytes;
    texture.base.slice = texture.base.pitch * (unsigned)height;
    texture.base.width = (unsigned)width;
    texture.base.height = (unsigned)height;
    texture.base.depth = (unsigned)depth;
    texture.levels = &texture.base;
    texture.level_count = 1;
    texture.kind = (unsigned char)kind;
    texture.bits = (unsigned char)bits;
    texture.channels = (unsigned char)channels;
    texture.format = __HIPIFY_FORMAT(kind, bits, channels, 0);
    return texture;
}

static __device__ void address(__hipify_texture &texture, int mode, bool normalized, bool linear) {
    for (unsigned char &axis : texture.address) axis = (unsigned char)mode;
    texture.normalized = normalized;
    texture.linear = linear;
    texture.border[0] = 1.5f;
}

static __device__ hipTextureObject_t object(const __hipify_texture &texture) {
    return (hipTextureObject_t)&texture;
}

// An index brought into the texture, by the definition of each mode; -1 is the border.
static __device__ int bring(int mode, int index, int size) {
    switch (mode) {
    case hipAddressModeWrap: return ((index % size) + size) % size;
    case hipAddressModeMirror: {
        const int in_two = ((index % (2 * size)) + 2 * size) % (2 * size);
        return in_two < size ? in_two : 2 * size - 1 - in_two;
    }
    case hipAddressModeBorder: return index < 0 || index >= size ? -1 : index;
    default: return index < 0 ? 0 : index >= size ? size - 1 : index;
    }
}

static __device__ double texel(int mode, int x, int y, int z, int depth) {
    const int bx = bring(mode, x, W), by = bring(mode, y, H), bz = bring(mode, z, depth);
    return bx < 0 || by < 0 || bz < 0 ? 1.5 : (double)floats[bz][by][bx];
}

struct Split {
    int index;
    double weight;
};

static __device__ Split split(double at) {
    const double whole = floor(at - 0.5);
    return {(int)whole, floor((at - 0.5 - whole) * 256 + 0.5) / 256};
}

static __device__ double blended(int mode, double x, double y, double z, int depth) {
    const Split a = split(x), b = split(y), c = split(z);
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
        if (depth == 1 && k) continue;
        const double weight = (i ? a.weight : 1 - a.weight) * (j ? b.weight : 1 - b.weight) *
                              (depth == 1 ? 1 : k ? c.weight : 1 - c.weight);
        sum += weight * texel(mode, a.index + i, b.index + j, depth == 1 ? 0 : c.index + k, depth);
    }
    return sum;
}

// A step of a weight is worth up to 10 / 256.
static __device__ bool near(double a, double b) {
    return fabs(a - b) <= 1e-4;
}

// An odd multiple of 1 / 4096: all arithmetic of single precision on the way to a weight is exact, and no weight is half way
// between two that can be said.
static __device__ float coordinate() {
    return __builtin_floorf(random_between(-2, 3) * 1024) / 1024 + 1.0f / 4096;
}

static __device__ void filtered_and_addressed() {
    for (int mode = 0; mode < 4; ++mode)
        for (int normalized = 0; normalized < 2; ++normalized) {
            if (!normalized && (mode == hipAddressModeWrap || mode == hipAddressModeMirror)) continue;
            __hipify_texture flat = describe(floats, hipChannelFormatKindFloat, 32, 1, W, H, 1);
            __hipify_texture deep = describe(floats, hipChannelFormatKindFloat, 32, 1, W, H, D);
            for (int n = 0; n < 3000; ++n) {
                const float u = coordinate(), v = coordinate(), w = coordinate();
                const float x = normalized ? u : u * W, y = normalized ? v : v * H, z = normalized ? w : w * D;
                const double dx = (double)u * W, dy = (double)v * H, dz = (double)w * D;
                address(flat, mode, normalized, false);
                CHECK(tex2D<float>(object(flat), x, y) == (float)texel(mode, (int)floor(dx), (int)floor(dy), 0, 1));
                address(deep, mode, normalized, false);
                CHECK(tex3D<float>(object(deep), x, y, z) ==
                      (float)texel(mode, (int)floor(dx), (int)floor(dy), (int)floor(dz), D));
                address(flat, mode, normalized, true);
                CHECK(near(tex2D<float>(object(flat), x, y), blended(mode, dx, dy, 0.5, 1)));
                address(deep, mode, normalized, true);
                CHECK(near(tex3D<float>(object(deep), x, y, z), blended(mode, dx, dy, dz, D)));
            }
        }
}

static __device__ void one_dimension_and_layers() {
    __hipify_texture line = describe(floats, hipChannelFormatKindFloat, 32, 1, W, 1, 1);
    address(line, hipAddressModeClamp, false, true);
    CHECK(tex1D<float>(object(line), 1.0f) == (floats[0][0][0] + floats[0][0][1]) * 0.5f);
    CHECK(tex1D<float>(object(line), -9.0f) == floats[0][0][0]);
    CHECK(tex1D<float>(object(line), 1e30f) == floats[0][0][W - 1]);
    CHECK(tex1Dfetch<float>(object(line), 3) == floats[0][0][3]);
    CHECK(tex1Dfetch<float>(object(line), -1) == 0 && tex1Dfetch<float>(object(line), W) == 0);
    __hipify_texture layers = describe(floats, hipChannelFormatKindFloat, 32, 1, W, H, D);
    address(layers, hipAddressModeClamp, false, false);
    for (int layer = 0; layer < D; ++layer) CHECK(tex2DLayered<float>(object(layers), 2.5f, 3.5f, layer) == floats[layer][3][2]);
    CHECK(tex2DLayered<float>(object(layers), 2.5f, 3.5f, 99) == floats[D - 1][3][2]);
    float through_pointer;
    tex2DLayered(&through_pointer, object(layers), 2.5f, 3.5f, 1);
    CHECK(through_pointer == floats[1][3][2]);
}

static __device__ void formats() {
    __hipify_texture plain = describe(bytes, hipChannelFormatKindUnsigned, 8, 1, W, H, 1);
    address(plain, hipAddressModeClamp, false, false);
    CHECK(tex2D<unsigned char>(object(plain), 4.5f, 2.5f) == bytes[0][2][4]);
    CHECK(tex2D<int>(object(plain), 4.5f, 2.5f) == bytes[0][2][4]);
    __hipify_texture fractions = plain;
    fractions.fractions = 1;
    fractions.format |= __HIPIFY_FORMAT(0, 0, 0, 1);
    CHECK(tex2D<float>(object(fractions), 4.5f, 2.5f) == (float)bytes[0][2][4] / 255.0f);
    fractions.linear = 1;
    CHECK(fabs(tex2D<float>(object(fractions), 4.0f, 2.5f) - (bytes[0][2][3] + bytes[0][2][4]) / 510.0) < 1e-6);
    __hipify_texture wide = describe(shorts, hipChannelFormatKindSigned, 16, 1, W, H, 1);
    address(wide, hipAddressModeClamp, false, false);
    CHECK(tex2D<short>(object(wide), 0.5f, 0.5f) == -32768);
    wide.fractions = 1;
    wide.format |= __HIPIFY_FORMAT(0, 0, 0, 1);
    CHECK(tex2D<float>(object(wide), 0.5f, 0.5f) == -1.0f);
    CHECK(tex2D<float>(object(wide), 1.5f, 0.5f) == (float)shorts[0][0][1] / 32767.0f);
    __hipify_texture four = describe(bytes, hipChannelFormatKindUnsigned, 8, 4, 1, H, 1);
    address(four, hipAddressModeClamp, false, false);
    const uchar4 texel4 = tex2D<uchar4>(object(four), 0.5f, 1.5f);
    const unsigned char *raw = &bytes[0][0][0];
    CHECK(texel4.x == raw[4] && texel4.y == raw[5] && texel4.z == raw[6] && texel4.w == raw[7]);
    const uint4 wider = tex2D<uint4>(object(four), 0.5f, 1.5f);
    CHECK(wider.x == raw[4] && wider.w == raw[7]);
    four.srgb = four.fractions = 1;
    four.format |= __HIPIFY_FORMAT(0, 0, 0, 1);
    const float4 light = tex2D<float4>(object(four), 0.5f, 1.5f);
    CHECK(light.x < (float)raw[4] / 255.0f || raw[4] == 0 || raw[4] == 255);
    CHECK(light.w == (float)raw[7] / 255.0f);
    _Float16 halves[2] = {(_Float16)1.5f, (_Float16)-0.25f};
    __hipify_texture half = describe(halves, hipChannelFormatKindFloat, 16, 2, 1, 1, 1);
    address(half, hipAddressModeClamp, false, false);
    const float2 widened = tex1D<float2>(object(half), 0.5f);
    CHECK(widened.x == 1.5f && widened.y == -0.25f);
}

static __device__ void gathers() {
    __hipify_texture texture = describe(floats, hipChannelFormatKindFloat, 32, 1, W, H, 1);
    address(texture, hipAddressModeClamp, false, false);
    const float4 four = tex2Dgather<float4>(object(texture), 3.0f, 2.0f);
    CHECK(four.x == floats[0][2][2] && four.y == floats[0][2][3] && four.z == floats[0][1][3] && four.w == floats[0][1][2]);
}

static __device__ void mip_levels() {
    static __device__ float small[1] = {100.0f};
    __hipify_texture texture = describe(floats, hipChannelFormatKindFloat, 32, 1, 2, 2, 1);
    address(texture, hipAddressModeClamp, true, false);
    __hipify_level levels[2] = {texture.base, {(unsigned char *)small, 4, 4, 1, 1, 1, 0}};
    texture.levels = levels;
    texture.level_count = 2;
    texture.level_max = 1;
    const float base = tex2D<float>(object(texture), 0.1f, 0.1f);
    CHECK(base == floats[0][0][0]);
    CHECK(tex2DLod<float>(object(texture), 0.1f, 0.1f, 0.4f) == base);
    CHECK(tex2DLod<float>(object(texture), 0.1f, 0.1f, 0.6f) == 100.0f);
    CHECK(tex2DLod<float>(object(texture), 0.1f, 0.1f, 7.0f) == 100.0f);
    texture.mip_linear = 1;
    CHECK(tex2DLod<float>(object(texture), 0.1f, 0.1f, 0.25f) == 0.75f * base + 25.0f);
    CHECK(tex2DGrad<float>(object(texture), 0.1f, 0.1f, make_float2(1, 0), make_float2(0, 1)) == 100.0f);
    CHECK(tex2DGrad<float>(object(texture), 0.1f, 0.1f, make_float2(0.5f, 0), make_float2(0, 0.5f)) == base);
    texture.level_max = 0;
    CHECK(tex2DLod<float>(object(texture), 0.1f, 0.1f, 1.0f) == base);
}

static __device__ void cubemaps() {
    float faces[12];
    for (int face = 0; face < 12; ++face) faces[face] = (float)face;
    __hipify_texture texture = describe(faces, hipChannelFormatKindFloat, 32, 1, 1, 1, 12);
    address(texture, hipAddressModeClamp, true, false);
    const float directions[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int face = 0; face < 6; ++face) {
        const float *d = directions[face];
        CHECK(texCubemap<float>(object(texture), d[0], d[1], d[2]) == (float)face);
        CHECK(texCubemapLayered<float>(object(texture), d[0], d[1], d[2], 1) == (float)(6 + face));
    }
}

texture<unsigned char, hipTextureType2D, hipReadModeNormalizedFloat> reference;

static __device__ void references() {
    __hipify_texture target = describe(bytes, hipChannelFormatKindUnsigned, 8, 1, W, H, 1);
    address(target, hipAddressModeClamp, false, false);
    target.fractions = 1;
    target.format |= __HIPIFY_FORMAT(0, 0, 0, 1);
    reference.textureObject = object(target);
    CHECK(tex2D(reference, 1.5f, 1.5f) == (float)bytes[0][1][1] / 255.0f);
}

static __device__ void surfaces() {
    float4 elements[3][2];
    __hipify_surface surface = {{(unsigned char *)elements, sizeof elements[0], sizeof elements, 2, 3, 1, 0}, sizeof(float4), 0};
    const hipSurfaceObject_t handle = (hipSurfaceObject_t)&surface;
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 2; ++x) surf2Dwrite(make_float4(x, y, 0, 1), handle, x * 16, y);
    CHECK(elements[2][1].x == 1 && elements[2][1].y == 2);
    float4 read;
    surf2Dread(&read, handle, 16, 1);
    CHECK(read.x == 1 && read.y == 1 && read.w == 1);
    CHECK(surf2Dread<float>(handle, 20, 2) == 2);
    surf2Dread(&read, handle, 32, 1);
    CHECK(read.x == 0 && read.w == 0);
    CHECK(surf2Dread<float4>(handle, -16, 99, hipBoundaryModeClamp).y == 2);
    surf2Dwrite(make_float4(9, 9, 9, 9), handle, 0, 3);
    CHECK(elements[0][0].x == 0);
}

extern "C" __device__ int check_textures() {
    fill();
    filtered_and_addressed();
    one_dimension_and_layers();
    formats();
    gathers();
    mip_levels();
    cubemaps();
    references();
    surfaces();
    return failures;
}

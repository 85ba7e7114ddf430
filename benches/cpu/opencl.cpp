// Runs the kernels of the OpenCL source named on the command line, with any OpenCL 1.2 device.
#define CL_TARGET_OPENCL_VERSION 120
#include "cases.hpp"
#include <CL/cl.h>
#include <fstream>
#include <sstream>
#include <string>

static void check(cl_int status, const char *what) {
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, status);
    exit(1);
}

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void open(const char *source) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status), check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status), check(status, "clCreateCommandQueue");
    std::ifstream file(source);
    std::stringstream text;
    text << file.rdbuf();
    std::string code = text.str();
    const char *start = code.c_str();
    program = clCreateProgramWithSource(context, 1, &start, nullptr, &status), check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
}

template <class T> struct Array {
    cl_mem memory;
    size_t count;
    explicit Array(const std::vector<T> &host) : count(host.size()) {
        cl_int status;
        memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, count * sizeof(T), const_cast<T *>(host.data()), &status);
        check(status, "clCreateBuffer");
    }
    explicit Array(size_t n) : Array(std::vector<T>(n)) {}
    ~Array() { clReleaseMemObject(memory); }
    std::vector<T> host() const {
        std::vector<T> values(count);
        check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, count * sizeof(T), values.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
        return values;
    }
    double total() const { return sum(host()); }
};

struct Kernel {
    cl_kernel kernel;
    cl_uint next = 0;
    explicit Kernel(const char *name) {
        cl_int status;
        kernel = clCreateKernel(program, name, &status), check(status, name);
    }
    template <class T> Kernel &arg(const T &value) {
        check(clSetKernelArg(kernel, next++, sizeof value, &value), "clSetKernelArg");
        return *this;
    }
    template <class T> Kernel &arg(const Array<T> &array) { return arg(array.memory); }
    void run(std::vector<size_t> global, std::vector<size_t> local) {
        check(clEnqueueNDRangeKernel(queue, kernel, cl_uint(global.size()), nullptr, global.data(), local.data(), 0, nullptr, nullptr), "clEnqueueNDRangeKernel");
    }
    void once(std::vector<size_t> global, std::vector<size_t> local) {
        run(global, local);
        check(clFinish(queue), "clFinish");
    }
};

int main(int, char **words) {
    open(words[1]);
    {
        Kernel nothing("nothing");
        measure("empty-launch", [&] { nothing.once({1}, {1}); }, [] { return 0.0; }, 1000);
        measure("empty-launches", [&] { for (int i = 0; i < 1000; i++) nothing.run({1}, {1}); clFinish(queue); }, [] { return 0.0; });
    }
    for (auto [name, n, inner] : {std::tuple<const char *, int, int>{"saxpy-256Ki", SMALL, 50}, {"saxpy-16Mi", LARGE, 1}}) {
        Array<float> x(samples(n)), y(n);
        Kernel saxpy("saxpy");
        saxpy.arg(n).arg(0.5f).arg(x).arg(y);
        measure(name, [&, n = n] { saxpy.once({size_t(n)}, {BLOCK}); }, [&] { return y.total(); }, inner);
    }
    {
        Array<float> in(samples(size_t(GRID) * GRID)), out(size_t(GRID) * GRID);
        Kernel stencil("stencil");
        stencil.arg(in).arg(out).arg(GRID);
        measure("stencil", [&] { stencil.once({GRID, GRID}, {32, 8}); }, [&] { return out.total(); });
    }
    {
        Array<float> price(samples(OPTIONS, [](float x) { return 5 + 25 * x; })), strike(samples(OPTIONS, [](float x) { return 30 - 25 * x; })),
            years(samples(OPTIONS, [](float x) { return 0.25f + 9 * x; })), call(OPTIONS), put(OPTIONS);
        Kernel kernel("black_scholes");
        kernel.arg(price).arg(strike).arg(years).arg(call).arg(put).arg(OPTIONS);
        measure("black-scholes", [&] { kernel.once({OPTIONS}, {BLOCK}); }, [&] { return call.total() + put.total(); });
    }
    {
        std::vector<cl_float4> places(BODIES);
        for (int i = 0; i < BODIES; i++) places[i] = {{sample(4 * i), sample(4 * i + 1), sample(4 * i + 2), sample(4 * i + 3)}};
        Array<cl_float4> at(places), pull(BODIES);
        Kernel kernel("bodies");
        kernel.arg(at).arg(pull).arg(BODIES);
        measure("n-body", [&] { kernel.once({BODIES}, {BLOCK}); },
                [&] { double total = 0; for (auto &p : pull.host()) total += p.s[0] + p.s[1] + p.s[2]; return total; });
    }
    {
        Array<int> out(WIDTH * HEIGHT);
        Kernel kernel("mandelbrot");
        kernel.arg(out).arg(WIDTH).arg(HEIGHT).arg(ITERATIONS);
        measure("mandelbrot", [&] { kernel.once({WIDTH, HEIGHT}, {32, 8}); }, [&] { return out.total(); });
    }
    {
        Array<float> a(samples(MATRIX * MATRIX)), b(samples(MATRIX * MATRIX)), c(MATRIX * MATRIX);
        Kernel kernel("matmul");
        kernel.arg(a).arg(b).arg(c).arg(MATRIX);
        measure("matmul", [&] { kernel.once({MATRIX, MATRIX}, {TILE, TILE}); }, [&] { return c.total(); });
    }
    {
        Array<float> in(samples(size_t(GRID) * GRID)), out(size_t(GRID) * GRID);
        Kernel kernel("transpose");
        kernel.arg(in).arg(out).arg(GRID);
        measure("transpose", [&] { kernel.once({GRID, GRID / 4}, {32, 8}); }, [&] { auto host = out.host(); return double(host[1]) + host[GRID] + sum(host); });
    }
    Array<float> in(samples(ITEMS)), out(ITEMS), partial(ITEMS / BLOCK);
    {
        Kernel kernel("tree_reduction");
        kernel.arg(in).arg(partial);
        measure("tree-reduction", [&] { kernel.once({ITEMS}, {BLOCK}); }, [&] { return partial.total(); });
    }
    {
        Kernel kernel("block_scan");
        kernel.arg(in).arg(out);
        measure("block-scan", [&] { kernel.once({ITEMS}, {BLOCK}); }, [&] { return out.total(); });
    }
    {
        Array<uint32_t> values(bytes(ITEMS)), bins(256);
        Kernel kernel("histogram");
        kernel.arg(values).arg(bins).arg(ITEMS);
        std::vector<uint32_t> zeros(256);
        measure("histogram", [&] {
            check(clEnqueueWriteBuffer(queue, bins.memory, CL_FALSE, 0, 1024, zeros.data(), 0, nullptr, nullptr), "clEnqueueWriteBuffer");
            kernel.once({65536}, {256});
        }, [&] { auto host = bins.host(); double total = 0; for (int i = 0; i < 256; i++) total += double(i) * host[i]; return total; });
    }
}

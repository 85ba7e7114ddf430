// Host classes that derive from the standard library's, as streams, facets, error categories and allocators do; what the library's
// exceptions say.
// run: wave-any
// flags: -std=c++17
#include <any>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <exception>
#include <functional>
#include <iostream>
#include <locale>
#include <memory>
#include <memory_resource>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <system_error>
#include <variant>

struct Counted : std::streambuf {
    int characters = 0;
    int overflow(int c) { // Without the word `override`: it overrides all the same
        characters++;
        return c;
    }
    int sync() override { return characters += 100, 0; }
};

struct Category : std::error_category {
    const char *name() const noexcept override { return "own category"; }
    std::string message(int code) const override { return "message " + std::to_string(code); }
};

struct Resource : std::pmr::memory_resource {
    int taken = 0, given = 0;
    void *do_allocate(size_t bytes, size_t) override { return taken++, malloc(bytes); }
    void do_deallocate(void *p, size_t, size_t) override { given++, free(p); }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
};

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
    const char *what() const noexcept override { return "own failure"; }
};

__global__ void reversed(int *values, int n) {
    int mine = values[n - 1 - int(threadIdx.x)];
    __syncthreads();
    values[threadIdx.x] = mine;
}

int wrong = 0;

void expect(bool right, const char *what) {
    if (!right) {
        wrong++;
        printf("wrong: %s\n", what);
    }
}

template <class Function> void says(Function function, const char *text) {
    try {
        function();
        expect(false, "it throws");
    } catch (const std::exception &error) {
        expect(strcmp(error.what(), text) == 0, text);
    }
}

int main() {
    Counted counted;
    std::ostream stream(&counted);
    stream << "ab" << std::flush;
    expect(counted.characters == 102, "streambuf");

    Category category;
    std::error_code code(7, category);
    expect(code.message() == "message 7" && strcmp(code.category().name(), "own category") == 0, "error_category");

    Resource resource;
    { std::pmr::string text("too long to be kept in the object itself, so that it is on the heap", &resource); }
    expect(resource.taken == 1 && resource.given == 1, "memory_resource");

    std::ostringstream number;
    number.imbue(std::locale(std::locale::classic(), new Comma));
    number << 2.5;
    expect(number.str() == "2,5", "numpunct");

    says([] { throw Failure("other"); }, "own failure");
    says([] { throw std::out_of_range("far"); }, "far");
    says([] { std::optional<int>().value(); }, "bad optional access");
    says([] { std::any_cast<int>(std::any(1.f)); }, "bad any_cast");
    says([] { std::function<void()>()(); }, "bad_function_call");
    says([] { std::shared_ptr<int> pointer(std::weak_ptr<int>{}); }, "bad_weak_ptr");
    try {
        std::shared_ptr<int> pointer(std::weak_ptr<int>{});
    } catch (const std::bad_weak_ptr &error) {
        expect(strcmp(error.what(), "bad_weak_ptr") == 0, "bad_weak_ptr by its own type");
    }
    try {
        std::get<int>(std::variant<float, int>(1.f));
    } catch (const std::exception &error) {
        expect(strcmp(error.what(), "std::exception") != 0, "bad_variant_access");
    }

    int *values;
    cudaMallocManaged(&values, 8 * sizeof(int));
    for (int i = 0; i < 8; i++) values[i] = i;
    reversed<<<1, 8>>>(values, 8);
    expect(cudaDeviceSynchronize() == cudaSuccess && values[0] == 7 && values[7] == 0, "the kernel");
    cudaFree(values);
    puts(wrong ? "FAIL" : "PASS classes-of-the-standard-library");
    return wrong != 0;
}

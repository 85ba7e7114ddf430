// Objects made and used in kernels, called through virtual functions of their base.
// run: wave-any
#include "check.h"

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual int sides() const { return 0; }
    __device__ virtual ~Shape() {}
};

struct Circle : Shape {
    float radius;
    __device__ explicit Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3.0f * radius * radius; }
};

struct Box : Shape {
    float width, height;
    __device__ Box(float w, float h) : width(w), height(h) {}
    __device__ float area() const override { return width * height; }
    __device__ int sides() const override { return 4; }
};

struct Square final : Box {
    __device__ explicit Square(float w) : Box(w, w) {}
    __device__ float area() const override { return 2 * Box::area(); }
};

__global__ void make(Shape **shapes, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 3 == 0) shapes[i] = new Circle(i);
    else if (i % 3 == 1) shapes[i] = new Box(i, 2);
    else shapes[i] = new Square(i);
}

__global__ void measure(Shape *const *shapes, float *areas, int *sides, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) areas[i] = shapes[i]->area(), sides[i] = shapes[i]->sides();
}

__global__ void end(Shape **shapes, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) delete shapes[i];
}

int main() {
    Verdict verdict("virtual-functions");
    const int n = 100;
    Array<Shape *> shapes(n);
    Array<float> areas(n);
    Array<int> sides(n);
    make<<<2, 64>>>(shapes.p, n);
    measure<<<2, 64>>>(shapes.p, areas.p, sides.p, n);
    end<<<2, 64>>>(shapes.p, n);
    std::vector<float> a(n);
    std::vector<int> s(n);
    for (int i = 0; i < n; i++) {
        const float f = i;
        a[i] = i % 3 == 0 ? 3 * f * f : i % 3 == 1 ? 2 * f : 2 * f * f;
        s[i] = i % 3 == 0 ? 0 : 4;
    }
    verdict.same("areas", areas.host(), a);
    verdict.same("sides", sides.host(), s);
    return verdict.end();
}

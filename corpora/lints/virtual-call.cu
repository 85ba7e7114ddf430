// compile: gfx90a
struct Shape {
    __device__ virtual float area() const = 0; // fires
    virtual __device__ float height() const { return 1; }
    __device__ float width() const { return 2; }
};

struct HostShape {
    virtual float area() const { return 0; }
};

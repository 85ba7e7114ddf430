// compile: refused, clang takes no such reference
typedef float (*Function)(float);

__device__ float square(float x) { return x * x; }

__host__ __device__ float half_of(float x) { return x / 2; }

__device__ Function table[] = {square};

__global__ void apply(float *data, Function f) { data[threadIdx.x] = f(data[threadIdx.x]); }

void host(float *data) {
    apply<<<1, 64>>>(data, square); // fires
    Function f = &square; // fires
    apply<<<1, 64>>>(data, half_of);
    apply<<<1, 64>>>(data, f);
}

float unrelated(float square) { return square * square + (square); }

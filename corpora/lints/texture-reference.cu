// compile: no, HIP takes texture references for targets with images alone
texture<float, 2> image; // fires

__global__ void samples(float *out) { out[threadIdx.x] = tex2D(image, 0.5f, 0.5f); }

__global__ void objects(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex2D<float>(texture, 0.5f, 0.5f); }

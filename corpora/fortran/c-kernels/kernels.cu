// Multiplies row i of a column-major m by n matrix by i * factor.
extern "C" __global__ void scale_rows(float *a, int m, int n, float factor)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y;
  if (i < m && j < n) a[i + m * j] *= (i + 1) * factor;
}

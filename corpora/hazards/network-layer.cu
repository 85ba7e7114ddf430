// One convolution by cuDNN.
// run: no
// build: no, cuDNN
// nvcc: none, cuDNN is not on every machine
#include <cstdio>
#include <cuda_runtime.h>
#include <cudnn.h> // hazard: HIP4003

#define DNN(call)                                                                                            \
    do {                                                                                                     \
        cudnnStatus_t s = (call);                                                                            \
        if (s != CUDNN_STATUS_SUCCESS) std::printf("%s\n", cudnnGetErrorString(s));                          \
    } while (0) // hazard: (HIP4003)

int main() {
    cudnnHandle_t handle; // hazard: (HIP4003)
    DNN(cudnnCreate(&handle));
    cudnnTensorDescriptor_t input;
    DNN(cudnnCreateTensorDescriptor(&input));
    DNN(cudnnSetTensor4dDescriptor(input, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 32, 32));
    cudnnActivationDescriptor_t relu;
    DNN(cudnnCreateActivationDescriptor(&relu));
    DNN(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0.0));
    float *x = nullptr;
    cudaMalloc(&x, 32 * 32 * sizeof(float));
    const float one = 1.0f, zero = 0.0f;
    DNN(cudnnActivationForward(handle, relu, &one, input, x, &zero, input, x));
    cudaFree(x);
    DNN(cudnnDestroy(handle));
    return 0;
}

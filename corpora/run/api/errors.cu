// The last error of a thread, names and texts of errors.
// run: wave-any
// nvcc: -lcuda
#include "case.h"

#include <cuda.h>
#include <cuda_runtime.h>

#include <string>
#include <thread>

__global__ void nothing() {}

static void fail() { (void)cudaSetDevice(-1); }

static void last_error() {
    (void)cudaGetLastError();
    GIVES("Error", "hipGetLastError gives hipSuccess as long as nothing failed", cudaGetLastError(), cudaSuccess);
    fail();
    GIVES("Error", "hipPeekAtLastError gives the error of the call that failed", cudaPeekAtLastError(), cudaErrorInvalidDevice);
    GIVES("Error", "hipPeekAtLastError keeps the error", cudaPeekAtLastError(), cudaErrorInvalidDevice);
    GIVES("Error", "hipGetLastError gives the error of the call that failed", cudaGetLastError(), cudaErrorInvalidDevice);
    GIVES("Error", "hipGetLastError forgets the error", cudaGetLastError(), cudaSuccess);
    GIVES("Error", "hipPeekAtLastError gives hipSuccess after hipGetLastError", cudaPeekAtLastError(), cudaSuccess);
    fail();
    cudaError_t of_another = cudaErrorUnknown;
    std::thread([&] { of_another = cudaGetLastError(); }).join();
    GIVES("Error", "hipGetLastError of a new thread gives hipSuccess", of_another, cudaSuccess);
    GIVES("Error", "hipGetLastError keeps the errors of threads apart", cudaGetLastError(), cudaErrorInvalidDevice);
    fail();
    (void)cudaGetDevice(nullptr);
    GIVES("Error", "hipGetLastError gives the latest of two errors", cudaGetLastError(), cudaErrorInvalidValue);
    nothing<<<1, 1 << 20>>>();
    GIVES("Error", "hipGetLastError tells of launches with chevrons that are refused", cudaGetLastError(),
          HIP_OR_CUDA(cudaErrorInvalidConfiguration, cudaErrorInvalidValue));
    nothing<<<1, 32>>>();
    GIVES("Error", "hipGetLastError gives hipSuccess after a launch", cudaGetLastError(), cudaSuccess);
    fail();
    GIVES("Device", "hipDeviceSynchronize does not give the error of an earlier call", cudaDeviceSynchronize(), cudaSuccess);
    (void)cudaGetLastError();
}

static void names() {
    const auto name = [](cudaError_t error) { return std::string(cudaGetErrorName(error)); };
    const auto is = [](const std::string &got, const char *hip, const char *cuda) { return got == HIP_OR_CUDA(hip, cuda); };
    CASE("Error", "hipGetErrorName of hipSuccess is its name", is(name(cudaSuccess), "hipSuccess", "cudaSuccess"));
    CASE("Error", "hipGetErrorName of hipErrorInvalidValue is its name",
         is(name(cudaErrorInvalidValue), "hipErrorInvalidValue", "cudaErrorInvalidValue"));
    CASE("Error", "hipGetErrorName of hipErrorNotReady is its name", is(name(cudaErrorNotReady), "hipErrorNotReady", "cudaErrorNotReady"));
    CASE("Error", "hipGetErrorName of hipErrorNotSupported is its name",
         is(name(cudaErrorNotSupported), "hipErrorNotSupported", "cudaErrorNotSupported"));
    CASE("Error", "hipGetErrorName of hipErrorOutOfMemory is its name",
         is(name(cudaErrorMemoryAllocation), "hipErrorOutOfMemory", "cudaErrorMemoryAllocation"));
    CASE("Error", "hipGetErrorName of a number that is no error is some text", cudaGetErrorName(static_cast<cudaError_t>(-7)) != nullptr);
    CASE("Error", "hipGetErrorString of hipSuccess says so", std::string(cudaGetErrorString(cudaSuccess)) == "no error");
    CASE("Error", "hipGetErrorString of hipErrorInvalidValue says so",
         std::string(cudaGetErrorString(cudaErrorInvalidValue)) == "invalid argument");
    CASE("Error", "hipGetErrorString of hipErrorOutOfMemory says so",
         std::string(cudaGetErrorString(cudaErrorMemoryAllocation)) == "out of memory");
    CASE("Error", "hipGetErrorString differs between two errors",
         std::string(cudaGetErrorString(cudaErrorInvalidDevice)) != cudaGetErrorString(cudaErrorInvalidValue));
    CASE("Error", "hipGetErrorString of a number that is no error is some text",
         cudaGetErrorString(static_cast<cudaError_t>(-7)) != nullptr);
    const char *text = nullptr;
    GIVES("Error", "hipDrvGetErrorName knows hipErrorInvalidValue", cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text), CUDA_SUCCESS);
    CASE("Error", "hipDrvGetErrorName gives the name", is(text ? text : "", "hipErrorInvalidValue", "CUDA_ERROR_INVALID_VALUE"));
    text = "";
    GIVES("Error", "hipDrvGetErrorName of a number that is no error: hipErrorInvalidValue",
          cuGetErrorName(static_cast<CUresult>(-7), &text), CUDA_ERROR_INVALID_VALUE);
    CASE("Error", "hipDrvGetErrorName of a number that is no error gives no text", text == nullptr);
    GIVES("Error", "hipDrvGetErrorString knows hipErrorInvalidValue", cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text), CUDA_SUCCESS);
    CASE("Error", "hipDrvGetErrorString gives a text", text && std::string(text) == "invalid argument");
    GIVES("Error", "hipDrvGetErrorString of a number that is no error: hipErrorInvalidValue",
          cuGetErrorString(static_cast<CUresult>(-7), &text), CUDA_ERROR_INVALID_VALUE);
}

int main() {
    last_error();
    names();
    return end_of_cases("errors");
}

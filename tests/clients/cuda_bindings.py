"""Calls of cuda-bindings, NVIDIA's Python bindings, which load libcuda.so.1 and libnvrtc by name: a line each, how it ended."""

import sys

import numpy

try:
    from cuda.bindings import driver, nvrtc, runtime
except ImportError:
    from cuda import cuda as driver, cudart as runtime, nvrtc

FAILED = []


def check(name, call):
    try:
        answer = call()
    except Exception as error:  # what a client sees of a broken library
        FAILED.append(name)
        print(f"{name:<44} {type(error).__name__}: {error}")
        return None
    status, *rest = answer
    if int(status) != 0:
        FAILED.append(name)
        print(f"{name:<44} {status.name}")
        return None
    print(f"{name:<44} ok")
    return rest[0] if len(rest) == 1 else rest


def same(name, found, wanted):
    if found != wanted:
        FAILED.append(name)
        print(f"{name:<44} is {found!r}, expected {wanted!r}")


def runtime_calls():
    check("cudaGetDeviceCount", runtime.cudaGetDeviceCount)
    check("cudaRuntimeGetVersion", runtime.cudaRuntimeGetVersion)
    check("cudaDriverGetVersion", runtime.cudaDriverGetVersion)
    property = check("cudaGetDeviceProperties", lambda: runtime.cudaGetDeviceProperties(0))
    if property is not None:
        attribute = runtime.cudaDeviceAttr.cudaDevAttrWarpSize
        same("warpSize", property.warpSize, check("cudaDeviceGetAttribute", lambda: runtime.cudaDeviceGetAttribute(attribute, 0)))
    numbers = numpy.arange(1000, dtype=numpy.int32)
    back = numpy.zeros_like(numbers)
    memory = check("cudaMalloc", lambda: runtime.cudaMalloc(numbers.nbytes))
    kinds = runtime.cudaMemcpyKind
    check("cudaMemcpy in", lambda: runtime.cudaMemcpy(memory, numbers.ctypes.data, numbers.nbytes, kinds.cudaMemcpyHostToDevice))
    stream = check("cudaStreamCreate", runtime.cudaStreamCreate)
    begin = check("cudaEventCreate", runtime.cudaEventCreate)
    end = check("cudaEventCreateWithFlags", lambda: runtime.cudaEventCreateWithFlags(0))
    check("cudaEventRecord", lambda: runtime.cudaEventRecord(begin, stream))
    check("cudaMemcpyAsync out", lambda: runtime.cudaMemcpyAsync(back.ctypes.data, memory, back.nbytes, kinds.cudaMemcpyDeviceToHost, stream))
    check("cudaEventRecord", lambda: runtime.cudaEventRecord(end, stream))
    check("cudaStreamSynchronize", lambda: runtime.cudaStreamSynchronize(stream))
    check("cudaEventElapsedTime", lambda: runtime.cudaEventElapsedTime(begin, end))
    same("what came back", bool((back == numbers).all()), True)
    check("cudaStreamQuery", lambda: runtime.cudaStreamQuery(stream))
    attributes = check("cudaPointerGetAttributes", lambda: runtime.cudaPointerGetAttributes(memory))
    if attributes is not None:
        same("type", attributes.type, runtime.cudaMemoryType.cudaMemoryTypeDevice)
    graph = check("cudaGraphCreate", lambda: runtime.cudaGraphCreate(0))
    fill = runtime.cudaMemsetParams()
    fill.dst, fill.elementSize, fill.value, fill.width, fill.height = memory, 4, 5, 1000, 1
    check("cudaGraphAddMemsetNode", lambda: runtime.cudaGraphAddMemsetNode(graph, None, 0, fill))
    instance = check("cudaGraphInstantiate", lambda: runtime.cudaGraphInstantiate(graph, 0))
    check("cudaGraphLaunch", lambda: runtime.cudaGraphLaunch(instance, stream))
    check("cudaDeviceSynchronize", runtime.cudaDeviceSynchronize)
    check("cudaMemcpy", lambda: runtime.cudaMemcpy(back.ctypes.data, memory, back.nbytes, kinds.cudaMemcpyDeviceToHost))
    same("what the graph filled", bool((back == 5).all()), True)
    check("cudaMemGetInfo", runtime.cudaMemGetInfo)
    check("cudaMallocManaged", lambda: runtime.cudaMallocManaged(64, 1))
    check("cudaMallocAsync", lambda: runtime.cudaMallocAsync(64, stream))
    check("cudaStreamBeginCapture", lambda: runtime.cudaStreamBeginCapture(stream, runtime.cudaStreamCaptureMode.cudaStreamCaptureModeGlobal))
    check("cudaStreamGetCaptureInfo", lambda: runtime.cudaStreamGetCaptureInfo(stream))
    check("cudaStreamEndCapture", lambda: runtime.cudaStreamEndCapture(stream))
    check("cudaGetErrorName", lambda: runtime.cudaGetErrorName(runtime.cudaError_t.cudaErrorInvalidValue))
    check("cudaFree", lambda: runtime.cudaFree(memory))
    check("cudaEventDestroy", lambda: runtime.cudaEventDestroy(begin))
    check("cudaStreamDestroy", lambda: runtime.cudaStreamDestroy(stream))


SOURCE = b"""
extern "C" __global__ void scale(float *values, float factor, int count) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < count) values[x] *= factor;
}
"""


def driver_calls():
    check("cuInit", lambda: driver.cuInit(0))
    device = check("cuDeviceGet", lambda: driver.cuDeviceGet(0))
    check("cuDeviceGetName", lambda: driver.cuDeviceGetName(64, device))
    check("cuDeviceTotalMem", lambda: driver.cuDeviceTotalMem(device))
    context = check("cuDevicePrimaryCtxRetain", lambda: driver.cuDevicePrimaryCtxRetain(device))
    check("cuCtxSetCurrent", lambda: driver.cuCtxSetCurrent(context))
    check("cuGetErrorString", lambda: driver.cuGetErrorString(driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY))
    program = check("nvrtcCreateProgram", lambda: nvrtc.nvrtcCreateProgram(SOURCE, b"scale.cu", 0, [], []))
    check("nvrtcCompileProgram", lambda: nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=compute_80"]))
    size = check("nvrtcGetPTXSize", lambda: nvrtc.nvrtcGetPTXSize(program))
    code = b" " * (size or 0)
    check("nvrtcGetPTX", lambda: nvrtc.nvrtcGetPTX(program, code))
    module = check("cuModuleLoadData", lambda: driver.cuModuleLoadData(code))
    kernel = check("cuModuleGetFunction", lambda: driver.cuModuleGetFunction(module, b"scale"))
    values = numpy.arange(256, dtype=numpy.float32)
    memory = check("cuMemAlloc", lambda: driver.cuMemAlloc(values.nbytes))
    check("cuMemcpyHtoD", lambda: driver.cuMemcpyHtoD(memory, values.ctypes.data, values.nbytes))
    stream = check("cuStreamCreate", lambda: driver.cuStreamCreate(0))
    arguments = [numpy.array([int(memory)], numpy.uint64), numpy.array([2], numpy.float32), numpy.array([256], numpy.int32)]
    pointers = numpy.array([argument.ctypes.data for argument in arguments], numpy.uint64)
    check("cuLaunchKernel", lambda: driver.cuLaunchKernel(kernel, 4, 1, 1, 64, 1, 1, 0, stream, pointers.ctypes.data, 0))
    check("cuStreamSynchronize", lambda: driver.cuStreamSynchronize(stream))
    back = numpy.zeros_like(values)
    check("cuMemcpyDtoH", lambda: driver.cuMemcpyDtoH(back.ctypes.data, memory, back.nbytes))
    same("what the kernel made", bool((back == values * 2).all()), True)
    check("cuMemFree", lambda: driver.cuMemFree(memory))
    check("cuModuleUnload", lambda: driver.cuModuleUnload(module))


PARTS = {"runtime": runtime_calls, "driver": driver_calls}
for part in sys.argv[1:] or PARTS:
    PARTS[part]()
print(f"{len(FAILED)} failed: {', '.join(FAILED)}" if FAILED else "all calls succeeded")
sys.exit(bool(FAILED))

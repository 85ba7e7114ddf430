// run: wave-any
// targets: gfx90a,cpu (one target for a GPU is enough: names are what is tested)
// flags: --mode compat
// stdout: GPU Device 0 is used
//
// What NVIDIA's samples include from their own folder.
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <unistd.h>

__global__ void shade(float4 *pixels, int n, float3 light) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float3 normal = normalize(make_float3((float)i, 1.0f, 2.0f));
    const float3 away = reflect(-light, normal);
    const float3 mixed = lerp(normal, away, 0.25f);
    const float level = clamp(dot(mixed, light), 0.0f, 1.0f);
    pixels[i] = make_float4(make_float3(level), length(cross(normal, away)));
}

static bool vectors_are_right() {
    const float4 a = make_float4(1.0f), b = make_float4(make_float3(make_float2(1, 2), 3), 4);
    const float4 c = fminf(a * 2.0f + b, make_float4(4.0f));
    const int3 i = clamp(make_int3(-5, 3, 9), 0, 5);
    const uint2 u = max(make_uint2(1, 8), make_uint2(4));
    const float2 f = floorf(make_float2(1.5f, -1.5f)) + fracf(make_float2(0.25f));
    return c.x == 3 && c.y == 4 && c.w == 4 && i.x == 0 && i.y == 3 && i.z == 5 && u.x == 4 && u.y == 8 && f.x == 1.25f &&
           f.y == -1.75f && dot(b, b) == 30 && smoothstep(0.0f, 1.0f, 0.5f) == 0.5f && ftoi(2.5f) == 3;
}

static bool options_are_right() {
    const char *argv[] = {"sample", "--size=64", "-scale=1.5", "name=text", "-quiet"};
    int size = 0;
    char *name = nullptr;
    char path[] = "a/b.ppm", *ending = nullptr;
    return getCmdLineArgumentValue(5, argv, "size", &size) && size == 64 && getCmdLineArgumentInt(5, argv, "size=") == 64 &&
           getCmdLineArgumentFloat(5, argv, "scale") == 1.5f && checkCmdLineFlag(5, argv, "quiet") &&
           !checkCmdLineFlag(5, argv, "qui") && !getCmdLineArgumentString(5, argv, "name", &name) && !name &&
           getFileExtension(path, &ending) == 4 && !strcmp(ending, "ppm");
}

static bool images_are_right(const std::string &folder) {
    const std::string pgm = folder + "/a.pgm", ppm = folder + "/a.ppm", text = folder + "/a.txt";
    unsigned char gray[6] = {0, 50, 100, 150, 200, 255}, rgba[8] = {1, 2, 3, 0, 4, 5, 6, 0};
    unsigned char *loaded = nullptr, *wide = nullptr;
    float *shares = nullptr, numbers[3] = {1.5f, 2.5f, -3.0f}, *again = nullptr;
    unsigned w = 0, h = 0, count = 0;
    bool right = sdkSavePGM(pgm.c_str(), gray, 3, 2) && sdkLoadPGM(pgm.c_str(), &loaded, &w, &h) && w == 3 && h == 2;
    right = right && !memcmp(gray, loaded, 6) && sdkLoadPGM(pgm.c_str(), &shares, &w, &h) && shares[5] == 1.0f;
    right = right && sdkSavePPM4ub(ppm.c_str(), rgba, 2, 1) && sdkLoadPPM4(ppm.c_str(), &wide, &w, &h) && !memcmp(rgba, wide, 8);
    right = right && sdkComparePPM(ppm.c_str(), ppm.c_str(), 0.5f, 0.0f, true) && !sdkLoadPGM("/nowhere", &loaded, &w, &h);
    std::ofstream(text) << "1.5 2.5 -3.0\n";
    right = right && sdkReadFile(text.c_str(), &again, &count, true) && count == 3 && sdkCompareL2fe(numbers, again, 3, 1e-6f);
    again[1] += 1.0f;
    right = right && !sdkCompareL2fe(numbers, again, 3, 1e-6f) && !compareData(numbers, again, 3, 0.5f, 0.0f);
    free(loaded), free(wide), free(shares), free(again);
    for (const std::string &file : {pgm, ppm, text}) unlink(file.c_str());
    return right;
}

static bool exceptions_are_right() {
    try {
        RUNTIME_EXCEPTION("it went wrong");
    } catch (const RuntimeException &caught) {
        return strstr(caught.what(), "it went wrong") != nullptr;
    }
    return false;
}

int main(int argc, char **argv) {
    const int device = findCudaDevice(argc, (const char **)argv);
    printf("GPU Device %d is used\n", device);
    StopWatchInterface *timer = nullptr;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);

    const int n = 200;
    float4 *pixels, host[n];
    const float3 light = normalize(make_float3(1, 1, 1));
    checkCudaErrors(cudaMalloc(&pixels, sizeof host));
    shade<<<2, 128>>>(pixels, n, light);
    getLastCudaError("shade");
    checkCudaErrors(cudaMemcpy(host, pixels, sizeof host, cudaMemcpyDeviceToHost));
    checkCudaErrors(cudaFree(pixels));
    bool right = vectors_are_right() && options_are_right() && exceptions_are_right() && checkCudaCapabilities(1, 0);
    for (int i = 0; i < n; ++i) {
        const float3 normal = normalize(make_float3((float)i, 1, 2)), away = reflect(-light, normal);
        const float level = clamp(dot(lerp(normal, away, 0.25f), light), 0.0f, 1.0f);
        right = right && fabsf(host[i].x - level) < 1e-5f && host[i].x == host[i].z;
        right = right && fabsf(host[i].w - length(cross(normal, away))) < 1e-4f;
    }
    char folder[] = "/tmp/hipify-rs-sample-XXXXXX";
    right = right && mkdtemp(folder) && images_are_right(folder) && rmdir(folder) == 0;

    sdkStopTimer(&timer);
    right = right && sdkGetTimerValue(&timer) > 0.0f && sdkGetAverageTimerValue(&timer) == sdkGetTimerValue(&timer);
    sdkDeleteTimer(&timer);
    printf("%s sample-helpers\n", right ? "PASS" : "FAIL");
    return right && !timer ? 0 : 1;
}

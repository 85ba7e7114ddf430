// cuFFT over several GPUs: arrays in parts under a descriptor, copies of them in each order, and transforms in place and out of place,
// beside sums by the definition.
// run: wave-any
// devices: 3
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipFFT)
// flags: -lhipfft
// nvcc: none, since a machine rarely has three GPUs
#include "check.h"

#include <cufftXt.h>

#include <complex>

#define FFT(call) LIBRARY(call, CUFFT_SUCCESS)

using Complex = std::complex<double>;

constexpr int nx = 6, ny = 5, nz = 4, half = nz / 2 + 1;
constexpr double pi = 3.14159265358979323846;

Complex root(int step, int n) { return std::polar(1.0, -2 * pi * (step % n) / n); }

// The element of a transform of all three dimensions.
Complex sum(const std::vector<Complex> &from, int x, int y, int z) {
    Complex total = 0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++) total += from[(i * ny + j) * nz + k] * root(i * x, nx) * root(j * y, ny) * root(k * z, nz);
    return total;
}

std::vector<double> flat(const std::vector<Complex> &all) {
    std::vector<double> numbers;
    for (const auto &value : all) numbers.push_back(value.real()), numbers.push_back(value.imag());
    return numbers;
}

cufftHandle planned(int rank, const int *extent, cufftType kind, int batch) {
    cufftHandle plan;
    int devices[] = {0, 1, 2}, n[] = {extent[0], rank > 1 ? extent[1] : 0, rank > 2 ? extent[2] : 0};
    size_t work[3] = {};
    FFT(cufftCreate(&plan));
    FFT(cufftXtSetGPUs(plan, 3, devices));
    FFT(cufftMakePlanMany(plan, rank, n, nullptr, 1, 0, nullptr, 1, 0, kind, batch, work));
    return plan;
}

// Bytes that the devices have.
size_t bytes(const cudaLibXtDesc *parts) {
    size_t total = 0;
    for (int device = 0; device < parts->descriptor->nGPUs; device++) total += parts->descriptor->size[device];
    return total;
}

void complex_numbers(Verdict &verdict) {
    const int extent[] = {nx, ny, nz};
    const cufftHandle plan = planned(3, extent, CUFFT_Z2Z, 1);
    const auto numbers = random_reals<double>(2 * nx * ny * nz, 5);
    std::vector<Complex> input, wanted, found(nx * ny * nz);
    for (int at = 0; at < nx * ny * nz; at++) input.emplace_back(numbers[2 * at], numbers[2 * at + 1]);
    for (int at = 0; at < nx * ny * nz; at++) wanted.push_back(sum(input, at / (ny * nz), at / nz % ny, at % nz));
    cudaLibXtDesc *parts, *others;
    FFT(cufftXtMalloc(plan, &parts, CUFFT_XT_FORMAT_INPLACE));
    verdict.holds("three parts", parts->descriptor->nGPUs == 3 && parts->descriptor->GPUs[2] == 2);
    verdict.holds("all elements have a place", bytes(parts) >= input.size() * sizeof(Complex));
    FFT(cufftXtMemcpy(plan, parts, input.data(), CUFFT_COPY_HOST_TO_DEVICE));
    // The second device has the third and fourth of six.
    Complex first;
    CHECK(cudaMemcpy(&first, parts->descriptor->data[1], sizeof first, cudaMemcpyDefault));
    verdict.holds("natural order", first == input[2 * ny * nz]);
    FFT(cufftXtExecDescriptor(plan, parts, parts, CUFFT_FORWARD));
    verdict.holds("the order of results", parts->subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED);
    CHECK(cudaMemcpy(&first, parts->descriptor->data[1], sizeof first, cudaMemcpyDefault));
    verdict.holds("permuted order", std::abs(first - wanted[2 * nz]) < 1e-12);
    FFT(cufftXtMemcpy(plan, found.data(), parts, CUFFT_COPY_DEVICE_TO_HOST));
    verdict.same("in place", flat(found), flat(wanted), 1e-12);
    // Natural order again by a copy, and by going back.
    FFT(cufftXtMalloc(plan, &others, CUFFT_XT_FORMAT_INPLACE));
    FFT(cufftXtMemcpy(plan, others, parts, CUFFT_COPY_DEVICE_TO_DEVICE));
    FFT(cufftXtMemcpy(plan, found.data(), others, CUFFT_COPY_DEVICE_TO_HOST));
    verdict.same("between orders", flat(found), flat(wanted), 1e-12);
    FFT(cufftXtExecDescriptorZ2Z(plan, parts, parts, CUFFT_INVERSE));
    verdict.holds("the order of input", parts->subFormat == CUFFT_XT_FORMAT_INPLACE);
    FFT(cufftXtMemcpy(plan, found.data(), parts, CUFFT_COPY_DEVICE_TO_HOST));
    for (auto &value : found) value /= nx * ny * nz;
    verdict.same("and back", flat(found), flat(input), 1e-13);
    FFT(cufftXtFree(parts));
    FFT(cufftXtFree(others));
    // Out of place.
    FFT(cufftXtMalloc(plan, &parts, CUFFT_XT_FORMAT_INPUT));
    FFT(cufftXtMalloc(plan, &others, CUFFT_XT_FORMAT_OUTPUT));
    FFT(cufftXtMemcpy(plan, parts, input.data(), CUFFT_COPY_HOST_TO_DEVICE));
    FFT(cufftXtExecDescriptorZ2Z(plan, parts, others, CUFFT_FORWARD));
    FFT(cufftXtMemcpy(plan, found.data(), others, CUFFT_COPY_DEVICE_TO_HOST));
    verdict.same("out of place", flat(found), flat(wanted), 1e-12);
    FFT(cufftXtFree(parts));
    FFT(cufftXtFree(others));
    FFT(cufftDestroy(plan));
}

// Rows of real data in place are as long as those of complex numbers.
void real_numbers(Verdict &verdict) {
    const int extent[] = {nx, ny, nz};
    const cufftHandle forward = planned(3, extent, CUFFT_D2Z, 1), backward = planned(3, extent, CUFFT_Z2D, 1);
    const auto numbers = random_reals<double>(nx * ny * nz, 6);
    const std::vector<Complex> input(numbers.begin(), numbers.end());
    std::vector<double> rows(nx * ny * 2 * half), result(rows.size());
    for (int at = 0; at < nx * ny * nz; at++) rows[at / nz * 2 * half + at % nz] = numbers[at];
    std::vector<Complex> wanted, found(nx * ny * half);
    for (int at = 0; at < nx * ny * half; at++) wanted.push_back(sum(input, at / (ny * half), at / half % ny, at % half));
    cudaLibXtDesc *parts, *back;
    FFT(cufftXtMalloc(forward, &parts, CUFFT_XT_FORMAT_INPLACE));
    FFT(cufftXtMemcpy(forward, parts, rows.data(), CUFFT_COPY_HOST_TO_DEVICE));
    FFT(cufftXtExecDescriptorD2Z(forward, parts, parts));
    FFT(cufftXtMemcpy(forward, found.data(), parts, CUFFT_COPY_DEVICE_TO_HOST));
    verdict.same("real", flat(found), flat(wanted), 1e-12);
    FFT(cufftXtMalloc(backward, &back, CUFFT_XT_FORMAT_INPLACE_SHUFFLED));
    FFT(cufftXtMemcpy(backward, back, found.data(), CUFFT_COPY_HOST_TO_DEVICE));
    FFT(cufftXtExecDescriptorZ2D(backward, back, back));
    FFT(cufftXtMemcpy(backward, result.data(), back, CUFFT_COPY_DEVICE_TO_HOST));
    std::vector<double> again;
    for (int at = 0; at < nx * ny * nz; at++) again.push_back(result[at / nz * 2 * half + at % nz] / (nx * ny * nz));
    verdict.same("real again", again, numbers, 1e-13);
    verdict.holds("real input is in natural order", cufftXtExecDescriptorD2Z(forward, parts, parts) != CUFFT_SUCCESS);
    FFT(cufftXtFree(parts));
    FFT(cufftXtFree(back));
    FFT(cufftDestroy(forward));
    FFT(cufftDestroy(backward));
}

// Members of a batch, one device after another.
void batch(Verdict &verdict) {
    const int n = 8, members = 7;
    const cufftHandle plan = planned(1, &n, CUFFT_Z2Z, members);
    std::vector<Complex> input, wanted, found(n * members);
    const auto numbers = random_reals<double>(2 * n * members, 7);
    for (int at = 0; at < n * members; at++) input.emplace_back(numbers[2 * at], numbers[2 * at + 1]);
    for (int at = 0; at < n * members; at++) {
        Complex total = 0;
        for (int i = 0; i < n; i++) total += input[at / n * n + i] * root(i * (at % n), n);
        wanted.push_back(total);
    }
    cudaLibXtDesc *parts;
    FFT(cufftXtMalloc(plan, &parts, CUFFT_XT_FORMAT_INPLACE));
    const size_t member = n * sizeof(Complex);
    verdict.holds("three members and two each", parts->descriptor->size[0] == 3 * member && parts->descriptor->size[2] == 2 * member);
    FFT(cufftXtMemcpy(plan, parts, input.data(), CUFFT_COPY_HOST_TO_DEVICE));
    FFT(cufftXtExecDescriptor(plan, parts, parts, CUFFT_FORWARD));
    FFT(cufftXtMemcpy(plan, found.data(), parts, CUFFT_COPY_DEVICE_TO_HOST));
    verdict.same("a batch", flat(found), flat(wanted), 1e-13);
    FFT(cufftXtFree(parts));
    FFT(cufftDestroy(plan));
}

void refused(Verdict &verdict) {
    cufftHandle plan;
    int devices[] = {0, 9};
    FFT(cufftCreate(&plan));
    verdict.holds("no such device", cufftXtSetGPUs(plan, 2, devices) != CUFFT_SUCCESS);
    size_t work = 0;
    FFT(cufftMakePlan1d(plan, 8, CUFFT_Z2Z, 1, &work));
    verdict.holds("devices come before the plan", cufftXtSetGPUs(plan, 1, devices) == CUFFT_INVALID_PLAN);
    cudaLibXtDesc *parts;
    verdict.holds("a plan of one device", cufftXtMalloc(plan, &parts, CUFFT_XT_FORMAT_INPLACE) == CUFFT_INVALID_PLAN);
    FFT(cufftDestroy(plan));
}

int main() {
    Verdict verdict("fft-devices");
    complex_numbers(verdict);
    real_numbers(verdict);
    batch(verdict);
    refused(verdict);
    return verdict.end();
}

// A layer of a transformer by cuBLASLt, forwards and backwards: products with a bias, GELU and what it keeps, its gradient and the
// gradients of biases, in half precision, bfloat16 and single precision.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLASLt)
// flags: -lhipblaslt
// nvcc: -lcublasLt -lcublas
#include "lt.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Tokens, and channels before and after the layer.
const int TOKENS = 32, IN = 64, OUT = 48;

template <typename T> struct Of;
template <> struct Of<float> {
    static constexpr cudaDataType_t type = CUDA_R_32F;
    static constexpr double tolerance = 1e-5;
};
template <> struct Of<__half> {
    static constexpr cudaDataType_t type = CUDA_R_16F;
    static constexpr double tolerance = 2e-3;
};
template <> struct Of<__nv_bfloat16> {
    static constexpr cudaDataType_t type = CUDA_R_16BF;
    static constexpr double tolerance = 1.6e-2;
};

template <typename T> std::vector<T> randoms(int count, int seed) {
    std::vector<T> all;
    for (float value : random_reals(count, seed)) all.push_back(static_cast<T>(value - 0.5f));
    return all;
}

template <typename T> std::vector<double> wide(const std::vector<T> &from) {
    std::vector<double> all;
    for (const T &value : from) all.push_back(static_cast<double>(static_cast<float>(value)));
    return all;
}

double gelu(double x) { return 0.5 * x * (1 + std::tanh(0.79788456080286536 * (x + 0.044715 * x * x * x))); }

double gelu_slope(double x) {
    const double step = 1e-5;
    return (gelu(x + step) - gelu(x - step)) / (2 * step);
}

// The sum of products along a row or column of each matrix: `a[i]`, `a[i + step_a]`, ...
double dot(const std::vector<double> &a, int i, int step_a, const std::vector<double> &b, int j, int step_b, int count) {
    double sum = 0;
    for (int k = 0; k < count; k++) sum += a[i + k * step_a] * b[j + k * step_b];
    return sum;
}

template <typename T> void layer(Verdict &verdict, Library &library) {
    const auto type = Of<T>::type;
    const double tolerance = Of<T>::tolerance;
    // Weights are stored by output channel, tokens one after another.
    const auto weight = randoms<T>(OUT * IN, 1), input = randoms<T>(TOKENS * IN, 2), bias = randoms<T>(OUT, 3);
    const auto up = randoms<T>(TOKENS * OUT, 4);
    const auto w = wide(weight), x = wide(input), b = wide(bias), g = wide(up);
    Array<T> dw(weight), dx(input), db(bias), dg(up), output(TOKENS * OUT), kept(TOKENS * OUT);
    Layout lw(type, IN, OUT, IN), lx(type, IN, TOKENS, IN), ly(type, OUT, TOKENS, OUT);
    std::vector<double> before(TOKENS * OUT), after(TOKENS * OUT), positive(TOKENS * OUT);
    for (int t = 0; t < TOKENS; t++)
        for (int o = 0; o < OUT; o++) {
            const int at = t * OUT + o;
            before[at] = dot(w, o * IN, 1, x, t * IN, 1, IN) + b[o];
            after[at] = gelu(before[at]);
            positive[at] = before[at] > 0 ? before[at] : 0;
        }

    Operation forward(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    const cudaDataType_t scale = CUDA_R_32F;
    LT(cublasLtMatmulDescSetAttribute(forward.p, CUBLASLT_MATMUL_DESC_SCALE_TYPE, &scale, sizeof scale));
    forward.transposes(true, false).set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<const void *>(db.p));
    forward.set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, type).set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    library.matmul(forward, 1.0f, dw.p, lw, dx.p, lx, 0.0f, output.p, ly, output.p, ly);
    verdict.same("bias", wide(output.host()), before, tolerance);
    forward.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_RELU_BIAS);
    library.matmul(forward, 1.0f, dw.p, lw, dx.p, lx, 0.0f, output.p, ly, output.p, ly);
    verdict.same("bias and ReLU", wide(output.host()), positive, tolerance);
    forward.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU_AUX_BIAS);
    forward.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<void *>(kept.p));
    forward.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, static_cast<int64_t>(OUT));
    library.matmul(forward, 1.0f, dw.p, lw, dx.p, lx, 0.0f, output.p, ly, output.p, ly);
    verdict.same("bias and GELU", wide(output.host()), after, tolerance);
    verdict.same("what GELU keeps", wide(kept.host()), before, tolerance);

    // Backwards through the next layer, whose weights are the same transposed: up -> gradient before GELU.
    Array<T> gradient(TOKENS * IN), before_gelu(randoms<T>(TOKENS * IN, 5)), sums(IN);
    const auto z = wide(before_gelu.host());
    std::vector<double> plain(TOKENS * IN), turned(TOKENS * IN), by_channel(IN), of_weight(OUT * IN), of_bias(OUT);
    for (int t = 0; t < TOKENS; t++)
        for (int i = 0; i < IN; i++) {
            plain[t * IN + i] = dot(w, i, IN, g, t * OUT, 1, OUT);
            turned[t * IN + i] = plain[t * IN + i] * gelu_slope(z[t * IN + i]);
            by_channel[i] += turned[t * IN + i];
        }
    for (int o = 0; o < OUT; o++) {
        for (int i = 0; i < IN; i++) of_weight[o * IN + i] = dot(x, i, IN, g, o, OUT, TOKENS);
        for (int t = 0; t < TOKENS; t++) of_bias[o] += g[t * OUT + o];
    }
    Operation backward(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    backward.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DGELU);
    backward.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<void *>(before_gelu.p));
    backward.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, static_cast<int64_t>(IN));
    library.matmul(backward, 1.0f, dw.p, lw, dg.p, ly, 0.0f, gradient.p, lx, gradient.p, lx);
    verdict.same("gradient of GELU", wide(gradient.host()), turned, tolerance);
    backward.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DGELU_BGRAD);
    backward.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<void *>(sums.p)).set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, type);
    library.matmul(backward, 1.0f, dw.p, lw, dg.p, ly, 0.0f, gradient.p, lx, gradient.p, lx);
    verdict.same("gradient of the bias before GELU", wide(sums.host()), by_channel, tolerance);

    // Of the weights, added to what is there, with the bias's gradient along the tokens.
    Array<T> of_weights(OUT * IN), of_biases(OUT);
    Operation last(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    last.transposes(false, true).set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BGRADB);
    last.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<void *>(of_biases.p)).set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, type);
    for (int pass = 1; pass <= 2; pass++) {
        library.matmul(last, 1.0f, dx.p, lx, dg.p, ly, 1.0f, of_weights.p, lw, of_weights.p, lw);
        auto wanted = of_weight;
        for (double &value : wanted) value *= pass;
        verdict.same("gradient of the weights", wide(of_weights.host()), wanted, tolerance);
        verdict.same("gradient of the bias", wide(of_biases.host()), of_bias, tolerance);
    }
}

int main() {
    Verdict verdict("blas-lt-epilogue");
    {
        Library library;
        layer<float>(verdict, library);
        layer<__half>(verdict, library);
        layer<__nv_bfloat16>(verdict, library);
    }
    return verdict.end();
}

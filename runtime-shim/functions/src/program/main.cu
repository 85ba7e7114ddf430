
void check(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

template <class T> T *device(size_t count) {
    void *made = nullptr;
    check(cudaMalloc(&made, count * sizeof(T)), "cudaMalloc");
    return static_cast<T *>(made);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s OUTPUT [FIRST LAST]\n", argv[0]);
        return 2;
    }
    const int most = 512, count = sizeof(entries) / sizeof(*entries);
    int first = argc > 3 ? atoi(argv[2]) : 0, last = argc > 3 ? atoi(argv[3]) : count - 1;
    unsigned char *table = device<unsigned char>(sizeof(tables)), *pick = device<unsigned char>(sizeof(picks));
    unsigned char *scratch = device<unsigned char>(most * SCRATCH), *result = device<unsigned char>(most * RESULT);
    int *sizes = device<int>(2);
    check(cudaMemcpy(table, tables, sizeof(tables), cudaMemcpyHostToDevice), "cudaMemcpy");
    check(cudaMemcpy(pick, picks, sizeof(picks), cudaMemcpyHostToDevice), "cudaMemcpy");
    FILE *out = fopen(argv[1], "wb");
    if (!out) {
        perror(argv[1]);
        return 1;
    }
    std::vector<unsigned char> results(most * RESULT);
    for (int at = first; at <= last && at < count; ++at) {
        int found[2] = {0, 0};
        check(cudaMemset(result, 0, most * RESULT), entries[at].name);
        int cases = entries[at].launch(table, pick, scratch, result, sizes);
        check(cudaGetLastError(), entries[at].name);
        check(cudaDeviceSynchronize(), entries[at].name);
        check(cudaMemcpy(found, sizes, sizeof(found), cudaMemcpyDeviceToHost), entries[at].name);
        check(cudaMemcpy(results.data(), result, most * RESULT, cudaMemcpyDeviceToHost), entries[at].name);
        fprintf(out, "%s\n%d %d %d\n", entries[at].name, found[0], found[1], cases);
        for (int i = 0; i < cases; ++i) fwrite(&results[i * RESULT], 1, found[1], out);
    }
    fclose(out);
    return 0;
}

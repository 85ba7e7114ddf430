/* Runs one of the cases below, named by the first argument, with the module in the second. */

#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHECK(call) expect(call, hipSuccess, #call, __LINE__)
#define FAILS(call, error) expect(call, error, #call, __LINE__)
#define TRUE(condition)                                                      \
    do {                                                                     \
        if (!(condition)) {                                                  \
            fprintf(stderr, "line %d: not true: %s\n", __LINE__, #condition); \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

static void expect(hipError_t error, hipError_t expected, const char *call, int line) {
    if (error == expected) return;
    fprintf(stderr, "line %d: %s: error %d, expected %d\n", line, call, (int)error, (int)expected);
    exit(1);
}

static hipModule_t module;

static hipFunction_t kernel(const char *name) {
    hipFunction_t function;
    CHECK(hipModuleGetFunction(&function, module, name));
    return function;
}

static void launch(const char *name, unsigned blocks, unsigned threads, void **arguments, hipStream_t stream) {
    CHECK(hipModuleLaunchKernel(kernel(name), blocks, 1, 1, threads, 1, 1, 0, stream, arguments, NULL));
}

static void *device_memory(size_t size) {
    void *memory;
    CHECK(hipMalloc(&memory, size));
    TRUE(((size_t)memory & 255) == 0);
    return memory;
}

static void scale(void) {
    enum { COUNT = 100001 };
    float *host = malloc(COUNT * sizeof *host), *device = device_memory(COUNT * sizeof *host), factor = 3;
    int count = COUNT;
    for (int i = 0; i < COUNT; i++) host[i] = (float)i;
    CHECK(hipMemcpy(device, host, COUNT * sizeof *host, hipMemcpyHostToDevice));
    void *arguments[] = {&device, &factor, &count};
    launch("scale", (COUNT + 255) / 256, 256, arguments, NULL);
    struct {
        float *values;
        float factor;
        int count;
    } packed = {device, 0.5f, COUNT};
    size_t size = sizeof packed;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
    CHECK(hipModuleLaunchKernel(kernel("scale"), (COUNT + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
    CHECK(hipMemcpy(host, device, COUNT * sizeof *host, hipMemcpyDeviceToHost));
    for (int i = 0; i < COUNT; i++) TRUE(host[i] == (float)i * 1.5f);
    CHECK(hipFree(device));
}

static void reverse_with(const char *name) {
    int host[300], *device = device_memory(sizeof host);
    for (int i = 0; i < 300; i++) host[i] = i;
    CHECK(hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice));
    void *arguments[] = {&device};
    launch(name, 1, 300, arguments, NULL);
    CHECK(hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost));
    for (int i = 0; i < 300; i++) TRUE(host[i] == (i == 5 ? 5 : 299 - i));
}

static void reverse(void) {
    reverse_with("reverse");
    reverse_with("reverse_slowly");
}

static void warps(void) {
    int size;
    CHECK(hipDeviceGetAttribute(&size, hipDeviceAttributeWarpSize, 0));
    TRUE(size == atoi(getenv("HIPIFY_WAVE_SIZE")));
    unsigned host[128], expected[128], *device = device_memory(sizeof host);
    for (unsigned i = 0; i < 128; i++) host[i] = i * i;
    CHECK(hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice));
    void *arguments[] = {&device};
    launch("rotate", 1, 128, arguments, NULL);
    for (unsigned i = 0; i < 128; i++) {
        unsigned base = i / (unsigned)size * (unsigned)size;
        unsigned right = base + (i + 1 - base) % (unsigned)size;
        /* An odd lane's right neighbour is even, and done before the second wait: it gives zero. */
        expected[i] = i % 2 ? 0 : right * right;
    }
    CHECK(hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost));
    for (int i = 0; i < 128; i++) TRUE(host[i] == expected[i]);
}

static void grid(void) {
    enum { BLOCKS = 500 };
    int sums[BLOCKS], *parts = device_memory(sizeof sums), *device = device_memory(sizeof sums);
    void *arguments[] = {&parts, &device};
    CHECK(hipModuleLaunchCooperativeKernel(kernel("total"), BLOCKS, 1, 1, 32, 1, 1, 0, NULL, arguments));
    CHECK(hipMemcpy(sums, device, sizeof sums, hipMemcpyDeviceToHost));
    for (int i = 0; i < BLOCKS; i++) TRUE(sums[i] == BLOCKS * (BLOCKS + 1) / 2);
}

static void fibers(void) {
    unsigned host[200], *device = device_memory(sizeof host);
    void *arguments[] = {&device};
    for (int round = 0; round < 3; round++) {
        launch("deep", 4, 200, arguments, NULL);
        CHECK(hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost));
        for (unsigned i = 0; i < 200; i++) TRUE(host[i] == ((199 - i) % 3 == 0) * 1000 + (199 - (i ^ 1)));
    }
}

static void prints(void) {
    launch("say", 40, 32, NULL, NULL);
    CHECK(hipDeviceSynchronize());
    printf("the host goes on\n");
    launch("say", 1, 32, NULL, NULL);
    /* No synchronisation: at exit. */
}

static void broken(const char *name, void **arguments, hipError_t error) {
    CHECK(hipModuleLaunchKernel(kernel(name), 8, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL));
    FAILS(hipDeviceSynchronize(), error);
    FAILS(hipGetLastError(), error);
    CHECK(hipGetLastError());
    int value = 1, *device;
    FAILS(hipMemcpy(&value, &value, sizeof value, hipMemcpyHostToHost), error);
    FAILS(hipMalloc((void **)&device, 4), error);
    CHECK(hipDeviceReset());
    CHECK((hipGetLastError(), hipGetLastError()));
    scale();
    printf("the program goes on\n");
}

static void crash(void) {
    int *address = (int *)16;
    void *arguments[] = {&address};
    broken("crash", arguments, hipErrorIllegalAddress);
}

static void divide(void) {
    int zero = 0;
    void *arguments[] = {&zero};
    broken("divide", arguments, hipErrorLaunchFailure);
}

static void claim(void) { broken("claim", NULL, hipErrorAssert); }
static void part(void) { broken("part", NULL, hipErrorLaunchFailure); }
static void overflow(void) { broken("overflow", NULL, hipErrorIllegalAddress); }

static void errors(void) {
    void *none[] = {NULL};
    hipFunction_t nothing = kernel("nothing"), bounded = kernel("bounded"), absent;
    FAILS(hipModuleGetFunction(&absent, module, "absent"), hipErrorNotFound);
    FAILS(hipModuleLaunchKernel(nothing, 1, 1, 1, 1025, 1, 1, 0, NULL, none, NULL), hipErrorInvalidValue);
    FAILS(hipModuleLaunchKernel(nothing, 0, 1, 1, 1, 1, 1, 0, NULL, none, NULL), hipErrorInvalidValue);
    FAILS(hipModuleLaunchKernel(nothing, 1, 1, 1, 1, 0, 1, 0, NULL, none, NULL), hipErrorInvalidValue);
    FAILS(hipModuleLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 70000, NULL, none, NULL), hipErrorInvalidValue);
    FAILS(hipModuleLaunchKernel(bounded, 1, 1, 1, 65, 1, 1, 0, NULL, none, NULL), hipErrorLaunchFailure);
    FAILS(hipModuleLaunchKernel(bounded, 1, 1, 1, 64, 1, 1, 30000, NULL, none, NULL), hipErrorInvalidValue);
    CHECK(hipModuleLaunchKernel(bounded, 1, 1, 1, 64, 1, 1, 25000, NULL, none, NULL));
    FAILS(hipModuleLaunchKernel((hipFunction_t)&none, 1, 1, 1, 1, 1, 1, 0, NULL, none, NULL), hipErrorInvalidHandle);
    FAILS(hipModuleLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, (hipStream_t)&none, none, NULL), hipErrorInvalidValue);
    FAILS(hipLaunchKernel(&none, (dim3){1, 1, 1}, (dim3){1, 1, 1}, none, 0, NULL), hipErrorInvalidDeviceFunction);
    FAILS(hipFree(&none), hipErrorInvalidValue);
    void *memory = device_memory(1000);
    FAILS(hipFree((char *)memory + 256), hipErrorInvalidValue);
    char bytes[2000];
    FAILS(hipMemcpy(memory, bytes, 1001, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipMemcpy(memory, NULL, 1, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipMemcpy(memory, bytes, 1, (hipMemcpyKind)17), hipErrorInvalidMemcpyDirection);
    FAILS(hipMemset(memory, 0, 1001), hipErrorInvalidValue);
    CHECK(hipFree(memory));
    FAILS(hipFree(memory), hipErrorInvalidValue);
    FAILS(hipMalloc(&memory, (size_t)1 << 50), hipErrorOutOfMemory);
    hipDeviceptr_t address;
    size_t size;
    CHECK(hipModuleGetGlobal(&address, &size, module, "counter"));
    TRUE(size == sizeof(int) && *(int *)address == 7);
    FAILS(hipModuleGetGlobal(&address, &size, module, "absent"), hipErrorNotFound);
    CHECK(hipModuleUnload(module));
    FAILS(hipModuleUnload(module), hipErrorNotFound);
    FAILS(hipModuleLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, NULL, none, NULL), hipErrorInvalidHandle);
}

/* A kernel that waits for a flag holds up its own stream, not another; the null stream waits for blocking ones. */
static void streams(void) {
    int *flag;
    int *seen, *last, *wrong, one = 1;
    CHECK(hipHostMalloc((void **)&flag, 4, 0));
    CHECK(hipHostMalloc((void **)&seen, 4, 0));
    *flag = *seen = 0;
    hipStream_t first, second, free_one;
    CHECK(hipStreamCreate(&first));
    CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    CHECK(hipStreamCreateWithPriority(&free_one, hipStreamNonBlocking, -1));
    void *arguments[] = {&flag, &seen};
    launch("await", 1, 1, arguments, first);
    FAILS(hipStreamQuery(first), hipErrorNotReady);
    CHECK(hipStreamQuery(second));
    hipEvent_t event;
    CHECK(hipEventCreate(&event));
    CHECK(hipEventRecord(event, first));
    FAILS(hipEventQuery(event), hipErrorNotReady);
    CHECK(hipStreamWaitEvent(second, event, 0));
    int value = 5, *target = device_memory(4);
    CHECK(hipMemcpyAsync(target, &value, 4, hipMemcpyHostToDevice, second));
    value = 6;
    FAILS(hipStreamQuery(second), hipErrorNotReady);
    FAILS(hipStreamQuery(NULL), hipErrorNotReady);
    /* The third stream is not held up; work that waits for it does not get stuck in the first. */
    int *sum = device_memory(4);
    CHECK(hipMemsetAsync(sum, 0, 4, free_one));
    void *added[] = {&sum, &one};
    launch("add", 100, 1, added, free_one);
    CHECK(hipStreamSynchronize(free_one));
    TRUE(*sum == 100 && *seen == 0);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    CHECK(hipStreamSynchronize(second));
    TRUE(*target == 5 && *seen == 1);
    CHECK(hipEventQuery(event));
    CHECK(hipStreamSynchronize(NULL));

    /* In order, across the null stream and a blocking one. */
    last = device_memory(4);
    wrong = device_memory(4);
    CHECK(hipMemset(last, 0, 4));
    CHECK(hipMemset(wrong, 0, 4));
    for (int i = 1; i <= 3000; i++) {
        void *ordered[] = {&last, &i, &wrong};
        launch("order", 1, 1, ordered, i % 3 ? NULL : first);
    }
    CHECK(hipDeviceSynchronize());
    TRUE(*last == 3000 && *wrong == 0);
    CHECK(hipStreamDestroy(first));
    FAILS(hipStreamSynchronize(first), hipErrorContextIsDestroyed);
}

static int called;

static void callback(void *data) {
    usleep(1000);
    called += *(int *)data;
}

static void callbacks(void) {
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    int two = 2, *sum = device_memory(4), one = 1;
    void *added[] = {&sum, &one};
    CHECK(hipMemset(sum, 0, 4));
    for (int i = 0; i < 10; i++) {
        launch("add", 3, 1, added, stream);
        CHECK(hipLaunchHostFunc(stream, callback, &two));
    }
    CHECK(hipStreamSynchronize(stream));
    TRUE(called == 20 && *sum == 30);
    unsigned *word;
    CHECK(hipHostMalloc((void **)&word, 8, 0));
    *word = 0;
    CHECK(hipStreamWaitValue32(stream, word, 3, hipStreamWaitValueGte, 0xffffffffu));
    launch("add", 1, 1, added, stream);
    FAILS(hipStreamQuery(stream), hipErrorNotReady);
    CHECK(hipStreamWriteValue32(NULL == word ? stream : hipStreamPerThread, word, 4, 0));
    CHECK(hipStreamSynchronize(stream));
    TRUE(*sum == 31);
}

static void many_streams(void) {
    enum { STREAMS = 10000 };
    static hipStream_t stream[STREAMS];
    int *sum = device_memory(4), one = 1;
    void *added[] = {&sum, &one};
    CHECK(hipMemset(sum, 0, 4));
    for (int i = 0; i < STREAMS; i++) CHECK(hipStreamCreate(&stream[i]));
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < STREAMS; i++) launch("add", 2, 1, added, stream[i]);
    launch("add", 1, 1, added, NULL);
    CHECK(hipDeviceSynchronize());
    TRUE(*sum == 6 * STREAMS + 1);
    for (int i = 0; i < STREAMS; i++) CHECK(hipStreamDestroy(stream[i]));
}

static void timing(void) {
    hipEvent_t start, stop, untimed;
    float milliseconds;
    CHECK(hipEventCreate(&start));
    CHECK(hipEventCreate(&stop));
    CHECK(hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
    FAILS(hipEventElapsedTime(&milliseconds, start, stop), hipErrorInvalidHandle);
    int *flag, *seen;
    CHECK(hipHostMalloc((void **)&flag, 4, 0));
    CHECK(hipHostMalloc((void **)&seen, 4, 0));
    *flag = 0;
    CHECK(hipEventRecord(start, NULL));
    void *arguments[] = {&flag, &seen};
    launch("await", 1, 1, arguments, NULL);
    CHECK(hipEventRecord(stop, NULL));
    FAILS(hipEventElapsedTime(&milliseconds, start, stop), hipErrorNotReady);
    usleep(30000);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    CHECK(hipEventSynchronize(stop));
    CHECK(hipEventElapsedTime(&milliseconds, start, stop));
    TRUE(milliseconds > 25 && milliseconds < 5000);
    CHECK(hipEventRecord(untimed, NULL));
    CHECK(hipDeviceSynchronize());
    FAILS(hipEventElapsedTime(&milliseconds, start, untimed), hipErrorInvalidHandle);
    CHECK(hipEventDestroy(untimed));
    FAILS(hipEventRecord(untimed, NULL), hipErrorInvalidHandle);
    FAILS(hipEventCreateWithFlags(&untimed, hipEventInterprocess), hipErrorInvalidValue);
}

static void *hammer(void *data) {
    int *sum = data, one = 1;
    void *added[] = {&sum, &one};
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    for (int i = 0; i < 3000; i++) {
        launch("add", 3, 1, added, i % 7 == 0 ? NULL : i % 5 == 0 ? hipStreamPerThread : stream);
        if (i % 50 == 0) CHECK(hipStreamSynchronize(stream));
        if (i % 333 == 0) CHECK(hipDeviceSynchronize());
        if (i % 100 == 0) {
            void *memory = device_memory(10000);
            CHECK(hipMemsetAsync(memory, 1, 10000, stream));
            CHECK(hipFree(memory));
        }
    }
    CHECK(hipStreamSynchronize(stream));
    CHECK(hipStreamDestroy(stream));
    return NULL;
}

static void threads(void) {
    pthread_t thread[8];
    int *sum = device_memory(4);
    CHECK(hipMemset(sum, 0, 4));
    for (int i = 0; i < 8; i++) pthread_create(&thread[i], NULL, hammer, sum);
    for (int i = 0; i < 8; i++) pthread_join(thread[i], NULL);
    CHECK(hipDeviceSynchronize());
    TRUE(*sum == 8 * 3000 * 3);
}

static void forks(void) {
    scale();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        scale();
        grid();
        streams();
        exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    scale();
}

static int counter_of(int device, int **place) {
    hipDeviceptr_t address;
    size_t size;
    CHECK(hipSetDevice(device));
    CHECK(hipModuleGetGlobal(&address, &size, module, "counter"));
    TRUE(size == sizeof(int));
    *place = (int *)address;
    return **place;
}

/* Each device has its own variables and streams; memory is reached by all. */
static void devices(void) {
    int count, *first, *second;
    CHECK(hipGetDeviceCount(&count));
    TRUE(count == 2);
    TRUE(counter_of(0, &first) == 7 && counter_of(1, &second) == 7 && first != second);
    int *sum = device_memory(4), one = 1, device = -1;
    void *added[] = {&sum, &one};
    CHECK(hipMemset(sum, 0, 4));
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    CHECK(hipStreamGetDevice(stream, &device));
    TRUE(device == 1);
    launch("add", 5, 1, added, stream);
    CHECK(hipStreamSynchronize(stream));
    TRUE(*second == 12 && *first == 7 && *sum == 5);
    CHECK(hipSetDevice(0));
    launch("add", 2, 1, added, NULL);
    CHECK(hipDeviceSynchronize());
    TRUE(*second == 12 && *first == 9 && *sum == 7);
    int *own = device_memory(4);
    CHECK(hipMemcpyPeer(own, 0, sum, 1, 4));
    TRUE(*own == 7);
    /* A reset of one leaves the other as it is. */
    CHECK(hipDeviceReset());
    TRUE(*first == 7 && *second == 12);
    CHECK(hipSetDevice(1));
    CHECK(hipMemcpy(&one, sum, 4, hipMemcpyDeviceToHost));
    TRUE(one == 7);
    FAILS(hipSetDevice(2), hipErrorInvalidDevice);
}

/* As clang registers a managed variable; a reset gives it its initial value again. */
void **__hipRegisterFatBinary(const void *);
void __hipRegisterManagedVar(void *, void **, void *, const char *, size_t, unsigned);
static void managed(void) {
    static const struct {
        unsigned magic, version;
        const void *binary, *unused;
    } wrapper = {0x48495046, 1, NULL, NULL};
    static int initial[1000] = {1, 2, 3}, *values;
    __hipRegisterManagedVar(__hipRegisterFatBinary(&wrapper), (void **)&values, initial, "values", sizeof initial, 4);
    TRUE(values[1] == 2 && values[999] == 0);
    for (int i = 0; i < 1000; i++) values[i] = 5;
    CHECK(hipDeviceReset());
    for (int i = 0; i < 1000; i++) TRUE(values[i] == initial[i]);
}

static long resident(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    TRUE(file && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return pages * 4;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* A million launches leak nothing. */
static void million(void) {
    int *sum = device_memory(4), one = 1;
    void *added[] = {&sum, &one};
    hipFunction_t add = kernel("add");
    CHECK(hipMemset(sum, 0, 4));
    long before = 0;
    double start = seconds();
    for (int i = 0; i < 1000000; i++) {
        if (i == 100000) before = resident();
        CHECK(hipModuleLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, NULL, added, NULL));
        if (i % 1000 == 999) CHECK(hipDeviceSynchronize());
    }
    CHECK(hipDeviceSynchronize());
    fprintf(stderr, "%.3f us a launch, %ld KiB of growth\n", seconds() - start, resident() - before);
    TRUE(*sum == 1000000);
    TRUE(resident() - before < 4096);
}

/* Prints what an empty launch costs with a wait after each. */
static void latency(void) {
    hipFunction_t nothing = kernel("nothing");
    for (int round = 0; round < 5; round++) {
        double start = seconds();
        for (int i = 0; i < 20000; i++) {
            CHECK(hipModuleLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
            CHECK(hipDeviceSynchronize());
        }
        printf("%.3f us for an empty launch and a wait\n", (seconds() - start) / 20000 * 1e6);
    }
}

/* The thread that waits is one of those that run blocks, and no further one. */
static void crowd(void) {
    int *counts = device_memory(2 * sizeof *counts), host[2];
    CHECK(hipMemset(counts, 0, 2 * sizeof *counts));
    int *most = counts + 1;
    void *arguments[] = {&counts, &most};
    launch("crowd", 24, 1, arguments, NULL);
    CHECK(hipMemcpy(host, counts, sizeof host, hipMemcpyDeviceToHost));
    TRUE(host[0] == 0);
    TRUE(host[1] >= 1 && host[1] <= atoi(getenv("HIPIFY_THREADS")));
    CHECK(hipFree(counts));
}

static const struct {
    const char *name;
    void (*run)(void);
} CASES[] = {
    {"scale", scale}, {"reverse", reverse}, {"warps", warps}, {"grid", grid}, {"fibers", fibers}, {"prints", prints},
    {"crash", crash}, {"divide", divide}, {"claim", claim}, {"part", part}, {"overflow", overflow}, {"errors", errors},
    {"streams", streams}, {"callbacks", callbacks}, {"many_streams", many_streams}, {"timing", timing}, {"threads", threads},
    {"forks", forks}, {"devices", devices}, {"managed", managed}, {"million", million}, {"latency", latency},
    {"crowd", crowd},
};

int main(int count, char **words) {
    TRUE(count == 3);
    hipError_t error = hipModuleLoad(&module, words[2]);
    if (error != hipSuccess) {
        printf("not loaded: error %d\n", (int)error);
        return 0;
    }
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        if (strcmp(CASES[i].name, words[1])) continue;
        CASES[i].run();
        return 0;
    }
    fprintf(stderr, "no such case\n");
    return 2;
}

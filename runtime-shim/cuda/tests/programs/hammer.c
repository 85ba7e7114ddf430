/* Eight threads at once: memory, streams, events, errors. Each sees its own results and its own last error. HAMMER_SECONDS says
 * for how long. */
#include <cuda_runtime_api.h>
#include <pthread.h>
#include <time.h>

#include "check.h"

enum { THREADS = 8, BYTES = 5000 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double until;
static long rounds[THREADS];

static void round_of(int number, long round) {
    unsigned char *device, fill = (unsigned char)(number * 31 + round), back[BYTES];
    cudaStream_t stream;
    cudaEvent_t event;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&event));
    CHECK(cudaMalloc((void **)&device, BYTES));
    CHECK(cudaMemsetAsync(device, fill, BYTES, stream));
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaMemcpyAsync(back, device, BYTES, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaEventQuery(event));
    for (int i = 0; i < BYTES; i++) EQUAL(back[i], fill);
    /* Half of the threads make errors; the others never see one. */
    if (number % 2) EQUAL(cudaSetDevice(1000), cudaErrorInvalidDevice);
    EQUAL(cudaPeekAtLastError(), number % 2 ? cudaErrorInvalidDevice : cudaSuccess);
    EQUAL(cudaGetLastError(), number % 2 ? cudaErrorInvalidDevice : cudaSuccess);
    struct cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, device));
    EQUAL(attributes.type, cudaMemoryTypeDevice);
    CHECK(cudaFree(device));
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(stream));
}

static void *work(void *argument) {
    int number = (int)(size_t)argument;
    while (seconds() < until) round_of(number, rounds[number]++);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    const char *wanted = getenv("HAMMER_SECONDS");
    until = seconds() + (wanted ? atof(wanted) : 2);
    for (size_t i = 0; i < THREADS; i++) EQUAL(pthread_create(&threads[i], NULL, work, (void *)i), 0);
    long all = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        TRUE(rounds[i] > 0);
        all += rounds[i];
    }
    printf("all is well: %ld rounds\n", all);
    return 0;
}

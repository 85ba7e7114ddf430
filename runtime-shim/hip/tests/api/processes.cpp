/* Two processes share device memory, pools' memory, events and a mapped file. */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 5000 };

struct Message {
    hipIpcMemHandle_t memory, inner;
    hipIpcEventHandle_t event, answer;
    hipMemPoolPtrExportData pooled;
    int pool, file, process;
};

static void send(int pipe, const void *data, size_t size) { TRUE(write(pipe, data, size) == (ssize_t)size); }
static void receive(int pipe, void *data, size_t size) { TRUE(read(pipe, data, size) == (ssize_t)size); }

/* A descriptor of the other process. */
static int descriptor(int process, int number) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", process, number);
    FILE *file = fopen(path, "r+");
    TRUE(file);
    return dup(fileno(file));
}

static void add_all(int *memory, int count, int added) {
    for (int i = 0; i < count; i++) memory[i] += added;
}

static void other(int in, int out) {
    Message message;
    receive(in, &message, sizeof message);
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));

    /* The parent has put a slow fill before the event. */
    hipEvent_t event, answer;
    CHECK(hipIpcOpenEventHandle(&event, message.event));
    CHECK(hipIpcOpenEventHandle(&answer, message.answer));
    CHECK(hipStreamWaitEvent(stream, event, 0));
    CHECK(hipStreamSynchronize(stream));
    CHECK(hipEventQuery(event));
    int *memory, *again, *inner, *pooled;
    CHECK(hipIpcOpenMemHandle((void **)&memory, message.memory, hipIpcMemLazyEnablePeerAccess));
    CHECK(hipIpcOpenMemHandle((void **)&again, message.memory, hipIpcMemLazyEnablePeerAccess));
    CHECK(hipIpcOpenMemHandle((void **)&inner, message.inner, hipIpcMemLazyEnablePeerAccess));
    TRUE(again == memory && inner == memory + 1000);
    for (int i = 0; i < COUNT; i++) TRUE(memory[i] == i);
    CHECK(hipMemsetAsync(memory, 0, 40, stream));
    hipPointerAttribute_t about;
    CHECK(hipPointerGetAttributes(&about, memory));
    TRUE(about.type == hipMemoryTypeDevice);
    FAILS(hipFree(memory), hipErrorInvalidValue);

    hipMemPool_t pool;
    int file = descriptor(message.process, message.pool);
    CHECK(hipMemPoolImportFromShareableHandle(&pool, (void *)(size_t)file, hipMemHandleTypePosixFileDescriptor, 0));
    CHECK(hipMemPoolImportPointer((void **)&pooled, pool, &message.pooled));
    for (int i = 0; i < COUNT; i++) TRUE(pooled[i] == 0x01010101);
    add_all(pooled, COUNT, 1);
    CHECK(hipFreeAsync(pooled, stream));

    /* A file of memory, by way of virtual memory in the parent. */
    hipExternalMemory_t external;
    hipExternalMemoryHandleDesc imported = {};
    imported.type = hipExternalMemoryHandleTypeOpaqueFd;
    imported.handle.fd = descriptor(message.process, message.file);
    imported.size = 2 << 20;
    CHECK(hipImportExternalMemory(&external, &imported));
    hipExternalMemoryBufferDesc part = {};
    part.offset = 4096;
    part.size = 4096;
    int *mapped;
    CHECK(hipExternalMemoryGetMappedBuffer((void **)&mapped, external, &part));
    TRUE(mapped[0] == 77);
    mapped[1] = 78;
    part.size = 2 << 20;
    FAILS(hipExternalMemoryGetMappedBuffer((void **)&pooled, external, &part), hipErrorInvalidValue);
    CHECK(hipDestroyExternalMemory(external));
    CHECK(hipFree(mapped));

    CHECK(hipEventRecord(answer, stream));
    CHECK(hipIpcCloseMemHandle(memory));
    CHECK(hipIpcCloseMemHandle(memory));
    CHECK(hipIpcCloseMemHandle(memory));
    FAILS(hipIpcCloseMemHandle(memory), hipErrorInvalidValue);
    send(out, "d", 1);

    /* After the parent has freed it. */
    receive(in, &message.process, 1);
    FAILS(hipIpcOpenMemHandle((void **)&memory, message.memory, hipIpcMemLazyEnablePeerAccess), hipErrorInvalidHandle);
    message.memory.reserved[0] ^= 1;
    FAILS(hipIpcOpenMemHandle((void **)&memory, message.memory, hipIpcMemLazyEnablePeerAccess), hipErrorInvalidValue);
}

static int *mapped_memory(int *file) {
    hipMemAllocationProp prop = {};
    prop.type = hipMemAllocationTypePinned;
    prop.requestedHandleType = hipMemHandleTypePosixFileDescriptor;
    prop.location.type = hipMemLocationTypeDevice;
    hipMemGenericAllocationHandle_t handle;
    CHECK(hipMemCreate(&handle, 2 << 20, &prop, 0));
    void *place;
    CHECK(hipMemAddressReserve(&place, 2 << 20, 0, nullptr, 0));
    CHECK(hipMemMap(place, 2 << 20, 0, handle, 0));
    hipMemAccessDesc access = {prop.location, hipMemAccessFlagsProtReadWrite};
    CHECK(hipMemSetAccess(place, 2 << 20, &access, 1));
    CHECK(hipMemExportToShareableHandle(file, handle, hipMemHandleTypePosixFileDescriptor, 0));
    return static_cast<int *>(place);
}

static void own(int in, int out) {
    Message message = {};
    message.process = getpid();
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    hipEvent_t event, answer, plain;
    CHECK(hipEventCreateWithFlags(&event, hipEventInterprocess | hipEventDisableTiming));
    CHECK(hipEventCreateWithFlags(&answer, hipEventInterprocess | hipEventDisableTiming));
    CHECK(hipEventCreate(&plain));
    FAILS(hipIpcGetEventHandle(&message.event, plain), hipErrorInvalidConfiguration);
    CHECK(hipIpcGetEventHandle(&message.event, event));
    CHECK(hipIpcGetEventHandle(&message.answer, answer));

    int *memory = device_memory<int>(COUNT), local;
    FAILS(hipIpcGetMemHandle(&message.memory, &local), hipErrorInvalidValue);
    for (int i = 0; i < COUNT; i++) memory[i] = i;
    CHECK(hipIpcGetMemHandle(&message.memory, memory));
    CHECK(hipIpcGetMemHandle(&message.inner, memory + 1000));
    for (int i = 0; i < COUNT; i++) TRUE(memory[i] == i);
    FAILS(hipIpcOpenMemHandle((void **)&memory, message.memory, hipIpcMemLazyEnablePeerAccess), hipErrorInvalidContext);

    hipMemPoolProps props = {};
    props.allocType = hipMemAllocationTypePinned;
    props.handleTypes = hipMemHandleTypePosixFileDescriptor;
    props.location.type = hipMemLocationTypeDevice;
    hipMemPool_t pool;
    CHECK(hipMemPoolCreate(&pool, &props));
    int *pooled;
    CHECK(hipMallocFromPoolAsync((void **)&pooled, COUNT * sizeof(int), pool, stream));
    CHECK(hipMemsetAsync(pooled, 1, COUNT * sizeof(int), stream));
    CHECK(hipMemPoolExportToShareableHandle(&message.pool, pool, hipMemHandleTypePosixFileDescriptor, 0));
    CHECK(hipMemPoolExportPointer(&message.pooled, pooled));
    int *mapped = mapped_memory(&message.file);
    mapped[1024] = 77;

    CHECK(hipEventRecord(event, stream));
    send(out, &message, sizeof message);
    char done;
    receive(in, &done, 1);
    CHECK(hipEventSynchronize(answer));
    for (int i = 0; i < COUNT; i++) TRUE(memory[i] == (i < 10 ? 0 : i) && pooled[i] == 0x01010102);
    TRUE(mapped[1025] == 78);

    /* What was shared can be freed, and the memory used again for something else. */
    CHECK(hipFreeAsync(pooled, stream));
    CHECK(hipStreamSynchronize(stream));
    CHECK(hipFree(memory));
    for (int i = 0; i < 100; i++) {
        int *next = device_memory<int>(COUNT);
        CHECK(hipMemset(next, i, COUNT * sizeof(int)));
        CHECK(hipFree(next));
    }
    send(out, "f", 1);
}

int main() {
    int down[2], up[2];
    TRUE(pipe(down) == 0 && pipe(up) == 0);
    pid_t child = fork();
    /* Each keeps its own ends alone, so that one sees the other end. */
    close(child == 0 ? down[1] : down[0]);
    close(child == 0 ? up[0] : up[1]);
    if (child == 0) {
        other(down[0], up[1]);
        return 0;
    }
    own(up[0], down[1]);
    int status;
    waitpid(child, &status, 0);
    TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* A CPU code object written by hand: kernels in the forms that the runtime must be able to run. */

#include <stdint.h>
#include <stddef.h>
#include <time.h>

enum { DONE = 0xffff, DIVERGED = 0xfffe };
enum { WARP = 1, GRID = 2, FIBERS = 4 };
enum { ENTRY, AT_BARRIER, AT_WARP, AT_GRID };

struct exchange {
    uint64_t before[64], longs[2][64];
    uint32_t words[2][64], after[64];
    uint8_t flags[2][64];
} __attribute__((aligned(64)));

struct context {
    void *const *arguments;
    uint32_t block_dim[3], grid_dim[3], block_idx[3];
    uint32_t threads, warp_size, dynamic_shared;
    uint8_t *shared, *frame;
    uint16_t *states;
    struct exchange *exchange;
    uint64_t active, ballot;
    uint32_t phase, reserved;
    void *private;
};

struct parameter {
    uint32_t size, align;
};

struct kernel {
    const char *name;
    uint32_t (*run)(struct context *, uint32_t);
    void (*step)(struct context *, uint32_t, uint32_t, uint32_t);
    void (*thread)(struct context *);
    uint32_t state_count, parameter_count;
    const uint8_t *waits;
    const struct parameter *parameters;
    uint32_t frame_bytes, shared_bytes, flags, max_threads;
    const uint16_t *loops, *depths;
    const char *const *places;
};

struct variable {
    const char *name;
    void *address;
    uint64_t size;
};

struct table {
    uint32_t version, kernel_count;
    const struct kernel *kernels;
    uint32_t variable_count, reserved;
    const struct variable *variables;
    const char *features;
};

extern uint64_t __hipify_settle(struct context *, uint32_t, uint32_t, uint32_t);
extern void __hipify_barrier(void);
extern void __hipify_warp_sync(void);
extern void __hipify_put_flag(_Bool);
extern void __hipify_put32(uint32_t);
extern uint32_t __hipify_get32(uint32_t);
extern uint64_t __hipify_ballot(void);
extern uint32_t __hipify_thread_x(void);
extern int __hipify_printf(const char *, ...);
extern void __hipify_assert_fail(const char *, const char *, unsigned, const char *);

#define ARGUMENT(type, index) (*(type *)context->arguments[index])

int counter = 7;

/* scale(float *values, float factor, int count) */
static uint32_t scale(struct context *context, uint32_t state) {
    float *values = ARGUMENT(float *, 0), factor = ARGUMENT(float, 1);
    int count = ARGUMENT(int, 2);
    int first = (int)(context->block_idx[0] * context->block_dim[0]);
    (void)state;
    for (int x = 0; x < (int)context->block_dim[0]; x++)
        if (first + x < count) values[first + x] *= factor;
    return DONE;
}

/* reverse(int *values): through shared memory; never in one piece. */
static void reverse_step(struct context *context, uint32_t first, uint32_t count, uint32_t state) {
    int *values = ARGUMENT(int *, 0), *shared = (int *)context->shared;
    for (uint32_t t = first; t < first + count; t++) {
        if (context->states[t] != state) continue;
        if (state == 0) {
            shared[t] = values[t];
            /* One thread leaves early. */
            context->states[t] = t == 5 ? DONE : 1;
        } else {
            values[t] = shared[context->threads - 1 - t];
            context->states[t] = DONE;
        }
    }
}

static uint32_t reverse(struct context *context, uint32_t state) {
    for (uint32_t t = 0; t < context->threads; t++) context->states[t] = (uint16_t)state;
    reverse_step(context, 0, context->threads, state);
    return DIVERGED;
}

/* As reverse, left to the runtime from the start. */
static uint32_t reverse_slowly(struct context *context, uint32_t state) {
    for (uint32_t t = 0; t < context->threads; t++) context->states[t] = (uint16_t)state;
    return DIVERGED;
}

/* rotate(unsigned *values): each lane gets its right neighbour's value; odd lanes twice. */
static void rotate_step(struct context *context, uint32_t first, uint32_t count, uint32_t state) {
    uint32_t *values = ARGUMENT(uint32_t *, 0);
    for (uint32_t t = first; t < first + count; t++) {
        uint32_t lane = t % context->warp_size;
        if (context->states[t] != state) continue;
        if (state > 0) values[t] = context->exchange->words[1][(lane + 1) % context->warp_size];
        if (state == 0 || (state == 1 && lane % 2)) {
            context->exchange->words[0][lane] = values[t];
            context->states[t] = (uint16_t)(state + 1);
        } else {
            context->states[t] = DONE;
        }
    }
}

static uint32_t rotate(struct context *context, uint32_t state) {
    for (uint32_t first = 0; first < context->threads; first += context->warp_size) {
        for (uint32_t t = first; t < first + context->warp_size; t++) context->states[t] = (uint16_t)state;
        context->phase = 0;
        rotate_step(context, first, context->warp_size, state);
        /* All lanes wait for their warp: nothing is left to settle. Even lanes are done after that, odd ones are not neighbours. */
        uint64_t settled = __hipify_settle(context, first, context->warp_size, state);
        if (settled != (1 | (uint64_t)context->warp_size << 32)) return DIVERGED;
        for (uint32_t lane = 0; lane < 64; lane++) context->exchange->words[1][lane] = context->exchange->words[0][lane];
        rotate_step(context, first, context->warp_size, 1);
        settled = __hipify_settle(context, first, context->warp_size, 1);
        if (settled != (DONE | (uint64_t)context->warp_size << 32)) return DIVERGED;
    }
    return DONE;
}

/* total(int *parts, int *sum): every block writes a part, then every block adds up all of them. */
static uint32_t total(struct context *context, uint32_t state) {
    int *parts = ARGUMENT(int *, 0), *sums = ARGUMENT(int *, 1);
    uint32_t block = context->block_idx[0];
    if (state == 0) {
        parts[block] = (int)block + 1;
        return 1;
    }
    sums[block] = 0;
    for (uint32_t other = 0; other < context->grid_dim[0]; other++) sums[block] += parts[other];
    return DONE;
}

/* deep(unsigned *values): synchronises where it cannot be cut. */
static __attribute__((noinline)) void deeper(struct context *context, uint32_t *values, int depth) {
    if (depth > 0) {
        deeper(context, values, depth - 1);
        __asm__ volatile("");
        return;
    }
    uint32_t t = __hipify_thread_x(), lane = t % context->warp_size;
    uint32_t *shared = (uint32_t *)context->shared;
    shared[t] = t;
    __hipify_barrier();
    uint32_t other = shared[context->threads - 1 - t];
    __hipify_put_flag(other % 3 == 0);
    __hipify_put32(other);
    __hipify_warp_sync();
    values[t] = (__hipify_ballot() >> lane & 1) * 1000 + __hipify_get32(lane ^ 1);
}

static void deep(struct context *context) { deeper(context, ARGUMENT(uint32_t *, 0), 3); }

/* say(): every block prints. */
static uint32_t say(struct context *context, uint32_t state) {
    (void)state;
    __hipify_printf("block %u of %d\n", context->block_idx[0], (int)context->grid_dim[0]);
    return DONE;
}

/* crash(int *address): block 3 writes to it. */
static uint32_t crash(struct context *context, uint32_t state) {
    (void)state;
    if (context->block_idx[0] == 3) *(volatile int *)ARGUMENT(int *, 0) = 1;
    return DONE;
}

static uint32_t claim(struct context *context, uint32_t state) {
    (void)state;
    if (context->block_idx[0] == 1) __hipify_assert_fail("x > 0", "claim.cu", 12, "claim");
    return DONE;
}

/* Lanes of one warp at two barriers. */
static void part_step(struct context *context, uint32_t first, uint32_t count, uint32_t state) {
    for (uint32_t t = first; t < first + count; t++)
        if (context->states[t] == state) context->states[t] = DONE;
}

static uint32_t part(struct context *context, uint32_t state) {
    (void)state;
    for (uint32_t t = 0; t < context->threads; t++) context->states[t] = (uint16_t)(1 + t % 2);
    return DIVERGED;
}

static void overflow_frame(volatile char *above) {
    volatile char frame[1 << 16];
    frame[0] = above[0];
    if (frame[0]) return;
    overflow_frame(frame);
    frame[1] = 0;
}

static uint32_t overflow(struct context *context, uint32_t state) {
    (void)context;
    (void)state;
    overflow_frame("");
    return DONE;
}

/* await(int *flag, int *seen) */
static uint32_t await(struct context *context, uint32_t state) {
    (void)state;
    while (!__atomic_load_n(ARGUMENT(int *, 0), __ATOMIC_ACQUIRE)) {
    }
    *ARGUMENT(int *, 1) += 1;
    return DONE;
}

/* add(int *sum, int value): adds to the counter variable too. */
static uint32_t add(struct context *context, uint32_t state) {
    (void)state;
    __atomic_fetch_add(ARGUMENT(int *, 0), ARGUMENT(int, 1), __ATOMIC_RELAXED);
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
    return DONE;
}

/* order(int *last, int value, int *errors): value must follow last. */
static uint32_t order(struct context *context, uint32_t state) {
    int *last = ARGUMENT(int *, 0), value = ARGUMENT(int, 1);
    (void)state;
    if (*last + 1 != value) ++*ARGUMENT(int *, 2);
    *last = value;
    return DONE;
}

static uint32_t divide(struct context *context, uint32_t state) {
    (void)state;
    volatile int zero = ARGUMENT(int, 0), quotient = 12345;
    quotient = quotient / zero;
    return DONE;
}

/* crowd(int *now, int *most): how many blocks run at once. */
static uint32_t crowd(struct context *context, uint32_t state) {
    int *now = ARGUMENT(int *, 0), *most = ARGUMENT(int *, 1);
    (void)state;
    int here = __atomic_add_fetch(now, 1, __ATOMIC_SEQ_CST), known = __atomic_load_n(most, __ATOMIC_SEQ_CST);
    while (known < here && !__atomic_compare_exchange_n(most, &known, here, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
    nanosleep(&(struct timespec){0, 2000000}, NULL);
    __atomic_sub_fetch(now, 1, __ATOMIC_SEQ_CST);
    return DONE;
}

static uint32_t nothing(struct context *context, uint32_t state) {
    (void)context;
    (void)state;
    return DONE;
}

static const uint8_t WAITS[] = {ENTRY, AT_BARRIER, AT_BARRIER};
static const uint8_t WARP_WAITS[] = {ENTRY, AT_WARP, AT_WARP};
static const uint8_t GRID_WAITS[] = {ENTRY, AT_GRID};
static const struct parameter P[] = {{8, 8}}, PP[] = {{8, 8}, {8, 8}}, PI[] = {{8, 8}, {4, 4}};
static const struct parameter PFI[] = {{8, 8}, {4, 4}, {4, 4}}, PIP[] = {{8, 8}, {4, 4}, {8, 8}}, I[] = {{4, 4}};

#define KERNEL(name, states, waits, count, parameters, shared, flags, threads) \
    {#name, name, NULL, NULL, states, count, waits, parameters, 0, shared, flags, threads, NULL}

static const struct kernel KERNELS[] = {
    KERNEL(scale, 1, WAITS, 3, PFI, 0, 0, 0),
    {"reverse", reverse, reverse_step, NULL, 2, 1, WAITS, P, 0, 4096, 0, 0, NULL},
    {"reverse_slowly", reverse_slowly, reverse_step, NULL, 2, 1, WAITS, P, 0, 4096, 0, 0, NULL},
    {"rotate", rotate, rotate_step, NULL, 3, 1, WARP_WAITS, P, 0, 0, WARP, 0, NULL},
    KERNEL(total, 2, GRID_WAITS, 2, PP, 0, GRID, 0),
    {"deep", NULL, NULL, deep, 1, 1, WAITS, P, 0, 4096, WARP | FIBERS, 0, NULL},
    KERNEL(say, 1, WAITS, 0, NULL, 0, 0, 0),
    KERNEL(crash, 1, WAITS, 1, P, 0, 0, 0),
    KERNEL(claim, 1, WAITS, 0, NULL, 0, 0, 0),
    {"part", part, part_step, NULL, 3, 0, WAITS, NULL, 0, 0, 0, 0, NULL},
    KERNEL(overflow, 1, WAITS, 0, NULL, 0, 0, 0),
    KERNEL(await, 1, WAITS, 2, PP, 0, 0, 0),
    KERNEL(add, 1, WAITS, 2, PI, 0, 0, 0),
    KERNEL(order, 1, WAITS, 3, PIP, 0, 0, 0),
    KERNEL(divide, 1, WAITS, 1, I, 0, 0, 0),
    KERNEL(crowd, 1, WAITS, 2, PP, 0, 0, 0),
    KERNEL(nothing, 1, WAITS, 0, NULL, 0, 0, 0),
    {"bounded", nothing, NULL, NULL, 1, 0, WAITS, NULL, 0, 40000, 0, 64, NULL},
};

static const struct variable VARIABLES[] = {{"counter", &counter, sizeof counter}};

__attribute__((visibility("default"))) const struct table __hipify_code_object = {
    VERSION, sizeof KERNELS / sizeof KERNELS[0], KERNELS, 1, 0, VARIABLES, FEATURES,
};

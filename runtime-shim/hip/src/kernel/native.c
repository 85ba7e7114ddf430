/* What Rust cannot express: a way back out of a kernel that faults, and signal handlers. */

#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <xmmintrin.h>

/* How a guarded call ended; known to fault.rs. */
struct outcome {
    int signal;      /* 0: it returned, negative: left by hipify_leave with that value */
    int write;       /* the faulting access was a write */
    uintptr_t address;
    uintptr_t instruction;
};

struct guard {
    sigjmp_buf way_out;
    struct outcome outcome;
    struct guard *outer;
};

static _Thread_local struct guard *volatile guard_here;

enum { DEFAULT_MXCSR = 0x1f80 };

void hipify_guarded(void (*body)(void *), void *data, struct outcome *outcome) {
    struct guard guard;
    memset(&guard.outcome, 0, sizeof guard.outcome);
    guard.outer = guard_here;
    guard_here = &guard;
    /* Kernels round to nearest and keep denormal numbers, whatever the host thread has set. */
    unsigned mxcsr = _mm_getcsr();
    if ((mxcsr & ~0x3fu) != DEFAULT_MXCSR) _mm_setcsr(DEFAULT_MXCSR);
    if (sigsetjmp(guard.way_out, 0) == 0) body(data);
    if ((mxcsr & ~0x3fu) != DEFAULT_MXCSR) _mm_setcsr(mxcsr);
    guard_here = guard.outer;
    *outcome = guard.outcome;
}

/* Leaves the innermost guarded call. Returns where there is none. */
void hipify_leave(int reason) {
    struct guard *guard = guard_here;
    if (!guard) return;
    guard->outcome.signal = reason;
    siglongjmp(guard->way_out, 1);
}

static const int FAULTS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
enum { FAULT_COUNT = sizeof FAULTS / sizeof FAULTS[0] };
static struct sigaction earlier[FAULT_COUNT];

static void hand_on(int signal, siginfo_t *info, void *context) {
    for (int i = 0; i < FAULT_COUNT; i++) {
        if (FAULTS[i] != signal) continue;
        struct sigaction *action = &earlier[i];
        if (action->sa_flags & SA_SIGINFO) {
            action->sa_sigaction(signal, info, context);
        } else if (action->sa_handler == SIG_DFL) {
            /* The access is repeated, or the signal raised again, and ends the process as it would without us. */
            sigaction(signal, action, NULL);
            if (info->si_code <= 0 || signal == SIGTRAP) raise(signal);
        } else if (action->sa_handler != SIG_IGN) {
            action->sa_handler(signal);
        }
    }
}

static void on_fault(int signal, siginfo_t *info, void *context) {
    struct guard *guard = guard_here;
    if (!guard) {
        hand_on(signal, info, context);
        return;
    }
    guard->outcome.signal = signal;
    guard->outcome.address = (uintptr_t)info->si_addr;
#if defined(__x86_64__)
    /* Bit 1 of the page fault's error code: a write. */
    guard->outcome.write = (int)(((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] >> 1 & 1);
    guard->outcome.instruction = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#endif
    siglongjmp(guard->way_out, 1);
}

/* To be called once. Handlers of the program that are there stay in charge of faults outside of kernels. */
void hipify_catch_faults(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    /* SA_NODEFER: the handler is left by a jump that does not restore the mask. */
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FAULT_COUNT; i++) sigaction(FAULTS[i], &action, &earlier[i]);
}

/* Gives the thread a stack for signals, so that a kernel's stack overflow is caught too. Never freed: the thread's end is not seen. */
void hipify_signal_stack(void *memory, size_t size) {
    stack_t stack;
    if (sigaltstack(NULL, &stack) == 0 && !(stack.ss_flags & SS_DISABLE)) return;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = memory;
    stack.ss_size = size;
    sigaltstack(&stack, NULL);
}

/* Through the C library's buffer, so that the order with the program's own printf is kept. */
void hipify_write_out(const char *text, size_t length) {
    fwrite(text, 1, length, stdout);
    fflush(stdout);
}

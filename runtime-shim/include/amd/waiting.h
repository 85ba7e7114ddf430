// What a thread does that waits or stops: `__nanosleep`, `__brkpt`, `__trap`, and the counters' trigger, which does nothing.
#ifndef HIPIFY_WAITING_H
#define HIPIFY_WAITING_H

// CUDA sleeps between nothing and twice the time. `s_sleep n` takes 64 * n clocks, of which no AMD GPU has more than 3 a nanosecond.
HIPIFY_SUPPLIED void __nanosleep(unsigned int nanoseconds) {
#if defined(__HIP_DEVICE_COMPILE__) || defined(__AMDGCN__)
    for (; nanoseconds >= 640; nanoseconds -= 640) __builtin_amdgcn_s_sleep(16);
    for (; nanoseconds >= 40; nanoseconds -= 40) __builtin_amdgcn_s_sleep(1);
#endif
}
HIPIFY_SUPPLIED void __trap() { __builtin_trap(); }
HIPIFY_SUPPLIED void __brkpt() { __builtin_debugtrap(); }
HIPIFY_SUPPLIED void __prof_trigger(int) {}

#endif

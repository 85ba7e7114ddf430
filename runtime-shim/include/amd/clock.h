// Clocks of 64 bits on GPUs whose cycle counter has 20: in front of HIP's, which return that counter as it is.
//
// On gfx11 `clock64` reads HW_REG_SHADER_CYCLES, 20 bits wide (LLVM's lowering of `readcyclecounter`; gfx12 has its upper half
// in a second register), so that a difference of 2^20 cycles, half a millisecond, is never reached and a loop that waits for it
// never ends. These count by the real time clock, 100 MHz on gfx11, in steps that make 2.5 GHz of it: about what
// hipDeviceAttributeClockRate says of these GPUs, by which programs convert cycles to time.
#pragma once
#pragma clang system_header
#if defined(__HIP__) && defined(__cplusplus)

#if defined(__GFX11__)
namespace hipify_supplement {
constexpr long long cycles_a_tick = 25;
// 131 is MSG_RTN_GET_REALTIME.
inline __attribute__((device, always_inline)) long long cycles() {
    return static_cast<long long>(__builtin_amdgcn_s_sendmsg_rtnl(131)) * cycles_a_tick;
}
}  // namespace hipify_supplement

// `enable_if` makes clang choose these where HIP's match as well.
#define HIPIFY_CLOCK(name)                                                                                    \
    inline __attribute__((device, always_inline)) long long name() __attribute__((enable_if(true, "64 bits"))) { \
        return hipify_supplement::cycles();                                                                    \
    }
HIPIFY_CLOCK(clock64)
HIPIFY_CLOCK(clock)
HIPIFY_CLOCK(__clock64)
HIPIFY_CLOCK(__clock)
#undef HIPIFY_CLOCK
#endif
#endif

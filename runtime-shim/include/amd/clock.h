// Clocks of 64 bits on GPUs whose cycle counter has 20: in front of HIP's, which return that counter as it is.
//
// On gfx11 `clock64` reads HW_REG_SHADER_CYCLES, 20 bits wide (LLVM's lowering of `readcyclecounter`; gfx12 has its upper half
// in a second register), so that a difference of 2^20 cycles, half a millisecond, is never reached and a loop that waits for it
// never ends. These count by the real time clock, 100 MHz on gfx11, in steps that make 2.5 GHz of it: about what
// hipDeviceAttributeClockRate says of these GPUs, by which programs convert cycles to time.
#ifndef HIPIFY_CLOCK_H
#define HIPIFY_CLOCK_H

#if defined(__GFX11__)
namespace hipify_supplement {
constexpr long long cycles_a_tick = 25;
// 131 is MSG_RTN_GET_REALTIME.
HIPIFY_DEVICE long long cycles() { return static_cast<long long>(__builtin_amdgcn_s_sendmsg_rtnl(131)) * cycles_a_tick; }
}  // namespace hipify_supplement

HIPIFY_PREFERRED long long clock64() { return hipify_supplement::cycles(); }
HIPIFY_PREFERRED long long clock() { return hipify_supplement::cycles(); }
HIPIFY_PREFERRED long long __clock64() { return hipify_supplement::cycles(); }
HIPIFY_PREFERRED long long __clock() { return hipify_supplement::cycles(); }
#endif

#endif

#pragma once
#define WARP_LANES 32 // fires: HIP1007

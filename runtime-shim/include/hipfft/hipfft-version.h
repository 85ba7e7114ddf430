// The hipFFT whose interface this is.
#pragma once

#define HIPFFT_VERSION_MAJOR 1
#define HIPFFT_VERSION_MINOR 0
#define HIPFFT_VERSION_PATCH 18

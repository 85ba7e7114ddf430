#pragma once

#include <cstdint>

constexpr int kBins = 64;

// How often each byte value, divided by four, occurs among `count` bytes on the device.
void histogram_shared(const uint8_t *bytes, int count, unsigned *bins);

// The same, with one addition for all lanes of a warp that hit the same bin.
void histogram_aggregated(const uint8_t *bytes, int count, unsigned *bins);

// The positions of all bytes above `limit`, in no order; returns how many there are.
int compact(const uint8_t *bytes, int count, uint8_t limit, int *positions);

#pragma once

/// Multiplies `n` numbers of device memory.
void scale(float *numbers, int n, float by);

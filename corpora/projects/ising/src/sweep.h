#pragma once

/// Aligns the spins of one colour of a board with those around them, at no temperature.
void sweep(int *spins, int side, int colour);

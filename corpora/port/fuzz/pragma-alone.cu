// A pragma of nvcc is all the CUDA in this file: its guard names nvcc, and yet nothing needs the runtime header.
#pragma nv_diag_suppress 177

int unused(int x) { return x; }

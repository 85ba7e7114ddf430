//! CUDA C++ to HIP.

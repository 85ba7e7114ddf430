// Inline PTX is all the CUDA in this file, and what replaces it comes from the runtime header.
// may-change: strings
// compile: no, a host function with a barrier
inline void wait_for_block() { asm volatile("bar.sync 0;"); }

// C's name of `bool`, which nvcc takes in C++ too, and headers for both languages use.
#ifndef HIPIFY_BOOLEAN_H
#define HIPIFY_BOOLEAN_H

#if defined(__cplusplus) && !defined(_Bool)
#define _Bool bool
#endif

#endif

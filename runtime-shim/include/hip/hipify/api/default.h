// Arguments that C++ may leave out.
#ifndef HIPIFY_API_DEFAULT_H
#define HIPIFY_API_DEFAULT_H

#ifdef __cplusplus
#define __dparm(x) = x
#else
#define __dparm(x)
#endif

#endif

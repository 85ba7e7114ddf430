// CUDA's minima and maxima under names that say the type.
#ifndef HIPIFY_EXTREMES_BY_NAME_H
#define HIPIFY_EXTREMES_BY_NAME_H

HIPIFY_SUPPLIED_BOTH unsigned int umin(unsigned int a, unsigned int b) { return b < a ? b : a; }
HIPIFY_SUPPLIED_BOTH unsigned int umax(unsigned int a, unsigned int b) { return a < b ? b : a; }
HIPIFY_SUPPLIED_BOTH long long llmin(long long a, long long b) { return b < a ? b : a; }
HIPIFY_SUPPLIED_BOTH long long llmax(long long a, long long b) { return a < b ? b : a; }
HIPIFY_SUPPLIED_BOTH unsigned long long ullmin(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
HIPIFY_SUPPLIED_BOTH unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }

#endif

// Numbers of a distribution that the host has made a table of.
#pragma once

#include <hiprand/hipify/mtgp32.h>
#include <hiprand/hipify/philox.h>

// As in rocRAND's headers. Tables here have no aliases: a number is the first whose sum of probabilities reaches that of a word.
struct rocrand_discrete_distribution_st {
    unsigned int size, offset;
    unsigned int *alias;
    double *probability, *cdf;
};

template <typename State>
__device__ unsigned int hiprand_discrete(State *state, hiprandDiscreteDistribution_t distribution) {
    const double reached = hipify_random::inside(hiprand(state));
    unsigned int first = 0, last = distribution->size - 1;
    while (first < last) {
        const unsigned int middle = first + (last - first) / 2;
        if (distribution->cdf[middle] < reached) first = middle + 1;
        else last = middle;
    }
    return distribution->offset + first;
}

__device__ inline uint4 hiprand_discrete4(hiprandStatePhilox4_32_10 *state, hiprandDiscreteDistribution_t distribution) {
    uint4 made;
    made.x = hiprand_discrete(state, distribution), made.y = hiprand_discrete(state, distribution);
    made.z = hiprand_discrete(state, distribution), made.w = hiprand_discrete(state, distribution);
    return made;
}

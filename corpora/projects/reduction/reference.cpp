#include "reduce.h"

double reduce_on_host(const float *values, std::size_t count) {
    double sum = 0, lost = 0;
    for (std::size_t i = 0; i < count; i++) {
        const double next = values[i] - lost, total = sum + next;
        lost = (total - sum) - next;
        sum = total;
    }
    return sum;
}

long long reduce_on_host(const int *values, std::size_t count) {
    long long sum = 0;
    for (std::size_t i = 0; i < count; i++) sum += values[i];
    return sum;
}

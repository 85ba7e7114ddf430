#pragma once
#include <stdint.h>
typedef uint32_t word;
namespace deep {
using votes_t = word;
}
typedef unsigned long long wide;
struct Hidden {
    using inner = unsigned;
};

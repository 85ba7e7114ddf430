#pragma once
#define DOUBTFUL 0xffffffff
constexpr unsigned hidden = 0xffffffff;
#if 0
#define NEVER 0xffffffff
#endif
struct Traits {
    static constexpr unsigned member = 0xffffffff;
};

#pragma once

struct Layout {
    unsigned lane_bits;
    unsigned row_bits;
    unsigned other_bits;
};

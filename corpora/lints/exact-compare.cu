#include <cmath>

bool same(float x, float y) {
    if (y == expf(x)) // fires
        return true;
    if (sinf(x) != y) // fires
        return false;
    EXPECT_EQ(x, cosf(y)); // fires
    EXPECT_NEAR(x, cosf(y), 1e-6f);
    return y <= expf(x);
}

// The cases as OpenCL kernels, line by line those of kernels.cu. Warp operations are left out: PoCL 3.1 has no subgroups.
#define BLOCK 256
#define TILE 16

kernel void nothing() {}

kernel void saxpy(int n, float a, global const float *x, global float *y) {
    int i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}

kernel void stencil(global const float *in, global float *out, int n) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[y * n + x] = 0.5f * in[y * n + x] + 0.125f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

float normal(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float tail = 0.39894228f * exp(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}
kernel void black_scholes(global const float *price, global const float *strike, global const float *years, global float *call, global float *put, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    const float rate = 0.02f, volatility = 0.3f;
    float root = sqrt(years[i]);
    float d1 = (log(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    float d2 = d1 - volatility * root;
    float discount = strike[i] * exp(-rate * years[i]);
    call[i] = price[i] * normal(d1) - discount * normal(d2);
    put[i] = discount * (1.0f - normal(d2)) - price[i] * (1.0f - normal(d1));
}

kernel void bodies(global const float4 *at, global float4 *pull, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    float4 me = at[i];
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++) {
        float dx = at[j].x - me.x, dy = at[j].y - me.y, dz = at[j].z - me.z;
        float square = dx * dx + dy * dy + dz * dz + 1e-3f;
        float inverse = 1.0f / sqrt(square);
        float strength = at[j].w * inverse * inverse * inverse;
        x += dx * strength, y += dy * strength, z += dz * strength;
    }
    pull[i] = (float4)(x, y, z, 0);
}

kernel void mandelbrot(global int *out, int width, int height, int most) {
    int px = get_global_id(0), py = get_global_id(1);
    if (px >= width || py >= height) return;
    float cx = -2.0f + 3.0f * px / width, cy = -1.0f + 2.0f * py / height, x = 0, y = 0;
    int i = 0;
    while (i < most && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        i++;
    }
    out[py * width + px] = i;
}

kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
    local float as[TILE][TILE], bs[TILE][TILE];
    int tx = get_local_id(0), ty = get_local_id(1), row = get_group_id(1) * TILE + ty, column = get_group_id(0) * TILE + tx;
    float total = 0;
    for (int t = 0; t < n / TILE; t++) {
        as[ty][tx] = a[row * n + t * TILE + tx];
        bs[ty][tx] = b[(t * TILE + ty) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++) total += as[ty][k] * bs[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = total;
}

kernel void transpose(global const float *in, global float *out, int n) {
    local float tile[32][33];
    int tx = get_local_id(0), ty = get_local_id(1), x = get_group_id(0) * 32 + tx, y = get_group_id(1) * 32 + ty;
    for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = in[(y + j) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * 32 + tx, y = get_group_id(0) * 32 + ty;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[tx][ty + j];
}

kernel void tree_reduction(global const float *in, global float *out) {
    local float s[BLOCK];
    int t = get_local_id(0);
    s[t] = in[get_group_id(0) * BLOCK + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int w = BLOCK / 2; w > 0; w >>= 1) {
        if (t < w) s[t] += s[t + w];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[get_group_id(0)] = s[0];
}

kernel void block_scan(global const float *in, global float *out) {
    local float s[2][BLOCK];
    int t = get_local_id(0), from = 0;
    s[0][t] = in[get_group_id(0) * BLOCK + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < BLOCK; d <<= 1) {
        s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
        from = 1 - from;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_group_id(0) * BLOCK + t] = s[from][t];
}

kernel void histogram(global const uint *in, global uint *out, int n) {
    local uint bins[256];
    bins[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&bins[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[get_local_id(0)], bins[get_local_id(0)]);
}

#define SHUFFLE(name, type, register) \
    __device__ type name(type x) { \
        asm("{ .reg ."#type" r0; mov."#type" %0, r0; }" : "="#register(x)); \
        return x; \
    }

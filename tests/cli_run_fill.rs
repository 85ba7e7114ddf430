//! What memory of programs on the CPU holds before anybody has written it: `HIPIFY_FILL`.

use hipify_tests::cli_command::TestFolder;

/// Counts bytes of each kind of memory that are 0xab when the program gets it, the second time too.
const FRESH: &str = r#"#include <cstdio>
#include <cstring>
const int N = 1000;
__device__ int variable[N];
__managed__ int managed_variable[N];
__global__ void count(const unsigned char *memory, int n, int *filled) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (memory[i] == 0xab) atomicAdd(filled, 1);
}
__global__ void shared(int *filled) {
    __shared__ unsigned char fixed[64];
    extern __shared__ unsigned char dynamic[];
    if (fixed[threadIdx.x] == 0xab) atomicAdd(filled, 1);
    if (dynamic[threadIdx.x] == 0xab) atomicAdd(filled, 1);
    __syncthreads();
    fixed[threadIdx.x] = dynamic[threadIdx.x] = 0;
}
int *filled;
int counted() {
    cudaDeviceSynchronize();
    int was = *filled;
    *filled = 0;
    return was;
}
void say(const char *what, const void *memory) {
    count<<<1, 64>>>((const unsigned char *)memory, N, filled);
    std::printf("%s %d\n", what, counted());
}
int main() {
    cudaMallocManaged(&filled, sizeof(int));
    *filled = 0;
    void *memory;
    for (int turn = 0; turn < 2; turn++) {
        cudaMalloc(&memory, N);
        say("device", memory);
        cudaMemset(memory, 0, N);
        cudaFree(memory);
        cudaMallocManaged(&memory, N);
        say("managed", memory);
        cudaMemset(memory, 0, N);
        cudaFree(memory);
        cudaMallocHost(&memory, N);
        say("pinned", memory);
        std::memset(memory, 0, N);
        cudaFreeHost(memory);
        cudaMallocAsync(&memory, N, 0);
        say("pool", memory);
        cudaMemsetAsync(memory, 0, N, 0);
        cudaFreeAsync(memory, 0);
    }
    cudaGetSymbolAddress(&memory, variable);
    say("variable", memory);
    say("managed variable", managed_variable);
    shared<<<5, 64, 64>>>(filled);
    std::printf("shared %d\n", counted());
}
"#;

#[test]
fn fresh_memory_is_full_of_the_byte_that_is_asked_for() {
    let place = TestFolder::new(&[("fresh.cu", FRESH)]);
    place.build("--quiet --offload-arch cpu fresh.cu -o fresh");
    let turn = "device 1000\nmanaged 1000\npinned 1000\npool 1000\n";
    let all = format!("{turn}{turn}variable 0\nmanaged variable 0\nshared 640\n");
    for byte in ["0xab", "171"] {
        let said = place.shell(&format!("HIPIFY_FILL={byte} $hipify run --device cpu --threads 2 ./fresh"));
        assert_eq!((said.code, said.out.as_str()), (0, all.as_str()), "{}", said.err);
    }
    let other = place.shell("HIPIFY_FILL=0 $hipify run --device cpu --threads 2 ./fresh");
    assert!(other.out.starts_with("device 0\n") && other.out.ends_with("shared 0\n"), "{}", other.out);
    let refused = place.shell("HIPIFY_FILL=0x1ab $hipify run --device cpu ./fresh");
    assert!(refused.code == 0 && refused.err.contains("`HIPIFY_FILL=0x1ab` is no byte"), "{}", refused.err);
}

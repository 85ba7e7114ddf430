# CUDA sources that are compiled as they are, with the headers of runtime-shim/include/cuda_compat.
.PHONY: compat-programs test-cuda-headers

# How many programs of corpora/run do so.
compat-programs:
	$(CARGO) build --locked -p hipify-rs -p hipify-lower
	scripts/compat-programs cpu
	scripts/compat-programs gfx90a

# Each header alone, for the CPU and for a GPU.
test-cuda-headers:
	HIPIFY_CUDA_HEADERS=alone $(CARGO) test --locked --test cuda_headers headers

test-full: test-cuda-headers

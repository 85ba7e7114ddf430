# The CUDA shim. Headers come from `make prove-headers`; facts are data in the repository, so that builds need neither.
.PHONY: cuda-facts cuda-facts-check cuda-entries

# Reads NVIDIA's headers and the bundled HIP headers into runtime-shim/cuda/entries/facts.
cuda-facts: prove-headers libclang
	LIBCLANG_PATH=$(LLVM_LIB) $(CARGO) run --release -p hipify-cuda-entries --features read --bin read-headers

# The same, but a difference is an error.
cuda-facts-check: prove-headers libclang
	LIBCLANG_PATH=$(LLVM_LIB) $(CARGO) run --release -p hipify-cuda-entries --features read --bin read-headers -- --check

# How the symbols of CUDA's libraries are served.
cuda-entries:
	$(CARGO) run -q -p hipify-cuda-entries --bin entries

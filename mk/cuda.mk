# The CUDA shim. Headers come from `make prove-headers`; facts are data in the repository, so that builds need neither.
.PHONY: cuda-facts cuda-facts-check cuda-entries cuda-headers cuda-symbols cuda-clients bench-shim test-cuda-tsan

# Headers that the tests' programs are compiled against: 7 MB of wheels.
cuda-headers:
	@command -v pip >/dev/null && command -v unzip >/dev/null || scripts/install-packages unzip python3-pip
	ONLY="nvidia-cuda-runtime-cu11 nvidia-cuda-runtime-cu12 nvidia-cuda-runtime nvidia-cuda-crt" scripts/fetch-headers.sh

test: cuda-headers

# Reads NVIDIA's headers and the bundled HIP headers into runtime-shim/cuda/entries/facts.
cuda-facts: prove-headers libclang
	LIBCLANG_PATH=$(LLVM_LIB) $(CARGO) run --release -p hipify-cuda-entries --features read --bin read-headers

# The same, but a difference is an error.
cuda-facts-check: prove-headers libclang
	LIBCLANG_PATH=$(LLVM_LIB) $(CARGO) run --release -p hipify-cuda-entries --features read --bin read-headers -- --check

# How the symbols of CUDA's libraries are served.
cuda-entries:
	$(CARGO) run -q -p hipify-cuda-entries --bin entries

# The symbols of NVIDIA's own libraries, and the share of them that the shim's libraries have.
cuda-symbols: build
	scripts/cuda-symbols

# Clients of CUDA from PyPI, which load its libraries by name.
cuda-clients: build
	scripts/cuda-clients

# What a call costs, beside the same call of HIP.
bench-shim:
	$(CARGO) bench -p hipify-runtime-cuda

# Eight threads at the shim for a minute, all instrumented.
test-cuda-tsan: cuda-headers
	CARGO="$(CARGO)" scripts/test-cuda-tsan

test-full: cuda-facts-check

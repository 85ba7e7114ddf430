# `make device-functions`: what CUDA's device functions give on this machine, beside what they give on an NVIDIA GPU.
.PHONY: device-functions device-function-programs

# cpu, and GPUs such as gfx942; RUNNER is called with the target, the program and its arguments, and starts programs for GPUs.
device-functions: TARGETS ?= cpu
RUNNER ?=

device-functions: cuda-headers libclang
	$(CARGO) build -q --locked -p hipify-rs -p hipify-lower -p hipify-hip
	LIBCLANG_PATH=$(LLVM_LIB) $(CARGO) run -q --locked -p hipify-functions --features read -- $(TARGETS:%=--target %) --runner "$(RUNNER)" \
	  --headers .cache/headers/cuda13

# The programs for nvcc whose results are the reference (runtime-shim/functions/README.md).
device-function-programs: cuda-headers libclang
	mkdir -p target/device-functions
	LIBCLANG_PATH=$(LLVM_LIB) $(CARGO) run -q --locked -p hipify-functions --features read -- --program target/device-functions \
	  --headers .cache/headers/cuda13

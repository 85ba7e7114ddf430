# Extensions of PyTorch, built and run with Debian's PyTorch for the CPU, and compiled for a GPU as PyTorch for ROCm does: some 10 minutes,
# for the most part compiles of PyTorch's headers.
.PHONY: test-torch

test-torch: setup
	@scripts/install-packages python3-torch libtorch-dev python3-setuptools pybind11-dev ninja-build
	$(CARGO) build --locked $(PARTS)
# Headers of ROCm's libraries.
	$(CARGO) run -q --locked -p hipify-rs -- setup
	scripts/test-torch $(or $(CARGO_TARGET_DIR),target)/debug

test-full: test-torch

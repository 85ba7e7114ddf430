# The C programs that know NVIDIA's mathematical libraries alone, on the bundled ones.
.PHONY: test-cuda-libraries
test-cuda-libraries:
	$(CARGO) build --workspace --locked
	scripts/test-cuda-libraries

test-full: test-cuda-libraries

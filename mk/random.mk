# Kernels made by chance, on the CPU and on GPUs: tests/random_kernels/many.rs says what the variables are. On a machine with an AMD GPU:
#   make random-kernels COUNT=10000 TARGETS=gfx942
# With a simulator or an emulator, a command that takes the target, the program and its arguments:
#   make random-kernels COUNT=10000 TARGETS="gfx942 gfx1100" RUNNER=/path/to/run
.PHONY: random-kernels

random-kernels: TARGETS ?= cpu
random-kernels:
	$(CARGO) build --release --locked $(PARTS)
	$(foreach name,COUNT SEED FIRST ONLY SIZE TARGETS RUNNER LEVELS FLAGS REDUCE CHECK JOBS,$(if $($(name)),$(name)='$($(name))')) \
	    HIPIFY_RS=$(CURDIR)/$(RELEASE)/hipify-rs $(CARGO) test --locked --test random_kernels -- --ignored --nocapture

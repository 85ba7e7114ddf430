# What is built for AMD GPUs, executed: on a GPU of this machine, or by RUNNER, a command that runs `RUNNER TARGET PROGRAM`.
test-gpu: TARGETS ?= gfx942 gfx1100 gfx1201

.PHONY: test-gpu

comma = ,
# Programs of corpora/run and corpora/wave, beside the same built for the CPU.
test-gpu: setup
	$(CARGO) run -q --locked -p hipify-rs -- setup
	$(CARGO) build --workspace --locked
	HIPIFY_GPU_TARGETS=$(subst $() ,$(comma),$(strip $(TARGETS))) HIPIFY_GPU_RUNNER="$(RUNNER)" \
	  HIP_PREFIX=$(lastword $(sort $(wildcard $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/hipify-rs/hip-*))) \
	  $(CARGO) test --locked --test gpu

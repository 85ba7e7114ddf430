# Debian's source packages with CUDA in them, ported, built for a GPU and the CPU and tested: scripts/real-trees. TREES="darknet bart" chooses.
.PHONY: real-trees

real-trees: setup
# Links for GPUs with libraries that Debian 12 has not.
	$(CARGO) run -q --locked -p hipify-rs -- setup
	CARGO="$(CARGO)" scripts/real-trees $(TREES)

# Files of the test suites of AMD's rocPRIM and hipCUB, built for the CPU and run: scripts/amd-suites. SUITES="rocprim/test_warp_reduce" chooses, SUITES=all takes the long ones too.
.PHONY: amd-suites

amd-suites: setup
# The headers of these libraries.
	$(CARGO) run -q --locked -p hipify-rs -- setup
	CARGO="$(CARGO)" scripts/amd-suites $(SUITES)

# What people install, made in target/dist and tried in fresh systems.
.PHONY: dist test-dist

# Needs python3 with venv, dpkg-deb and, for aarch64, rustup's target and LLVM's strip. MACHINES: x86_64, aarch64.
dist:
	@scripts/install-packages python3-venv dpkg-dev binutils llvm-19
	rustup target add aarch64-unknown-linux-gnu
	scripts/dist $(MACHINES)

# Each in a Debian that has nothing else, 12 and 13: needs root, and the network for packages. SUITES, ARTEFACTS: a part of them.
test-dist: dist
	@scripts/install-packages debootstrap
	scripts/test-dist $(SUITES)

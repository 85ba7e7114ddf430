# What people install, made in target/dist and tried in fresh systems.
.PHONY: dist test-dist test-llvm test-packaging test-windows check-macos

# MACHINES: of x86_64, aarch64 and windows, x86_64 by itself; ARTEFACTS: a part of them.
dist:
	@scripts/install-packages python3-venv dpkg-dev binutils llvm-19 $(if $(filter windows,$(MACHINES)),gcc-mingw-w64-x86-64 zip)
	scripts/dist $(MACHINES)

# Each in a Debian that has nothing else, 12 and 13: needs root, and the network for packages. SUITES, ARTEFACTS: a part of them.
test-dist: dist
	@scripts/install-packages debootstrap qemu-user-static libc6-arm64-cross clang-19 \
	  $(if $(filter windows,$(MACHINES)),gcc-mingw-w64-x86-64 wine wine64 unzip)
	scripts/test-dist $(SUITES)

# Code for the CPU by each clang that Debian 13 has: needs root, and the network for packages. RELEASES, PROGRAMS: a part of them.
test-llvm:
	@scripts/install-packages debootstrap
	scripts/test-llvm $(RELEASES)

# What describes packages, each by its own tool: half a minute, beside a build of the command.
test-packaging:
	@scripts/install-packages python3-venv ruby rubocop shellcheck
	scripts/test-packaging

# The command for Windows beside that of this system, under wine: most of the time is the build's.
test-windows:
	@scripts/install-packages gcc-mingw-w64-x86-64 wine wine64 clang-19
	rustup target add x86_64-pc-windows-gnu
	scripts/test-windows

# Rust is checked for macOS, C compiled by zig; nothing is linked.
check-macos:
	@scripts/install-packages python3-venv
	rustup target add aarch64-apple-darwin
	scripts/check-macos

test-full: test-packaging test-windows check-macos

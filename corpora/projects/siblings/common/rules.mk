NVCC ?= nvcc
NVCCFLAGS = -O2 -I../common

%: %.cu ../common/check.cuh
	$(NVCC) $(NVCCFLAGS) -o $@ $<

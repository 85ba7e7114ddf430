ifeq ($(shell uname),Linux)
  NVCC := $(shell which nvcc)
endif
define compile_cuda
	$(NVCC) -c $(1) -o $(2) $(GPUFLAGS)
endef
debug: NVCCFLAGS += -G
.SUFFIXES: .cu
.cu.o:
	$(NVCC) $(NVCCFLAGS) -c $<
kernel.ptx: kernel.cu
	$(NVCC) -ptx $< -o $@
link.o: a.o b.o
	$(NVCC) -dlink a.o b.o -o link.o

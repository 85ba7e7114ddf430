# lint-path: Makefile
NVCC = nvcc
app: app.cu
	$(NVCC) -O3 -o app app.cu
small: app.cu
	nvcc -maxrregcount=32 -o small app.cu # fires

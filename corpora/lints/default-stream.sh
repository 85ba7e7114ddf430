# lint-path: build.sh
clang++ -x hip --default-stream per-thread -c a.cpp # fires
nvcc --default-stream per-thread -c a.cu
clang++ -x hip -fgpu-default-stream=per-thread -c b.cpp

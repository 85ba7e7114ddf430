# lint-path: ci/build.sh
cmake -S . -B build -DCMAKE_CUDA_ARCHITECTURES=80 # fires
cmake --build build

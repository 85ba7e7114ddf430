# lint-path: build.sh
nvcc --use_fast_math -c a.cu # fires
clang++ -x hip -ffast-math -c a.cpp # fires
g++ -ffast-math -c b.cpp

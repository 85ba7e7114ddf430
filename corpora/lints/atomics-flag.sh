# lint-path: build.sh
clang++ -x hip --offload-arch=gfx90a -c a.hip # fires
clang++ -x hip --offload-arch=gfx942 -c b.hip

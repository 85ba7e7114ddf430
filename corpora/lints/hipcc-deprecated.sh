# lint-path: build.sh
hipcc -o app app.hip # fires
clang++ -x hip --amdgpu-target=gfx90a -c a.hip # fires
hipcc -o two two.hip
clang++ -x hip --offload-arch=gfx90a -c a.hip

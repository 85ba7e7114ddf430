# lint-path: Dockerfile
FROM rocm/dev-ubuntu-24.04
RUN apt-get install -y hipcc-dev
RUN clang++ --amdgpu-target=gfx90a -x hip -c a.hip # fires

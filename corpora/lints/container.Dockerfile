# lint-path: docker/Dockerfile
FROM nvidia/cuda:12.6.0-devel-ubuntu24.04 # fires
RUN apt-get install -y my-nsys
RUN nvidia-smi # fires
# nvidia-smi

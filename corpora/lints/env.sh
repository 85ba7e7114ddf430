# lint-path: run.sh
export CUDA_VISIBLE_DEVICES=0
export CUDA_LAUNCH_BLOCKING=1 # fires
./app

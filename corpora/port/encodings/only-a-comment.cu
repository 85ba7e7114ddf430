// cudaMalloc

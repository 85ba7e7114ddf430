// compile: no, HIP takes texture references for targets with images alone
texture<float, 2> image;

void binds(float *data, cudaChannelFormatDesc desc, int width, int height, size_t pitch) {
    size_t offset;
    cudaBindTexture2D(&offset, image, data, desc, width, height, width * sizeof(float)); // fires
    cudaBindTexture2D(&offset, image, data, desc, width, height, 512);
    cudaBindTexture2D(&offset, image, data, desc, width, height, pitch);
}

// A graph made by hand and forgotten.
#include "bug.h"

int main() {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0); // check: leak/handle
    BUG((void)graph, (void)cudaGraphDestroy(graph));
}

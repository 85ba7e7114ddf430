#include <cuda_runtime.h>
<<<<<<< HEAD
k<<<1, 1>>>(p);
||||||| base
k<<<1, 2>>>(p);
=======
k<<<2, 1>>>(p);
>>>>>>> theirs

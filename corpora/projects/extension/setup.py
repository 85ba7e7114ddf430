from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="swish",
    version="0.1",
    py_modules=["check"],
    ext_modules=[
        CUDAExtension(
            name="swish_cuda",
            sources=["swish.cpp", "swish_kernel.cu"],
            extra_compile_args={
                "cxx": ["-O2"],
                "nvcc": ["-O2", "--use_fast_math", "-gencode=arch=compute_80,code=compute_80", "--expt-relaxed-constexpr"],
            },
            libraries=["cudart"],
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)

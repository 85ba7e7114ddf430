from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="extensions",
    version="0.1",
    py_modules=[],
    ext_modules=[
        CUDAExtension("elementwise", ["elementwise.cu"]),
        CUDAExtension(
            "reduction",
            ["reduction.cpp", "reduction_kernel.cu"],
            extra_compile_args={"cxx": ["-O2"], "nvcc": ["-O2", "--use_fast_math"]},
        ),
    ],
    cmdclass={"build_ext": BuildExtension},
)

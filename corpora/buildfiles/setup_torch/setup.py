"""Builds with nvcc: the docstring stays."""
import os
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension, CUDA_HOME

nvcc_flags = [
    '-O3',
    '-gencode', 'arch=compute_70,code=sm_70',
    '-gencode=arch=compute_80,code=sm_80',  # A100
    '--use_fast_math',
    '--expt-relaxed-constexpr',
    '-Xptxas', '-v',
]

setup(
    name='saxpy_cuda',
    ext_modules=[
        CUDAExtension(
            'saxpy_cuda',
            ['saxpy.cpp', 'saxpy_kernel.cu'],
            include_dirs=[os.path.join(CUDA_HOME, 'include')],
            library_dirs=[os.path.join(CUDA_HOME, "lib64")],
            libraries=['cudart', 'cublas', 'cuda', 'nvidia-ml'],
            extra_compile_args={'cxx': ['-O3', '-G'], 'nvcc': nvcc_flags + ['-lineinfo', '-G', '-Xcompiler', '-fPIC,-Wall']},
        )
    ],
    cmdclass={'build_ext': BuildExtension},
)

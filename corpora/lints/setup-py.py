# lint-path: setup.py
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
setup(ext_modules=[
    CUDAExtension(  # fires
        'op', ['op.cu'],
        extra_compile_args={'nvcc': ['-O3', '-maxrregcount=32']}),  # fires
])

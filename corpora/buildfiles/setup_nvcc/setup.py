import os, subprocess
from setuptools import Extension, setup

cuda = os.environ.get('CUDA_HOME', '/usr/local/cuda')
lib = os.path.join(cuda, 'lib64')
os.environ["TORCH_CUDA_ARCH_LIST"] = "7.0;8.0"
args = {'nvcc': ['-arch=sm_70', f'-maxrregcount={32}']}
args['nvcc'].append('-Xptxas=-v')
subprocess.check_call(['nvcc', '-c', 'saxpy.cu'])
setup(ext_modules=[Extension('saxpy', ['saxpy.cpp'], libraries=['cudart'], library_dirs=['/usr/local/cuda/lib64'])])

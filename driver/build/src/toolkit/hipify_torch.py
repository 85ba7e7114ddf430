"""Runs a Python program in which PyTorch's CUDAExtension and cpp_extension.load build for the CPU, with a PyTorch for the CPU.

python3 "$(hipify-rs cc --toolkit)/torch/hipify_torch.py" setup.py build_ext --inplace
"""

import json
import os
import runpy
import sys

LAYER = os.path.dirname(os.path.abspath(__file__))
TOOLKIT = os.path.dirname(LAYER)


def prepare():
    """Lets PyTorch take the toolkit for CUDA, and the headers here for those of its own parts that it was built without."""
    os.environ["CUDA_HOME"] = TOOLKIT
    os.environ.setdefault("HIPIFY_OFFLOAD_ARCH", "cpu")
    # Architectures of NVIDIA's, of which nothing depends; without them PyTorch asks the devices.
    os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0")
    rpath = f"-Wl,-rpath,{TOOLKIT}/lib64"
    os.environ["LDFLAGS"] = f"{os.environ.get('LDFLAGS', '')} {rpath}".strip()

    import torch
    from torch.utils import cpp_extension

    if torch.version.cuda is not None or torch.version.hip is not None:
        sys.exit("error: this PyTorch is for GPUs\n  help: run the program without hipify_torch.py, or install a PyTorch for the CPU")
    with open(os.path.join(TOOLKIT, "version.json")) as said:
        # PyTorch compares the first two parts with those that nvcc prints.
        torch.version.cuda = ".".join(json.load(said)["cuda"]["version"].split(".")[:2])
    cpp_extension.CUDA_HOME = TOOLKIT
    include_paths, prepare_ldflags = cpp_extension.include_paths, cpp_extension._prepare_ldflags

    def with_layer(*args, **kwargs):
        return [LAYER] + include_paths(*args, **kwargs)

    def with_rpath(*args, **kwargs):
        return prepare_ldflags(*args, **kwargs) + [rpath]

    cpp_extension.include_paths, cpp_extension._prepare_ldflags = with_layer, with_rpath


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: hipify_torch.py PROGRAM [ARGUMENT ...]")
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    prepare()
    runpy.run_path(sys.argv[0], run_name="__main__")

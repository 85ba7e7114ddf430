"""Compares the extensions with plain PyTorch: two that setup.py builds, and one that is loaded with its sources."""

import os

import torch
from torch.utils.cpp_extension import load

import elementwise
import reduction

folder = os.path.dirname(os.path.abspath(__file__))
autograd = load("autograd_cuda", [os.path.join(folder, "autograd.cu")], verbose=True)


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return autograd.forward(x)

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return autograd.backward(x, gradient)


def same(name, got, wanted):
    good = got.shape == wanted.shape and got.dtype == wanted.dtype and torch.allclose(got, wanted, rtol=1e-5, atol=1e-6)
    print(f"{name}: {'PASS' if good else 'FAIL'}")
    return good


torch.manual_seed(1)
good = True
for kind in (torch.float32, torch.float64):
    for shape in ((0,), (7,), (1000, 33)):
        x = torch.randn(shape, dtype=kind)
        good &= same(f"elementwise {kind} {shape}", elementwise.swish(x), torch.nn.functional.silu(x))
for shape in ((1, 1), (5, 1000), (300, 77)):
    x = torch.randn(shape)
    good &= same(f"reduction {shape}", reduction.row_sums(x), x.sum(1))
x = torch.randn(40, 50, dtype=torch.float64, requires_grad=True)
y = x.detach().clone().requires_grad_()
(Cube.apply(x) * 2).sum().backward()
(y**3 * 2).sum().backward()
good &= same("autograd forward", Cube.apply(x.detach()), x.detach() ** 3)
good &= same("autograd backward", x.grad, y.grad)
good &= torch.autograd.gradcheck(Cube.apply, (torch.randn(6, dtype=torch.float64, requires_grad=True),))
print("PASS torch" if good else "FAIL torch")
raise SystemExit(not good)

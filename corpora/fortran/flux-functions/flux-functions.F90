! Kernels and device functions whose attributes stand in branches of the preprocessor; functions of arrays in functions of arrays.
module globals
  implicit none
  integer, parameter :: dimension = 2, nl = 5, accuracy = 4
  real(8), parameter :: gamma = 1.4d0
  integer(2), parameter :: ikind2 = 2
end module
module flux_m
  use globals, only : dimension, gamma, accuracy
  implicit none
  interface pick
    module procedure pick2, pick4
  end interface
contains
#ifdef _CUDA
  attributes(device) &
#endif
  function pick2(id, x) result(y)
    integer(kind=2), intent(in), value :: id
    real(8), intent(in), value :: x
    real(8) :: y
    y = x * 2 + id
  end function
#ifdef _CUDA
  attributes(device) &
#endif
  function pick4(id, x) result(y)
    integer(kind=4), intent(in), value :: id
    real(8), intent(in), value :: x
    real(8) :: y
    y = x * 4 + id
  end function
#ifdef _CUDA
  pure attributes(device) &
#else
  pure &
#endif
  function interp4(a) result(ai)
    real(8), intent(in), contiguous :: a(:)
    real(8) ai
    ai = 0.0625d0 * (-a(1) + 9.d0 * (a(2) + a(3)) - a(4))
  end function
#ifdef _CUDA
  attributes(device) &
#endif
  function roe(id, ql, qr, normal) result(f)
    integer, intent(in), value :: id
    real(8), intent(in), dimension(dimension+2) :: ql, qr
    real(8), intent(in), dimension(dimension) :: normal
    real(8), dimension(dimension+2) :: f, fl, fr
    real(8), dimension(dimension) :: vl, vr, va
    real(8) :: mat(dimension+2,dimension+2)
    real(8) :: h
    integer :: i
    vl(:) = ql(2:dimension+1) / ql(1)
    vr(:) = qr(2:dimension+1) / qr(1)
    va(:) = (sqrt(ql(1)) * vl(:) + sqrt(qr(1)) * vr(:)) / (sqrt(ql(1)) + sqrt(qr(1)))
    h = sqrt((gamma - 1.d0) * (10d0 - 0.5d0 * sum(va(:)**2)))
    mat = 0
    do i = 1, dimension+2
      mat(i,i) = 1d0 / i
    end do
    mat(1,:) = h
    fl = matmul(mat, ql)
    fr = matmul(mat, qr)
    f(:) = 0.5d0 * (fl + fr) * normal(id)
  end function
#ifdef _CUDA
  attributes(device) &
#endif
  function keep(id, v) result(f)
    integer, intent(in), value :: id
    real(8), intent(in), dimension(4,2) :: v
    real(8), dimension(4) :: f
    real(8), dimension(3) :: r, s
    r(:) = mean(v(:,id))
    s(:) = mean(v(:,1)) + mean(v(:,2)) * 2
    f(1) = total(r(:)); f(2) = total(s(:)); f(3) = total(r*s); f(4) = pick(1_2, f(1)) + pick(3, f(2))
  end function
#ifdef _CUDA
  attributes(device) &
#endif
  function mean(x)
    real(8), intent(in) :: x(4)
    real(8) :: mean(3)
    mean(:) = 0.5d0 * (x(1:3) + x(2:4))
  end function
#ifdef _CUDA
  attributes(device) &
#endif
  function total(x)
    real(8), intent(in) :: x(3)
    real(8) :: total
    total = sum(x)
  end function
#ifdef _CUDA
  attributes(global) &
#endif
  subroutine kernel(q, e, w, &
#ifdef EXTRA
     extra, &
#endif
     nx, ny)
#ifdef _CUDA
    use cudafor
#endif
    implicit none
    integer, value :: nx, ny
    real(8), intent(in) :: q(nx,ny,4)
    real(8), intent(out) :: e(nx,ny,4)
    real(8), intent(inout) :: w(4,nx,ny)
#ifdef EXTRA
    real(8) :: extra(nx)
#endif
    real(8), dimension(2) :: normal = (/1.d0, 0.5d0/)
    real(8), parameter :: pi = acos(-1.0d0)
    real(8) :: vk(4,2), a4(4)
    integer :: i, j, l
#ifdef _CUDA
    attributes(device) :: q
    attributes(device) :: e
    attributes(device) :: w
    i = threadIdx%x + (blockIdx%x - 1) * blockDim%x
    j = threadIdx%y + (blockIdx%y - 1) * blockDim%y
    if (i > nx .or. j > ny-3) return
#else
    do j = 1, ny-3
    do i = 1, nx
#endif
    vk(:,1) = q(i,j:j+3,1)
    vk(:,2) = q(i,j:j+3,2) * pi
    e(i,j,:) = keep(2, vk)
    e(i,j,:) = e(i,j,:) + roe(1, q(i,j,:), w(:,i,j), normal)
    a4 = q(i,j:j+3,3)
    w(1,i,j) = interp4(a4) + norm2(roe(2, q(i,j,:), q(i,j+1,:), normal))
    do l = 2, 4
      w(l,i,j) = w(l,i,j) + merge(1d0, -1d0, mod(i+j+l,2) == 0)
    enddo
#ifndef _CUDA
    enddo
    enddo
#endif
  end subroutine
end module
program flux_functions
#ifdef _CUDA
  use cudafor
#endif
  use flux_m
  implicit none
  integer, parameter :: nx = 12, ny = 11
  real(8) :: q(nx,ny,4), e(nx,ny,4), w(4,nx,ny)
#ifdef _CUDA
  real(8), device :: qd(nx,ny,4), ed(nx,ny,4), wd(4,nx,ny)
  type(dim3) :: grid, tblock
#endif
  integer :: i
  do i = 1, size(q)
    q(mod(i-1,nx)+1, mod((i-1)/nx,ny)+1, (i-1)/(nx*ny)+1) = 2 + sin(dble(i))
  end do
  e = 0
  w = 1.5d0
#ifdef _CUDA
  tblock = dim3(8,8,1)
  grid = dim3(ceiling(real(nx)/tblock%x), ceiling(real(ny)/tblock%y), 1)
  qd = q; ed = e; wd = w
  call kernel<<<grid, tblock>>>(qd, ed, wd, nx, ny)
  e = ed; w = wd
#else
  call kernel(q, e, w, nx, ny)
#endif
  print '(4es20.12)', sum(e), sum(w), e(3,4,:), w(:,5,6)
end program flux_functions

! options: -cuda -DUSE_CUDA -DNO_LOCAL -DTWICE
! Branches for several sets of macros, whose declarations do not contradict each other.
module solver_m
#ifdef USE_CUDA
  use cudafor
#endif
  implicit none
  real :: h(8)
#ifdef USE_CUDA
  real, device :: x(8)
#ifdef DOUBLE_BUFFER
  real, device :: y(8)
#endif
#endif
contains
#ifdef USE_CUDA
  attributes(global) subroutine add(a, b)
    real, value :: b
    real :: a(8)
    integer :: i
    i = threadIdx%x
#ifdef TWICE
    a(i) = a(i) + 2*b
#else
    a(i) = a(i) + b
#endif
  end subroutine
#ifdef DOUBLE_BUFFER
  attributes(global) subroutine move(a, b)
    real :: a(8), b(8)
    b(threadIdx%x) = a(threadIdx%x)
  end subroutine
#endif
#endif
  subroutine run
#ifdef USE_CUDA
    integer :: istat
#ifndef NO_LOCAL
    real, device :: z(8)
#else
    integer, device :: w
#endif
    x = h
#ifdef DOUBLE_BUFFER
    y = x
    call move<<<1, 8>>>(y, x)
#else
    call add<<<1, 8>>>(x, 1.0)
    istat = cudaDeviceSynchronize()
#endif
#ifndef NO_LOCAL
    z = x
    h = z
#else
    w = 3
    h = x
#endif
#else
    h = h + 1
#endif
  end subroutine
end module
program p
  use solver_m
  implicit none
  h = 1
  call run
  print *, h
end program

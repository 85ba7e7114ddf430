program twin
  implicit none
  integer, parameter :: n = 60, m = 40
  real(8) :: a(0:n+1,0:m+1), b(n,m), error
  integer :: iter
  a = 0
  a(0,:) = 1
  do iter = 1, 50
    b = 0.25d0*(a(0:n-1,1:m) + a(2:n+1,1:m) + a(1:n,0:m-1) + a(1:n,2:m+1))
    error = maxval(abs(b - a(1:n,1:m)))
    a(1:n,1:m) = b
  end do
  print '(3f12.7)', error, a(1,1), a(5,m/2)
end program twin

program twin
  implicit none
  integer, parameter :: n = 64, m = 48
  real(8) :: a(0:n-1,0:m-1), b(0:n-1,0:m-1), error
  integer :: iter
  a = 0
  a(0,:) = 1
  b = a
  do iter = 0, 199
    b(1:n-2,1:m-2) = 0.25d0*(a(2:n-1,1:m-2) + a(0:n-3,1:m-2) + a(1:n-2,0:m-3) + a(1:n-2,2:m-1))
    error = maxval(abs(b - a))
    if (mod(iter,50) == 0) write(*,'(i5,f10.6)') iter, error
    a = b
  end do
  write(*,'(i6,3f10.6)') 200, a(1,1), a(n/2,m/2), a(5,m/2)
end program twin

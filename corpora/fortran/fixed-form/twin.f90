program twin
  implicit none
  integer, parameter :: n = 40, m = 30
  real(8) :: a(n,m), b(n,m)
  integer :: i, j, it
  do j = 1, m
    do i = 1, n
      a(i,j) = mod(i*j, 13)
    end do
  end do
  do it = 1, 6
    b = a
    b(2:n-1,2:m-1) = 0.5d0*a(2:n-1,2:m-1) + 0.125d0*(a(1:n-2,2:m-1) + a(3:n,2:m-1) + a(2:n-1,1:m-2) + a(2:n-1,3:m))
    a = b
  end do
  write(*,'(4f12.5)') a(2,2), a(20,15), a(n,m), sum(a)
end program twin

program twin
  implicit none
  integer, parameter :: n = 5, m = 40
  real(8) :: a(n,m), o(6,m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      a(i,j) = mod(i*i + 3*j, 11)
    end do
    o(1,j) = sum(a(:,j))
    o(2,j) = a(2,j) + a(3,j)
    o(3,j) = maxval(a(:,j)) - minval(a(:,j))
    o(4,j) = (minval(a(:,j)) + 1)*9.81d0 + maxval(a(:,j))**2
    o(5,j) = 4*a(1,j)*1000 + a(1,j)
    o(6,j) = a(2,j)**3
  end do
  do j = 1, m, 13
    print '(6f12.3)', o(:,j)
  end do
  print '(2f12.3)', sum(o), 2*9.81d0
end program twin

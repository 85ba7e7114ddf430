program twin
  implicit none
  integer, parameter :: n = 60, r = 3
  real :: x(n), y(n), w(-r:r)
  integer :: i, k, j
  x = [(real(mod(i*i, 7)), i = 1, n)]
  w = [(0.25*(r + 1 - abs(i)), i = -r, r)]
  do i = 1, n
    y(i) = 0
    do k = -r, r
      j = i + k
      if (j >= 1 .and. j <= n) y(i) = y(i) + w(k)*x(j)
    end do
  end do
  print '(4f10.2)', y(1), y(2), y(n), sum(y)
  w(0) = 0
  do i = 1, n
    y(i) = 0
    do k = -r, r
      y(i) = y(i) + w(k)*x(max(1, min(n, i + k)))
    end do
  end do
  print '(4f10.2)', y(1), y(2), y(n), sum(y)
  print '(7f6.2)', w
  print '(10f6.1)', (-real(2*i), real(2*i - 1), i = 1, 5)
end program twin

program twin
  implicit none
  integer, parameter :: n = 5, m = 4
  real :: a(n, m), b(n, m), c(n), row(8), other(0:3, 2)
  integer :: i, j, k, l
  forall (i = 1:n, j = 1:m, mod(i + j, 2) == 0) b(i, j) = i - j
  forall (i = 1:n, j = 1:m, mod(i + j, 2) /= 0) b(i, j) = 0
  do k = 1, n
    i = 1000
    forall (j = 1:m) a(k, j) = k + 10*j
    forall (j = 2:m:2, a(k, j) > 22.0) b(k, j) = -a(k, j) * 2
    forall (j = 2:m:2, a(k, j) > 22.0) a(k, j) = -a(k, j)
    row = [(real(k*l), l = 1, 8)]
    forall (l = 2:8) row(l) = row(l - 1) + row(l)
    forall (l = 8:1:-1) row(l) = row(l) + l
    forall (l = 0:3, j = 1:2) other(l, j) = l*j + k
    forall (j = 1:2)
      forall (l = 0:3, l /= j) other(l, j) = other(l, j) * 0.5
    end forall
    b(k, 1) = sum(row) + sum(other) + i
  end do
  do i = 1, n
    a(i, :) = a(i, :) + b(i, :)
    c(i) = a(i, 1)
  end do
  do i = 1, n
    print '(9f9.2)', a(i, :), b(i, :), c(i)
  end do
end program

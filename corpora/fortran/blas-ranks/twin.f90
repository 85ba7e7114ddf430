program twin
  implicit none
  integer, parameter :: n = 3
  real :: s(n*n), t(n, n), u(n, n, 2), x(0:9), m(n, n), r
  real(8) :: a(9), b(n, n), c(n, n, 2), d, am(n, n), right(n, 2)
  complex :: z(4)
  integer :: i, k, j
  s = [(real(i), i = 1, n*n)]
  u = reshape([(0.5*i, i = 1, 2*n*n)], [n, n, 2])
  m = reshape(s, [n, n])
  t = matmul(m, transpose(u(:, :, 2)))
  print '(9f9.2)', t
  t = 2*matmul(transpose(u(:, :, 1)), m) + t
  print '(9f9.2)', t
  x = [(real(i), i = 0, 9)]
  x(1:9:2) = 2*x(1:9:2)
  x(0:6:3) = x(0:6:3) - s(4:6)
  print '(10f7.2)', x
  r = dot_product(t(2, :), s(1:3)); print '(f10.2)', r
  r = sum(abs(t)) + norm2(s(1:3)); print '(f12.3)', r
  k = maxloc([abs(t)], 1); print *, k
  r = s(9); s(9) = 3; print '(10f7.2)', s, r
  a = s; b = u(:, :, 1); c = u
  am = reshape(a, [n, n])
  b(:, 3) = matmul(am, c(:, 2, 1)) + 0.5d0*b(:, 3)
  print '(9f9.2)', b
  right = c(:, 1:2, 2)
  do j = 1, 2
    do i = n, 1, -1
      right(i, j) = (right(i, j) - dot_product(am(i, i+1:), right(i+1:, j))) / am(i, i)
    end do
  end do
  c(:, 1:2, 2) = right
  do j = 1, n
    c(:, j, 1) = c(:, j, 1) + a(4:6)*b(j, 1)
  end do
  print '(9f10.3)', c
  a = reshape(c(:, :, 2), [9])
  d = dot_product(a, reshape(c(:, :, 1), [9])); print '(f12.4)', d
  z = [(cmplx(i, -i), i = 1, 4)]
  z = z*(0.0, 1.0)
  print '(8f7.2)', z
end program

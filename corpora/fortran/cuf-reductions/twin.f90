program twin
  implicit none
  integer, parameter :: n = 5000
  integer :: a(n), i
  real :: f(n)
  do i = 1, n
    a(i) = ieor(i*7, 1023) - 200
  end do
  f = real(mod(a, 64)) / 4.0
  print '(3i10)', 7 + sum(a), maxval(a), minval(a)
  print '(i20)', 10000000000_8 + sum(int(a, 8)*a)
  print '(3f14.2)', sum(f, mask=f > 0.0), maxval(f), minval(f)
  print '(f10.1)', 1024.0
  print '(3i10)', iall(ior(a, 64)), iany(iand(a, 240)), iparity(a)
  print *, all(a < 100000), any(a == 17), all(a >= 0)
  print *, 'no pass leaves', 42
end program twin

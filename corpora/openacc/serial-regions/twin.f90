program twin
  implicit none
  integer, parameter :: n = 300
  integer :: f(n), g(n), i
  f(1:2) = 1
  do i = 3, n
    f(i) = mod(f(i-1) + f(i-2), 1000)
  end do
  g = f
  do i = 2, n
    g(i) = mod(g(i) + g(i-1), 1000)
  end do
  do i = 2, n
    f(i) = mod(f(i) + f(i-1), 10)
  end do
  print *, f(10), f(n), sum(g)
end program twin

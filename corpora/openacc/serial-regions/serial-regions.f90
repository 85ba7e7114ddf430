! Regions of one thread, `kernels` around array statements and loops without directives, and a loop that must keep its order.
program serial_regions
  implicit none
  integer, parameter :: n = 300
  integer :: f(n), g(n), total, i
  !$acc data create(g) copyout(f)
  !$acc serial
  f(1) = 1
  f(2) = 1
  do i = 3, n
    f(i) = mod(f(i-1) + f(i-2), 1000)
  end do
  !$acc end serial
  !$acc kernels
  g(:) = f(:)
  do i = 2, n
    g(i) = mod(g(i) + g(i-1), 1000)
  end do
  !$acc end kernels
  total = 0
  !$acc parallel loop reduction(+:total)
  do i = 1, n
    total = total + g(i)
  end do
  !$acc parallel loop seq
  do i = 2, n
    f(i) = mod(f(i) + f(i-1), 10)
  end do
  !$acc end data
  print *, f(10), f(n), total
end program serial_regions

! The first program: two loops over data that stays on the device between them.
program vector_add
  implicit none
  integer, parameter :: n = 10000
  real :: a(n), b(n), c(n)
  integer :: i
  do i = 1, n
    a(i) = i
    b(i) = 2*i
  end do
  !$acc data copyin(a, b) copyout(c)
  !$acc parallel loop
  do i = 1, n
    c(i) = a(i) + b(i)
  end do
  !$acc parallel loop present(c) vector_length(128)
  do i = 1, n
    c(i) = c(i)*0.5
  end do
  !$acc end data
  print *, c(1), c(n), nint(sum(c/n))
end program vector_add

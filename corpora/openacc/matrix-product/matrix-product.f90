! Three nested loops: gangs, workers and a reduction over vector lanes into a scalar that each pair of indices has for itself.
program matrix_product
  implicit none
  integer, parameter :: n = 48, m = 32, l = 40
  real(8) :: a(n,m), b(m,l), c(n,l), s
  integer :: i, j, k
  do j = 1, m
    do i = 1, n
      a(i,j) = mod(i*j, 7)
    end do
  end do
  do j = 1, l
    do i = 1, m
      b(i,j) = mod(i + 2*j, 5)
    end do
  end do
  !$acc parallel copyin(a, b) copyout(c)
  !$acc loop gang
  do j = 1, l
    !$acc loop worker
    do i = 1, n
      s = 0
      !$acc loop vector reduction(+:s)
      do k = 1, m
        s = s + a(i,k)*b(k,j)
      end do
      c(i,j) = s
    end do
  end do
  !$acc end parallel
  print '(3f12.1)', c(1,1), c(n,l), sum(c)
end program matrix_product

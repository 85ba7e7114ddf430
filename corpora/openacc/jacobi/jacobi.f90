! Laplace's equation with `kernels` and with `parallel loop`, a maximum over both loops, an `if` and a private scalar.
program jacobi
  implicit none
  integer, parameter :: n = 60, m = 40
  real(8) :: a(0:n+1,0:m+1), anew(0:n+1,0:m+1), error, change
  integer :: i, j, iter
  a = 0
  a(0,:) = 1
  anew = a
  !$acc data copy(a) create(anew) if(n > 10)
  do iter = 1, 50
    error = 0
    !$acc kernels present(a, anew)
    !$acc loop independent collapse(2) reduction(max:error) private(change)
    do j = 1, m
      do i = 1, n
        anew(i,j) = 0.25d0*(a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))
        change = abs(anew(i,j) - a(i,j))
        error = max(error, change)
      end do
    end do
    !$acc end kernels
    !$acc parallel loop gang worker collapse(2) &
    !$acc&  present(a, anew)
    do j = 1, m
      do i = 1, n
        a(i,j) = anew(i,j)
      end do
    end do
  end do
  !$acc end data
  print '(3f12.7)', error, a(1,1), a(5,m/2)
end program jacobi

program twin
  implicit none
  integer, parameter :: n = 24, m = 17
  real(8) :: h(n,m), b(n,m), s, tau
  integer :: i, j, it, ii, jj, k
  tau = 0.5d0
  do j = 1, m
    do i = 1, n
      h(i,j) = dble(mod(i*j, 7))**2 - 3*j
    end do
  end do
  do it = 1, 3
    do j = 1, m
      do i = 1, n
        s = 0
        k = 0
        do jj = max(j-1, 1), min(j+1, m)
          do ii = max(i-1, 1), min(i+1, n)
            if (ii == i .and. jj == j) cycle
            s = s + h(ii,jj)
            k = k + 1
          end do
        end do
        b(i,j) = (1 - tau)*h(i,j) + tau*s/k
      end do
    end do
    h = b
  end do
  print '(1x,a8,f14.6)', 'first', h(1,1)
  print '(1x,a8,f14.6)', 'second', h(n/2,m/2)
  print '(1x,a8,f14.6)', 'third', h(n,m)
  print '(f8.3)', 2.5d0
end program

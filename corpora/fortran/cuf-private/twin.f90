program twin
  implicit none
  integer, parameter :: n = 600, m = 12
  real(8) :: h(m,n), hn(n), t
  integer :: i, j, hk(n)
  do j = 1, n
    hn(j) = 0
    do i = 1, m
      h(i,j) = mod(i*j, 11) - 5
      t = h(i,j)*0.5d0
      if (t < 0) t = -2*t
      hn(j) = hn(j) + t*t
    end do
    hk(j) = 10*(mod(int(hn(j))/2, 3) + 1)
  end do
  print '(4f10.3)', hn(1), hn(2), hn(n-1), hn(n)
  print '(3i8)', count(hk == 10), count(hk == 20), count(hk == 30)
  print '(i8,2f14.3)', count(hk == 20), maxval(hn), sum(hn)
end program twin

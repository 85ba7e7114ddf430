program twin
  implicit none
  integer :: i, k(64)
  print '(f10.1)', sum([(real(mod(i, 10)), i = 1, 1000)])
  k = [(mod(i*37, 101), i = 1, 64)]
  print *, maxval(k(1:32)), maxval(k(1:32)), maxval(k(33:64)), maxval(k(33:64)), .true., .true.
end program twin

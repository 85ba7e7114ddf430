program twin
  implicit none
  integer :: k(8,6), l(8,6), i, j
  print '(a,3f8.1)', 'whole', 1.0, 100.0, 5050.0
  print '(a,4f8.1)', 'part ', -1.0, 51.0, 60.0, -1.0
  print '(a,4f8.1)', 'start', 51.0, 52.0, 53.0, 4.0
  print '(a,3f10.1)', 'eight', 1.5, 150.0, 7575.0
  k = reshape([((10*i + j, i = 1, 8), j = 1, 6)], [8,6])
  print *, 'plane', .true.
  l = 0
  l(2:5,3:5) = k(3:6,2:4)
  print '(a,4i5)', 'inner', l(2,3), l(5,5), l(1,3), sum(l)
  print '(20i3)', (merge(0, 7, i >= 5 .and. i <= 14), i = 1, 20)
  print '(a,2f8.2)', 'fill', 2.5, 2.5
  print *, 'errors', 0
end program twin

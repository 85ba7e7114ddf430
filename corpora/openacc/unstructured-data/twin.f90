program twin
  implicit none
  print *, 2, 21
  print *, 102, 3
  print *, 400 + 20*210 + 2000
end program twin

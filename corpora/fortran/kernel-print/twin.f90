program twin
  implicit none
  print *, 'from the device', 3
  print *, 1, 1
  print *, 2, 4
  print *, 'refused'
  print *, 'now', 0
end program twin

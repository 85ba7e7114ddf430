program twin
  implicit none
  print *, 51, 120, 3
  print *, 105, 105*70
end program twin

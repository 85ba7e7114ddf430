program twin
  print *, 3, 300, 3*5050
end program twin

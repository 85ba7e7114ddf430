program twin
  print *, 'devices', .true.
  print *, 5050
end program twin

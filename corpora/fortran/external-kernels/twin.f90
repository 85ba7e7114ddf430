program twin
  print '(f10.1)', 5050 + 50.0
  print '(f10.1)', 55 + 70.0
end program twin

program twin
  implicit none
  integer :: i
  print *, 'status', 0
  print '(a,f12.6)', 'norm ', sqrt(real(sum([(mod(i, 5)**2, i = 1, 300)]), 8))
  print *, .true.
end program twin

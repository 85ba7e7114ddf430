program twin
  implicit none
  integer :: i
  real :: r(1000)
  r = [((mod(i, 16) + 1)**2*0.5, i = 1, 1000)]
  print *, nint(r(1)), nint(r(1000)), nint(sum(r))
end program twin

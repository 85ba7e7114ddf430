program twin
  implicit none
  integer :: i
  real :: a(4000)
  a = [(2.0*i + 1, i = 1, 4000)]
  print *, nint(a(1)), nint(a(4000)), nint(sum(a)/4000)
  print *, 1, 4000
end program twin

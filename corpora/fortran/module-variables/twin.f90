program twin
  implicit none
  integer :: i
  real :: t(4,0:2), h(30)
  t = 1
  t(2,:) = 5
  t(3,0) = -2
  do i = 1, 30
    h(i) = 0.5 + t(mod(i, 4) + 1, mod(i, 3))
  end do
  print *, 'count', 30
  print '(4f6.1)', t
  print '(10f6.1)', h
  h = h + 1000
  print '(3f9.1)', h(1), h(30), sum(h)
  print *, 3, 6, 9, 12
end program twin

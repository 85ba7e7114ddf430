program twin
  implicit none
  integer, parameter :: n = 120
  integer :: inc, dec, i
  print '(10i6)', 6, -3, 50, -50, iand(5, 12), ior(6, 3), ieor(7, 255), 77, 99, 10
  print '(10i6)', (i, i = 1, 10)
  print '(f10.2,f10.2,i16)', 1 + 0.5*n, 1 + 0.25*n, 1 + 3000000000_8*n
  inc = 0
  dec = 0
  do i = 1, n
    inc = merge(0, inc + 1, inc >= 6)
    dec = merge(9, dec - 1, dec == 0 .or. dec > 9)
  end do
  print '(4i6)', inc, dec, n, 120
  print *, .true.
end program twin

program twin
  implicit none
  integer, parameter :: n = 1024*10 + 3
  integer :: a(n), i
  a = (/ (i + 3, i = 1, n) /)
  write(*,*) 'Program Passed'
  print *, a(1), a(n), sum(a)
end program twin

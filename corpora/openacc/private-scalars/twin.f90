program twin
  implicit none
  integer, parameter :: n = 2000
  integer :: a(n), b(n), i
  a = [(mod(i*37, 101), i = 1, n)]
  where (mod(a, 2) == 0)
    b = a + a/2
  elsewhere
    b = 1
  end where
  print *, b(1), b(2), b(n), sum(b), a(777)
end program twin

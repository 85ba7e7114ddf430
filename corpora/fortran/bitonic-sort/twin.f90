program twin
  implicit none
  integer, parameter :: n = 1024
  integer :: k(n), i, j, t
  k = [(mod(i*7919, 10007), i = 1, n)]
  do i = 2, n
    t = k(i)
    j = i - 1
    do while (j >= 1)
      if (k(j) <= t) exit
      k(j+1) = k(j)
      j = j - 1
    end do
    k(j+1) = t
  end do
  print *, .true., .true.
  print *, k(1), k(2), k(n/2), k(n)
end program twin

! Scalars that nobody declared private: set in an iteration and used there, in branches and inner loops; and one that is a result.
program private_scalars
  implicit none
  integer, parameter :: n = 2000
  integer :: a(n), b(n), i, k, t, low, high, found
  a = [(mod(i*37, 101), i = 1, n)]
  found = -1
  !$acc parallel loop copyin(a) copyout(b) copy(found)
  do i = 1, n
    t = a(i)
    low = 0
    high = 128
    do k = 1, 7
      if ((low + high)/2 <= t) then
        low = (low + high)/2
      else
        high = (low + high)/2
      end if
    end do
    if (mod(t, 2) == 0) then
      t = t/2
      b(i) = low + t
    else
      b(i) = high - t
    end if
    if (i == 777) found = low
  end do
  print *, b(1), b(2), b(n), sum(b), found
end program private_scalars

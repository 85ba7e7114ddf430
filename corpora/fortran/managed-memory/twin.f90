program twin
  implicit none
  integer, parameter :: n = 20, m = 16
  integer :: b(n,m), s(n,m), g, i, j
  b = 0
  b(2,1) = 1
  b(3,2) = 1
  b(1:3,3) = 1
  b(10,10:12) = 1
  do g = 1, 24
    s = 0
    do j = -1, 1
      do i = -1, 1
        if (i /= 0 .or. j /= 0) s = s + cshift(cshift(b, i, 1), j, 2)
      end do
    end do
    b = merge(1, 0, s == 3 .or. (s == 2 .and. b == 1))
  end do
  do j = 1, m
    print '(20i1)', b(:,j)
  end do
  print *, sum(b), count(b(10,:) == 1), any(b > 1)
  print *, sum([((b(i,j)*(i + 100*j), i = 1, n), j = 1, m)])
end program twin

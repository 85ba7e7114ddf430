program twin
  implicit none
  integer, parameter :: n = 4
  logical :: p(n) = [.true., .true., .false., .false.], q(n) = [.true., .false., .true., .false.], u(n)
  integer :: i, x(100)
  u = [(i > 2 .and. (p(i) .or. i == 4), i = 1, n)]
  do i = 1, n
    print '(6l2)', p(i) .and. q(i), p(i) .or. .not. q(i), p(i) .eqv. q(i), p(i) .neqv. q(i), .not. u(i), .true.
  end do
  print '(4l2)', u
  x = [(i*i + 2, i = 1, 100)]
  print *, count(mod(x, 3) == 0), mod(x(1), 3) == 0, mod(x(2), 3) == 0
  print *, .false.
  print *, 1
end program twin

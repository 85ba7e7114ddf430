! The same questions of the numbers of the compiler's own generator.
program random_states
  implicit none
  integer, parameter :: n = 20000
  real(8), parameter :: pi = acos(-1d0)
  real(8) :: uniform(n), other(n), normal(n), first(n), places(n), draws(64)
  integer, allocatable :: seed(:)
  integer :: i, size_of_seed
  call random_seed(size=size_of_seed)
  allocate(seed(size_of_seed))
  seed = 1234
  call random_seed(put=seed)
  call random_number(first)
  call random_number(uniform)
  call random_number(other)
  normal = sqrt(-2 * log(1 - uniform)) * cos(2 * pi * other)
  print *, 'uniform ', minval(uniform) > 0 .and. maxval(uniform) <= 1, abs(sum(uniform) / n - 0.5) < 0.02
  print *, 'normal  ', abs(sum(normal) / n) < 0.04, abs(sum(normal**2) / n - 1) < 0.06
  print *, 'bits    ', count(other < 0.5) > n / 3 .and. count(other < 0.5) < 2 * n / 3
  print *, 'goes on ', count(first == uniform) < n / 100
  call random_seed(put=seed)
  call random_number(uniform)
  print *, 'again   ', all(first == uniform)
  do i = 1, n
    call random_number(draws)
    places(i) = sum(merge(1, -1, draws < 0.5))
  end do
  print *, 'walk    ', abs(sum(places) / n) < 0.4, abs(sum(places**2) / n - 64) < 5
  call random_number(other)
  print *, 'philox  ', minval(other) > 0 .and. maxval(other) <= 1, abs(sum(other) / n - 0.5) < 0.02
end program random_states

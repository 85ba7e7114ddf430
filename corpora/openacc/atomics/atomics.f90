! A histogram by atomic updates, a counter captured, a maximum written.
program atomics
  implicit none
  integer, parameter :: n = 5000
  integer :: h(0:9), order(n), counter, mine, i, largest
  h = 0
  counter = 0
  order = 0
  largest = 0
  !$acc parallel loop copy(h, counter, largest) copyout(order) private(mine)
  do i = 1, n
    !$acc atomic update
    h(mod(i*i, 10)) = h(mod(i*i, 10)) + 1
    !$acc atomic capture
    counter = counter + 1
    mine = counter
    !$acc end atomic
    order(mine) = 1
    !$acc atomic
    largest = max(largest, i)
  end do
  !$acc end parallel loop
  print '(10i6)', h
  print *, counter, sum(order), largest
end program atomics

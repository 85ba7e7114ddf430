! Blocks of work in queues: each block is copied, computed and copied back in its own, and the next of a queue waits for the last.
program queues
  implicit none
  integer, parameter :: n = 4000, blocks = 8, width = n/blocks
  real :: a(n)
  integer :: b, first, last, i, q
  a = [(real(i), i = 1, n)]
  !$acc data create(a)
  do b = 1, blocks
    q = mod(b, 3)
    first = (b - 1)*width + 1
    last = first + width - 1
    !$acc update device(a(first:last)) async(q)
    !$acc parallel loop async(q) present(a)
    do i = first, last
      a(i) = a(i)*2
    end do
    !$acc parallel loop async(q) present(a)
    do i = first, last
      a(i) = a(i) + 1
    end do
    !$acc update self(a(first:last)) async(q)
  end do
  !$acc wait
  print *, nint(a(1)), nint(a(n)), nint(sum(a)/n)
  !$acc parallel loop present(a) async(1)
  do i = 1, n
    a(i) = a(i) - 1
  end do
  !$acc parallel loop present(a) wait(1) async(2)
  do i = 1, n
    a(i) = a(i)/2
  end do
  !$acc update self(a) async(2)
  !$acc wait(1, 2)
  !$acc end data
  print *, nint(a(1)), nint(a(n))
end program queues

! Every operator of a reduction, several in one directive, and one over the loops of a region.
program reductions
  implicit none
  integer, parameter :: n = 1000
  integer :: x(n), s, big, small, bits, all_bits, odd, i
  real(8) :: p
  logical :: every, some
  x = [(mod(i*91, 257), i = 1, n)]
  s = 5
  big = 0
  small = 1000
  bits = 0
  all_bits = -1
  odd = 0
  p = 1
  every = .true.
  some = .false.
  !$acc parallel loop copyin(x) reduction(+:s) reduction(max:big) reduction(min:small) reduction(*:p)
  do i = 1, n
    s = s + x(i)
    big = max(big, x(i))
    small = min(small, x(i))
    if (i <= 10) p = p*2
  end do
  !$acc kernels loop reduction(ior:bits) reduction(iand:all_bits) reduction(ieor:odd)
  do i = 1, n
    bits = ior(bits, x(i))
    all_bits = iand(all_bits, x(i) + 1024)
    odd = ieor(odd, x(i))
  end do
  !$acc parallel loop reduction(.and.:every) reduction(.or.:some)
  do i = 1, n
    every = every .and. x(i) >= 0
    some = some .or. x(i) == 300
  end do
  print *, s, big, small, nint(p)
  print *, bits, all_bits, odd, every, some
  s = 0
  !$acc parallel
  !$acc loop reduction(+:s)
  do i = 1, n
    s = s + x(i)
  end do
  !$acc end parallel
  print *, s
end program reductions

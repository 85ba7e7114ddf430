program twin
  implicit none
  integer, parameter :: n = 12
  real :: h(n)
  integer :: i, k, l, steps
  do i = 1, n
    h(i) = 0.25*i
    steps = 0
    do
      steps = steps + 1
      select case (mod(i, 4))
      case (1)
        h(i) = h(i) + 1.0
      case (2)
        h(i) = h(i)*2.0
      case (3)
        h(i) = h(i) - 0.5
      case default
        h(i) = -1.0
        exit
      end select
      if (.not. (h(i) < 10.0 .and. steps < 5)) exit
    end do
    if (mod(i, 4) == 0) cycle
    do k = 1, 3
      do l = 1, 2
        if (k /= l) h(i) = h(i) + 0.125*k
      end do
    end do
  end do
  do i = 1, n, 4
    print '(1x,4f10.3)', h(i:i+3)
  end do
end program

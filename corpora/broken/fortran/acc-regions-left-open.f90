program p
  implicit none
  integer :: i, a(8)
  !$acc data copy(a)
  !$acc parallel loop
  a = 1
  !$acc parallel
  do i = 1, 8
    a(i) = i
  end do
  !$acc end kernels
  !$acc frobnicate(a)
  !$acc enter data copyin(a
end program p

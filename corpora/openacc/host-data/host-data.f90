! The device's addresses handed to a library's procedure.
module library
  implicit none
contains
  subroutine scale(x, n, f)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real, intent(in) :: f
    integer :: i
    !$acc parallel loop deviceptr(x)
    do i = 1, n
      x(i) = x(i)*f
    end do
  end subroutine scale
end module library

program host_data
  use library
  implicit none
  integer, parameter :: n = 100
  real :: x(n)
  integer :: i
  x = [(real(i), i = 1, n)]
  !$acc data copy(x)
  !$acc host_data use_device(x)
  call scale(x, n, 3.0)
  !$acc end host_data
  !$acc end data
  print *, nint(x(1)), nint(x(n)), nint(sum(x))
end program host_data

! Data of a module that is on the device for the whole run, used by a routine there.
module tables
  implicit none
  integer, parameter :: n = 16
  real :: table(n), factor
  !$acc declare create(table, factor)
contains
  real function look_up(i)
    !$acc routine seq
    integer, intent(in) :: i
    look_up = table(mod(i, n) + 1)*factor
  end function look_up
end module tables

program declared_data
  use tables
  implicit none
  integer, parameter :: m = 1000
  real :: r(m)
  integer :: i
  table = [(real(i*i), i = 1, n)]
  factor = 0.5
  !$acc update device(table, factor)
  !$acc parallel loop copyout(r)
  do i = 1, m
    r(i) = look_up(i)
  end do
  print *, nint(r(1)), nint(r(m)), nint(sum(r))
end program declared_data

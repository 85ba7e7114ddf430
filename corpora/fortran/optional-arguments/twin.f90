module optional_m
  implicit none
contains
  subroutine change(n, x, factor, flags)
    integer, value :: n
    real :: x(n)
    real, optional :: factor
    logical, optional :: flags(n)
    integer :: i
    do i = 1, n
    if (present(factor)) x(i) = x(i) * factor
    if (present(flags)) then
      if (flags(i)) x(i) = -x(i)
    end if
    end do
  end subroutine change
end module optional_m
program optional_arguments
  use optional_m
  implicit none
  integer, parameter :: n = 4
  real :: x(n), f
  logical :: fl(n)
  real :: h(n)
  x = 2
  f = 3
  fl = [.true., .false., .true., .false.]
  call change(n, x)
  h = x; print *, h
  call change(n, x, f)
  h = x; print *, h
  call change(n, x, flags=fl)
  h = x; print *, h
end program optional_arguments

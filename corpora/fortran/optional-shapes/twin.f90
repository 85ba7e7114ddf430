module scale_m
  implicit none
contains
  real function weight(i, w)
    integer, value :: i
    real, optional, intent(in) :: w(:)
    weight = 1.0
    if (present(w)) weight = w(i) / size(w)
  end function
  subroutine scale(x, w, mask)
    real :: x(:)
    real, optional :: w(:)
    logical, optional, intent(in) :: mask(0:, :)
    integer :: i
    do i = 1, size(x)
      x(i) = x(i) * weight(i, w)
      if (present(mask)) then
        if (mask(0, i)) x(i) = -x(i)
        if (mask(1, i)) x(i) = x(i) + ubound(mask, 1)
      end if
      if (.not. present(w) .and. .not. present(mask)) x(i) = x(i) + 0.5
    end do
  end subroutine
end module
program twin
  use scale_m
  implicit none
  integer, parameter :: n = 6
  real :: x(n), w(2*n)
  logical :: mask(2, n)
  integer :: i
  x = [(real(i), i = 1, n)]
  w = [(2.0*i, i = 1, 2*n)]
  mask = reshape([(mod(i, 3) == 0, i = 1, 2*n)], [2, n])
  call scale(x)
  print '(6f9.3)', x
  call scale(x, w(::2))
  print '(6f9.3)', x
  call scale(x, mask=mask)
  print '(6f9.3)', x
  call scale(x)
  print '(6f9.3)', x
  call scale(x, mask=mask, w=w(1:n))
  print '(6f9.3)', x
  call scale(x(2:4), w)
  print '(6f9.3)', x
end program

program twin
  implicit none
  integer, parameter :: n = 200
  integer :: a(n)
  a = 1
  call relax(12)
  print '(5i8)', a(1), a(2), a(7), a(100), a(n)
  call relax(3)
  print '(5i8)', a(1), a(2), a(7), a(100), a(n)
contains
  subroutine relax(steps)
    integer, intent(in) :: steps
    integer :: s
    do s = 1, steps
      a(2:n) = mod(a(2:n) + a(1:n-1), 10007)
    end do
  end subroutine relax
end program twin

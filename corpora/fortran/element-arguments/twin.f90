module elements_m
  implicit none
contains
  subroutine add(x, n, a)
    integer, intent(in) :: n
    real, intent(in) :: a
    real, intent(inout) :: x(n)
    x = x + a
  end subroutine add

  subroutine columns(x, n, m)
    integer, intent(in) :: n, m
    real, intent(out) :: x(n, m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        x(i,j) = 100*j + i
      end do
    end do
  end subroutine columns

  subroutine double_all(x, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(*)
    x(1:n) = 2*x(1:n)
  end subroutine double_all

  real function total(x, n)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    total = sum(x)
  end function total
end module elements_m

program twin
  use elements_m
  implicit none
  real :: table(3,4), cube(2,2,3), shared_row(0:5), fixed(5), line(6)
  integer :: i
  table = reshape([(real(i), i = 1, 12)], [3,4])
  fixed = [1.0, 2.0, 3.0, 4.0, 5.0]
  line = [(real(i), i = 10, 15)]
  shared_row = 1.0
  cube = 0.0
  call double_all(table(2,3), 2)
  call double_all(fixed(4), 2)
  call double_all(shared_row(1), 3)
  call add(fixed(2), 2, 10.0)
  call add(shared_row(0), 2, 20.0)
  call columns(cube(1,1,2), 2, 4)
  call double_all(table(2,1), 2)
  call double_all(table(1,2), 3)
  call double_all(line(3), 2)
  call add(table(1,2), 3, 0.5)
  call add(table(2,3), 2, 0.25)
  call add(line(2), 3, 0.125)
  print '(3f8.2)', table
  print '(2f8.2)', cube
  print '(5f8.2)', fixed
  print '(6f8.2)', shared_row
  print '(6f8.3)', line
  print '(3f8.2)', total(line, 6), total(fixed, 5), total(fixed(2), 3)
end program twin

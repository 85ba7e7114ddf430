program twin
  implicit none
  integer :: h(3,4), r(3,4), w(2,5), i, j
  h = reshape([(i, i = 1, 12)], [3,4])
  call show('shaped', h*10 - 1 + 2)
  do j = 1, 4
    do i = 1, 3
      r(i,j) = h(i,j) + 100*i + j - 3
    end do
  end do
  call show('explicit', r)
  w(1,:) = [1, 2, 3, 4, 5]
  w(2,:) = -w(1,:)
  call show('assumed', w)
  r = h
  r(:,2) = r(:,2) + 1000
  r(2,:) = r(2,:) + 1000
  r(1:3:2,4) = r(1:3:2,4) + 1000
  call show('sections', r)
  print '(6i5)', 9, 11, 6, 13, 16, 6
contains
  subroutine show(name, a)
    character(*), intent(in) :: name
    integer, intent(in) :: a(:,:)
    integer :: j
    do j = 1, size(a,2)
      print '(a,9i7)', name, a(:,j)
    end do
  end subroutine show
end program twin

program twin
  implicit none
  integer, parameter :: n = 10
  real :: h(n), d(n), e(n), back(n), m(4,5), dm(4,5), mb(4,5), hcube(3,4,5), r(0:3,-1:3)
  integer :: i, j
  h = [(real(i), i = 1, n)]
  call show('whole', h)
  d = 0
  d(3:6) = h(1:4)
  call show('section', d)
  d(1:n:2) = h(6:10)
  back = d
  call show('to stride', back)
  back = 0
  back(1:5) = d(2:n:2)
  call show('from stride', back)
  back(n:1:-1) = d
  call show('reversed', back)
  d = 7.5
  d(4) = h(2)
  d(5:6) = -1
  call show('fills', d)
  print '(a12,f8.2)', 'element', d(4)
  print '(a12,f8.2)', 'computed', d(5)
  e = d
  e(1:3) = d(4:6)
  call show('on device', e)
  do j = 1, 5
    do i = 1, 4
      m(i,j) = 10*i + j
    end do
  end do
  dm = m
  dm(2:3,2:4) = m(1:2,1:3)
  print '(a12,20f5.0)', '2-d', dm
  dm(:,5) = 1
  dm(1,:) = m(4,:)
  mb = 0
  mb(:,1:2) = dm(:,4:5)
  mb(2,3:5) = dm(1,1:3)
  print '(a12,20f5.0)', 'rows', mb
  print '(a12,20f5.0)', 'column', dm(:,3)
  dm(1:4:3,1:5:2) = m(1:4:3,1:5:2) * 2 + 1
  print '(a12,20f5.0)', 'both strides', dm
  do i = 1, 5
    hcube(:,:,i) = i
  end do
  hcube(:,2,:) = 9
  print '(a12,2f8.1)', 'cube', sum(hcube(:,2,:)), sum(hcube)
  hcube(2,1:4,3) = h(1:4)
  print '(a12,4f8.1)', 'line', hcube(2,:,3)
  h = [(i*0.5, i = 1, n)]
  call show('8 to 4', h)
  h = h + 0.25
  call show('4 to 8', h)
  call show('from int', [(real(i*i), i = 1, n)])
  print '(a12,2i8)', 'ints', 3, 50
  call show('expression', h*2 + 1)
  call show('constructor', [(real(mod(i,3)), i = 1, n)])
  r = m
  r(0,-1) = 100
  print '(a12,20f5.0)', 'bounds', r
  print '(a12,f8.2)', 'last', r(3,3)
contains
  subroutine show(what, x)
    character(*), intent(in) :: what
    real, intent(in) :: x(:)
    print '(a12,10f8.2)', what, x
  end subroutine show
end program twin

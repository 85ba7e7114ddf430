program twin
  implicit none
  integer, parameter :: dp = kind(1.d0), n = 50
  real(dp) :: x(3,n), v(3,n), mass(n)
  real :: history(4,n)
  integer :: i, s, id(n)
  do i = 1, n
    x(:,i) = [real(i, dp), 2._dp*i, 3._dp + mod(i, 5)]
    v(:,i) = [0.5_dp, -0.25_dp, 0._dp]
    mass(i) = 1 + mod(i, 3)
    id(i) = i + 16000
    do s = 1, 16
      v(3,i) = v(3,i) - 1
      x(:,i) = x(:,i) + 0.125_dp*v(:,i)
      if (x(3,i) < 0) then
        x(3,i) = -x(3,i)
        v(3,i) = -v(3,i)
      end if
      if (s <= 4) history(s,i) = real(x(3,i))
    end do
  end do
  print '(a,3f12.5)', 'first', x(:,1)
  print '(a,3f12.5)', 'last ', x(1,n), x(2,n), v(3,n)
  print '(a,4f10.4)', 'steps', history(:,2)
  print *, id(1), id(n), sum(id)
  print '(f12.5)', sum(0.5_dp*mass*(v(1,:)**2 + v(2,:)**2))
  print *, id(n), id(2)
end program twin

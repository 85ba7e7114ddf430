module arrays_m
  implicit none
  type pt
    integer :: id
    real :: v(2)
    logical :: flag
  end type pt
contains
  subroutine evaluate(rr, t)
    real(8) :: rr(30,4)
    real(8) :: r(30)
    integer, value :: t
    integer :: i, j, k, n, idx(3), ok
    integer, parameter :: nn = 4
    real(8), parameter :: w(0:3) = [1d0, 2d0, 3d0, 4d0], half = 3d0/2
    real(8) :: a(4), b(4), c(nn,nn), d(0:3,-1:2), s, v(3), e2(2,2), f2(2,2)
    real :: x4
    logical :: mask(4)
    type(pt) :: p, ps(3)
    integer(8) :: big
    complex(8) :: z, zz(3)
    r = 0
    a = [1d0, 2d0, 3d0, 4d0] * t
    b = 0
    b(2:3) = a(1:2) + half
    a(2:4) = a(1:3)
    r(1) = sum(a) + sum(b, mask = b > 1) + w(t - t)
    where (a > 2*t)
      b = a
    elsewhere (a < t + 1)
      b = -1
    elsewhere
      b = b + 100
    end where
    r(2) = sum(b)
    do j = 1, nn
      do i = 1, nn
        c(i,j) = i + 10*j + t
      end do
    end do
    d = c
    d(:, 0) = c(2, :)
    r(3) = sum(d(1:2, -1:1)) + d(3,2)
    v = c(1:3, 2)
    r(4) = dot_product(v, c(2, 1:3)) + maxval(c) + minval(c(:, 3)) + maxloc(v, 1) &
      + size(c) + size(d, 2) + lbound(d, 2) + ubound(d, 1)
    e2(1,:) = [1, 2]*t
    e2(2,:) = 3
    f2 = matmul(e2, transpose(e2))
    r(5) = f2(1,1) + 2*f2(1,2) + 3*f2(2,1) + 5*f2(2,2)
    idx = [3, 1, 2]
    v(idx) = [10d0, 20d0, 30d0]
    r(6) = v(1) + 2*v(2) + 3*v(3)
    v = v(idx)
    r(7) = v(1) + 2*v(2) + 3*v(3)
    mask = a > 3
    r(8) = count(mask) + merge(10, 20, any(mask)) + merge(100, 200, all(mask))
    p = pt(1, [2.0, 3.0], .true.)
    p%v(2) = p%v(2) * t
    ps(1) = p
    ps(2:3) = ps(1)
    ps%id = 7
    ps(3)%v = [8.0, 9.0]
    r(9) = sum(ps%id) + ps(2)%v(2) + ps(3)%v(1) + merge(1, 0, ps(2)%flag)
    call fill(c(:, 2), nn)
    r(10) = sum(c)
    call fill(c(2, :), nn)
    r(11) = sum(c) + c(2,1)
    call bump(c(1:3:2, :))
    r(12) = sum(c)
    call bump(c)
    r(13) = sum(c)
    associate (q => c(2,3), col => c(:, 4))
      q = q + 1000
      col(1) = col(1) - 500
      r(14) = q + col(1) + c(1,4)
    end associate
    s = 0
    outer: do i = 1, 5
      select case (i*t)
      case (:2)
        cycle outer
      case (3, 5:6)
        s = s + 1
      case (12:)
        exit outer
      case default
        s = s + 10
      end select
    end do outer
    r(15) = s + i
    big = 2147483647_8
    r(16) = real(mod(big*3, 1000_8), 8)
    k = 0
    do x4 = 0.0, 1.0, 0.25
      k = k + 1
    end do
    r(17) = k
    n = 3
    k = 0
    do i = 1, 10, n
      n = 1
      k = k + i
    end do
    r(18) = k*100 + i
    z = (1d0, 2d0)*t
    zz = z
    zz(2) = zz(2)*conjg(z)
    z = sum(zz)
    r(19) = real(z) + aimag(z) + abs(zz(1)) + real(zz(3)%re) + zz(1)%im
    ok = fact(t + 2)
    r(20) = ok
    do concurrent (i = 1:4, j = 1:4, i /= j)
      c(i,j) = 0
    end do
    r(21) = sum(c)
    r(23) = sum(sum(c, dim=1)) + maxval(sum(c, dim=2)) + product(a(1:2)) + norm2(a)
    a = a(4:1:-1)
    r(24) = a(1) + 10*a(4)
    i = 5
    if (t > 3) goto 100
    i = 6
100 continue
    r(25) = i
    blk: block
      real(8) :: loc(2)
      loc = t
      if (t == 2) exit blk
      r(26) = sum(loc) + iachar('a') + transfer(1.0, 1)
    end block blk
    x4 = 1
    r(27) = x4/3 + 1/3 + (x4/3)*3d0 + t**2 - (-2)**t + 2.0**(-t)
    a(:) = (/ (real(i*t, 8), i = 1, 4) /)
    r(28) = sum(a*[1, 2, 3, 4])
    do 20 i = 1, 2
      do 20 j = 1, 3
        if (j == 2) goto 20
        r(29) = r(29) + i*10 + j
20  continue
    r(30) = mysum(c(2:3, 2:4)) + addone(mysum(c))
    rr(:,t) = r
  end subroutine evaluate

  subroutine fill(x, n)
    integer, intent(in) :: n
    real(8) :: x(n)
    x = x + n
    x(1) = -x(1)
  end subroutine
  subroutine bump(x)
    real(8), intent(inout) :: x(0:,:)
    x(0,1) = x(0,1) + 7
    x(ubound(x,1),size(x,2)) = 1
    x(:,2) = x(:,2)*2
  end subroutine
  recursive integer function fact(n) result(f)
    integer, intent(in) :: n
    if (n <= 1) then
      f = 1
    else
      f = n*fact(n - 1)
    end if
  end function
  function mysum(x)
    real(8), intent(in) :: x(:,:)
    real(8) :: mysum
    integer :: i, j
    mysum = 0
    do j = lbound(x,2), ubound(x,2)
      do i = 1, size(x,1)
        mysum = mysum + x(i,j)*i
      end do
    end do
  end function
  elemental real(8) function addone(x)
    real(8), intent(in) :: x
    addone = x + 1
  end function
end module arrays_m

program twin
  use arrays_m
  implicit none
  real(8) :: r(30,4)
  integer :: t
  r = 0
  do t = 1, 4
    call evaluate(r, t)
    print '(5f16.5)', r(:,t)
  end do
end program twin

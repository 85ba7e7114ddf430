program twin
  implicit none
  integer, parameter :: n = 7
  real :: x(n) = [-2.5, -1.5, -0.3, 0.5, 1.5, 2.5, 3.7], r(28,n)
  real(8) :: d(16,n), x8(n)
  integer :: i
  x8 = x
  do i = 1, n
    call single(x, n, r, i)
    call double(x8, n, d, i)
  end do
  do i = 1, n
    print '(14f9.3)', r(:,i) + 0.0
    print '(8f13.6)', d(:,i) + 0.0d0
  end do
contains
  subroutine single(x, n, r, t)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real, intent(inout) :: r(28,n)
    integer, intent(in) :: t
    real :: v, w
    if (t > n) return
    v = x(t)
    w = abs(v) + 0.5
    r(1,t) = sqrt(w)
    r(2,t) = exp(v)
    r(3,t) = log(w)
    r(4,t) = log10(w)
    r(5,t) = sin(v)
    r(6,t) = cos(v)
    r(7,t) = tan(v/4)
    r(8,t) = asin(v/4)
    r(9,t) = acos(v/4)
    r(10,t) = atan(v)
    r(11,t) = atan2(v, w)
    r(12,t) = sinh(v)
    r(13,t) = cosh(v)
    r(14,t) = tanh(v)
    r(15,t) = aint(v)
    r(16,t) = anint(v)
    r(17,t) = nint(v)
    r(18,t) = floor(v)
    r(19,t) = ceiling(v)
    r(20,t) = int(v)
    r(21,t) = mod(v, 0.75)
    r(22,t) = modulo(v, 0.75)
    r(23,t) = sign(2.5, v)
    r(24,t) = dim(v, 0.25)
    r(25,t) = max(v, 0.0, -1.0) + min(v, w)
    r(26,t) = v**2 + w**0.5 + w**(-2) + 2.0**v
    r(27,t) = erf(v) + gamma(w)/4 + hypot(v, w)
    r(28,t) = merge(v, -v, v > 0.0) + abs(-v)
  end subroutine single

  subroutine double(x, n, r, t)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: r(16,n)
    integer, intent(in) :: t
    integer :: k
    real(8) :: v, w
    if (t <= n) then
      v = x(t)
      w = dabs(v) + 0.5d0
      r(1,t) = dsqrt(w)
      r(2,t) = dexp(v)
      r(3,t) = dlog(w)
      r(4,t) = dsin(v) + dcos(v)
      r(5,t) = datan2(v, w)
      r(6,t) = nint(v) + idnint(v)
      r(7,t) = dble(nint(v)) + real(ceiling(v), 8)
      r(8,t) = dmod(v, 0.75d0)
      r(9,t) = dsign(1.d0, v)
      r(10,t) = dmax1(v, w) + dmin1(v, -w)
      k = 3
      r(11,t) = v**k
      k = -2
      r(12,t) = w**k
      r(13,t) = v**3 + w**1.5d0 + 10.d0**(-3)
      r(14,t) = erfc(v) + log_gamma(w)
      r(15,t) = real(1.0/3.0, 8)*3
      r(16,t) = 1.d0/3 + 1/2 + 1./2
    end if
  end subroutine double
end program twin

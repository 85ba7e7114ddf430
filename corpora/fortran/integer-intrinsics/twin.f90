program twin
  implicit none
  integer, parameter :: n = 6
  integer :: a(n) = (/ 17, -17, 17, -17, 5, 0 /), b(n) = (/ 5, 5, -5, -5, 17, 7 /)
  integer :: r(24,n), i
  integer(8) :: l(6,n)
  do i = 1, n
    call evaluate(a, b, n, r, l, i)
  end do
  do i = 1, n
    print '(8i12)', r(:,i)
    print '(6i16)', l(:,i)
  end do
contains
  subroutine evaluate(a, b, n, r, l, t)
    integer, intent(in) :: n, t
    integer, intent(in) :: a(n), b(n)
    integer, intent(inout) :: r(24,n)
    integer(8), intent(inout) :: l(6,n)
    integer :: x, y
    integer(1) :: i1
    integer(2) :: i2
    integer(8) :: i8
    x = a(t)
    y = b(t)
    r(1,t) = x/y
    r(2,t) = mod(x, y)
    r(3,t) = modulo(x, y)
    r(4,t) = abs(x)
    r(5,t) = sign(x, y)
    r(6,t) = dim(x, y)
    r(7,t) = max(x, y, 3)
    r(8,t) = min(x, y, 3, -2)
    r(9,t) = iand(x, y)
    r(10,t) = ior(x, y)
    r(11,t) = ieor(x, y)
    r(12,t) = not(x)
    r(13,t) = ishft(x, 3)
    r(14,t) = ishft(x, -3)
    r(15,t) = ishft(x, 32)
    r(16,t) = ishftc(x, 5)
    r(17,t) = ibits(x, 1, 4)
    r(18,t) = ibset(x, 7) + ibclr(x, 0)
    r(19,t) = popcnt(x) + 100*leadz(x) + 10000*trailz(x)
    r(20,t) = merge(1, 0, btest(x, 1)) + 10*poppar(x)
    r(21,t) = y**2 + (-1)**x + 2**3 - 3**0
    r(22,t) = 5**(-1) + 1**(-4) + (-1)**(-3)
    r(23,t) = shiftl(x, 2) + shiftr(x, 28) + shifta(x, 1)
    r(24,t) = ishftc(x, -2, 8)
    i1 = int(x, 1)
    i2 = int(x*100, 2)
    i8 = x
    l(1,t) = i1
    l(2,t) = i2
    l(3,t) = i8*i8*i8
    l(4,t) = ishft(i8, 40)
    l(5,t) = modulo(-i8, 1000_8)
    l(6,t) = max(i8, 10_8)**3 + int(z'ff', 8) - 5_8
  end subroutine evaluate
end program twin

program twin
  implicit none
  integer, parameter :: nx = 40, ny = 30, n = 4
  integer :: counts(nx,ny), i, j, k
  complex :: c, z
  complex(8) :: a(n), b(n), r(8,n)
  complex(8), parameter :: im = (0.d0, 1.d0)
  do j = 1, ny
    do i = 1, nx
      c = (-2.0, -1.5) + cmplx((i-1)*0.125, (j-1)*0.125)
      z = 0
      k = 0
      do while (k < 6 .and. real(z)**2 + aimag(z)**2 <= 4.0)
        z = z*z + c
        k = k + 1
      end do
      counts(i,j) = k
    end do
  end do
  print '(40i3)', counts(:,8)
  print *, sum(counts)
  a = [(cmplx(i, -i*0.5d0, 8), i = 1, n)]
  b = [(cmplx(2 - i, i + 0.25d0, 8), i = 1, n)]
  do i = 1, n
    r(1,i) = a(i) + b(i)*2
    r(2,i) = a(i)*b(i) - im
    r(3,i) = a(i)/b(i)
    r(4,i) = conjg(a(i))
    r(5,i) = abs(b(i))
    r(6,i) = cmplx(aimag(a(i)), dble(b(i)), 8)
    r(7,i) = exp(im*i) + sqrt(b(i))
    r(8,i) = a(i)**2 + a(i)*0.5d0
    print '(16f9.4)', r(:,i)
  end do
  print '(2f12.4)', sum(a*conjg(b))
  print '(8f6.1)', (1.0, -1.0, i = 1, n)
  print '(8f6.1)', a
end program twin

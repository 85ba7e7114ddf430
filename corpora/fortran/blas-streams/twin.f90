program twin
  implicit none
  integer, parameter :: n = 32, batch = 3
  real(8) :: a(n,n), b(n,n), c(n,n), x(n), y(n)
  real :: s(8,8,batch), t(8,8,batch)
  complex(8) :: z(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      a(i,j) = mod(i + 3*j, 7) - 3
      b(i,j) = mod(2*i + j, 5) - 2
    end do
    a(j,j) = 10
    x(j) = mod(7*j, 11) - 4
  end do
  c = matmul(a, transpose(b))
  print '(a,3f12.3)', 'gemm', c(1,1), c(n,n), sum(c*c)
  print '(a,f12.6,i4)', 'norm and place', norm2(x), maxloc(abs(x))
  print '(a,f12.6)', 'dot on the device', sum(x)
  do i = 1, n
    y(i) = (x(i) - dot_product(a(i,1:i-1), y(1:i-1)))/a(i,i)
  end do
  print '(a,3f12.6)', 'trsv', y(1), y(n), sum(y)
  s = reshape([(real(mod(i, 6)), i = 1, 64*batch)], [8, 8, batch])
  do i = 1, batch
    t(:,:,i) = 2*matmul(s(:,:,i), s(:,:,i))
  end do
  print '(a,3f12.3)', 'batched', t(1,1,1), t(8,8,2), sum(t(:,:,3))
  z = [(cmplx(i, mod(i, 3), 8), i = 1, n)]
  print '(a,4f12.3)', 'complex', dot_product(z, z), (0.d0,2.d0)*z(n)
  print *, 'errors', 0
end program twin

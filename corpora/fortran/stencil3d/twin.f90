program twin
  implicit none
  integer, parameter :: dp = kind(1.d0), nx = 24, ny = 18, nz = 12
  real(dp) :: u(0:nx+1,0:ny+1,0:nz+1), un(nx,ny,nz), residual
  integer :: i, j, k, it
  do k = 0, nz+1
    do j = 0, ny+1
      do i = 0, nx+1
        u(i,j,k) = modulo(i*3 + j*5 + k*7, 16)
      end do
    end do
  end do
  do it = 1, 8
    u(0,1:ny,1:nz) = u(nx,1:ny,1:nz)
    u(nx+1,1:ny,1:nz) = u(1,1:ny,1:nz)
    u(1:nx,0,1:nz) = u(1:nx,ny,1:nz)
    u(1:nx,ny+1,1:nz) = u(1:nx,1,1:nz)
    u(1:nx,1:ny,0) = u(1:nx,1:ny,nz)
    u(1:nx,1:ny,nz+1) = u(1:nx,1:ny,1)
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          un(i,j,k) = 0.25_dp*u(i,j,k) + 0.125_dp*(u(i-1,j,k) + u(i+1,j,k) + u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1))
        end do
      end do
    end do
    residual = maxval(abs(un - u(1:nx,1:ny,1:nz)))
    u(1:nx,1:ny,1:nz) = un
    if (mod(it, 4) == 0) print '(a,i3,f12.6)', 'step', it, residual
  end do
  print '(a,3f14.6)', 'field', u(1,1,1), u(nx,ny,nz), u(nx/2,ny/2,nz/2)
  print '(a,f14.5)', 'sum', sum(u(1:nx,1:ny,1:nz))
end program twin

program twin
  implicit none
  integer, parameter :: q = 9, dp = kind(1.d0), nx = 24, ny = 16
  integer, parameter :: cx(q) = [0, 1, 0, -1, 0, 1, -1, -1, 1], cy(q) = [0, 0, 1, 0, -1, 1, 1, -1, -1]
  integer, parameter :: op(q) = [1, 4, 5, 2, 3, 8, 9, 6, 7]
  real(dp), parameter :: w(q) = [4, 1, 1, 1, 1, 0, 0, 0, 0]/9._dp + [0, 0, 0, 0, 0, 1, 1, 1, 1]/36._dp
  integer :: it, i, j, k, ii, jj
  real(dp) :: f(q,nx,ny), g(q,nx,ny), fk(q), rho, ux, uy, cu(q)
  logical :: wall(nx,ny)
  wall = .false.
  wall(:,1) = .true.
  wall(:,ny) = .true.
  wall(8:10,6:8) = .true.
  do k = 1, q
    f(k,:,:) = w(k)
  end do
  do it = 1, 40
    do j = 1, ny
      do i = 1, nx
        do k = 1, q
          ii = modulo(i - 1 - cx(k), nx) + 1
          jj = modulo(j - 1 - cy(k), ny) + 1
          fk(k) = merge(f(op(k),i,j), f(k,ii,jj), wall(ii,jj))
        end do
        g(:,i,j) = fk
        if (wall(i,j)) cycle
        rho = sum(fk)
        ux = sum(cx*fk)/rho + 1.e-4_dp
        uy = sum(cy*fk)/rho
        cu = cx*ux + cy*uy
        g(:,i,j) = -0.2_dp*fk + 1.2_dp*w*rho*(1 + 3*cu + 4.5_dp*cu*cu - 1.5_dp*(ux*ux + uy*uy))
      end do
    end do
    f = g
  end do
  print '(a,2f16.9)', 'mass and momentum', sum(f), sum(f(2,:,:) - f(4,:,:) + f(6,:,:) - f(7,:,:) - f(8,:,:) + f(9,:,:))
  print '(a,3f16.12)', 'cell', f(2,1,8), f(6,12,4), f(9,24,15)
end program twin

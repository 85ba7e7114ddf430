module fields
  implicit none
  integer, parameter :: nx = 50, ny = 40
  real, parameter :: g = 9.81, dx = 1000.0, dt = 2.0
  real, dimension(0:nx+1,0:ny+1) :: eta, un, vn, h, u, v
contains
  subroutine init
    integer :: i, j
    real :: depth(0:nx+1,0:ny+1)
    depth = 10.0
    depth(0,:) = 0.0
    depth(nx+1,:) = 0.0
    depth(:,0) = 0.0
    depth(:,ny+1) = 0.0
    h = depth
    eta = 0.0
    u = 0.0; v = 0.0; un = 0.0; vn = 0.0
    do j = 20, 22
      do i = 24, 26
        eta(i,j) = 1.0
      end do
    end do
  end subroutine init

  subroutine dyn
    integer :: i, j
    real :: du, dv, uu, vv, duu, dvv, hep, hen, hwp, hwn, hue, huw, hvn, hvs
    do j = 1, ny
      do i = 1, nx
        du = -dt*g*(eta(i+1,j) - eta(i,j))/dx
        dv = -dt*g*(eta(i,j+1) - eta(i,j))/dx
        un(i,j) = 0.0
        uu = u(i,j)
        if (h(i,j) > 0.0 .and. (h(i+1,j) > 0.0 .or. du > 0.0) .and. i < nx) un(i,j) = uu + du
        vn(i,j) = 0.0
        vv = v(i,j)
        if (h(i,j) > 0.0 .and. h(i,j+1) > 0.0) vn(i,j) = vv + dv
      end do
    end do
    do j = 1, ny
      do i = 1, nx
        hue = 0.5*(un(i,j) + abs(un(i,j)))*h(i,j) + 0.5*(un(i,j) - abs(un(i,j)))*h(i+1,j)
        huw = 0.5*(un(i-1,j) + abs(un(i-1,j)))*h(i-1,j) + 0.5*(un(i-1,j) - abs(un(i-1,j)))*h(i,j)
        hvn = 0.5*(vn(i,j) + abs(vn(i,j)))*h(i,j) + 0.5*(vn(i,j) - abs(vn(i,j)))*h(i,j+1)
        hvs = 0.5*(vn(i,j-1) + abs(vn(i,j-1)))*h(i,j-1) + 0.5*(vn(i,j-1) - abs(vn(i,j-1)))*h(i,j)
        eta(i,j) = eta(i,j) - dt*(hue - huw)/dx - dt*(hvn - hvs)/dx
        u(i,j) = un(i,j)
        v(i,j) = vn(i,j)
      end do
    end do
  end subroutine dyn
end module fields

program twin
  use fields
  implicit none
  real :: e(0:nx+1,0:ny+1), volume, highest
  integer :: it, i, j
  call init
  do it = 1, 60
    call dyn
  end do
  e = eta
  volume = sum(e(1:nx,1:ny))
  highest = -1.0
  do j = 1, ny
    do i = 1, nx
      highest = max(highest, eta(i,j))
    end do
  end do
  print *, 'volume', nint(volume*100)
  print *, 'same', highest == maxval(e(1:nx,1:ny))
  print '(4f9.3)', e(25,21), e(10,21), e(25,30), highest
end program twin

program twin
  implicit none
  integer, parameter :: nx = 33, ny = 21, nz = 9
  integer :: h(nx,ny), hc(nx,ny,nz), hb(0:nx,-3:ny), i, j, k
  do j = 1, ny
    do i = 1, nx
      h(i,j) = i + 100*j
    end do
  end do
  print *, 'a', h(1,1), h(nx,1), h(1,ny), h(nx,ny), sum(h)
  do j = 2, ny-1
    do i = 2, nx-1
      h(i,j) = h(i,j) + i*j
    end do
  end do
  print *, 'b', h(1,1), h(2,2), h(nx-1,ny-1), sum(h)
  hb = -1
  do j = ny, -3, -2
    do i = 0, nx, 3
      hb(i,j) = i - j
    end do
  end do
  print *, 'c', hb(0,-3), hb(3,ny), hb(1,ny), hb(nx,-1), sum(hb)
  do k = 1, nz
    do j = 1, ny
      do i = 1, nx
        hc(i,j,k) = i*1000000 + j*1000 + k
      end do
    end do
  end do
  print *, 'd', hc(1,1,1), hc(nx,ny,nz), sum(int(hc, 8))
  do k = 1, nz
    do j = 1, ny
      do i = 1, nx
        hc(i,j,k) = hc(i,j,k) - 1000000*i + k
      end do
    end do
  end do
  print *, 'e', hc(1,1,1), hc(nx,ny,nz), sum(hc)
  do j = 1, ny
    do i = 1, nx
      h(i,j) = merge(i, j, i > j)
    end do
  end do
  print *, 'f', h(1,1), h(2,1), h(1,2), sum(h)
  h(:,2) = 2*h(:,2)
  h(:,3) = 3*h(:,3)
  h = h + 7
  print *, 'g', h(1,2), h(1,3), sum(h), sum(h(:,3))
end program twin

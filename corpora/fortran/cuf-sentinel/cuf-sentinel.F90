! options: -cuda
! One source for both: lines behind `!@cuf` and branches of `_CUDA` are of the device; without CUDA it is plain Fortran.
module poisson_m
!@cuf use cudafor
  implicit none
  integer, parameter :: rp = kind(1.d0)
  real(rp), allocatable :: p(:,:), rhs(:,:)
#ifdef _CUDA
  attributes(managed) :: p
  attributes(device) :: rhs
#endif
contains
  subroutine sweep(n, m, omega, res)
    integer, intent(in) :: n, m
    real(rp), intent(in) :: omega
    real(rp), intent(out) :: res
    real(rp) :: new
    integer :: i, j, colour
    !@cuf integer :: istat
    res = 0._rp
    do colour = 0, 1
      !$cuf kernel do(2) <<<*,*>>>
      do j = 1, m
        do i = 1, n
          if (mod(i + j, 2) == colour) then
            new = 0.25_rp*(p(i-1,j) + p(i+1,j) + p(i,j-1) + p(i,j+1) - rhs(i,j))
            res = max(res, abs(new - p(i,j)))
            p(i,j) = p(i,j) + omega*(new - p(i,j))
          end if
        end do
      end do
      !@cuf istat = cudaDeviceSynchronize()
    end do
  end subroutine sweep
end module poisson_m

program cuf_sentinel
  use poisson_m
  !@cuf use cudafor
  implicit none
  integer, parameter :: n = 30, m = 20
  real(rp) :: res, h(n,m)
  integer :: it
#ifdef _CUDA
  real(rp), allocatable, device :: probe(:)
  allocate(probe(n))
#else
  real(rp), allocatable :: probe(:)
  allocate(probe(n))
#endif
  allocate(p(0:n+1,0:m+1), rhs(n,m))
  p = 0._rp
  p(0,:) = 1._rp
  h = 0._rp
  h(n/2,m/2) = -1._rp
  rhs = h
  do it = 1, 40
    call sweep(n, m, 1.2_rp, res)
  end do
  probe = p(1:n,m/2)
  h(:,1) = probe
  print '(4f12.7)', res, p(1,1), p(n/2,m/2), h(n,1)
  deallocate(p, rhs, probe)
end program cuf_sentinel

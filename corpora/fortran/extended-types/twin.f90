! Types that extend others, in device code.
module shapes_m
  implicit none
  type body
    real(8) :: mass
    integer :: id
  end type
  type, extends(body) :: particle
    integer :: kind
    real :: v(3)
  end type
  type, extends(particle) :: charged
    integer(1) :: sign
    real(8) :: charge = 2.0d0
  end type
contains
  real(8) function energy(p)
    type(particle), intent(in) :: p
    energy = 0.5d0 * p%mass * sum(p%v**2)
  end function
  subroutine heavier(b, by)
    type(body) :: b
    real(8), value :: by
    b%mass = b%mass + by
    b%id = b%id + 100
  end subroutine
  subroutine push(c, e, n)
    integer, value :: n
    type(charged) :: c(n)
    real(8) :: e(n)
    type(charged) :: own
    integer :: i
    do i = 1, n
    own = c(i)
    own%v = own%v + own%sign * own%charge
    own%particle%kind = own%kind + 1
    call heavier(own%body, 0.5d0)
    call heavier(own%particle%body, 0.25d0)
    e(i) = energy(own%particle)
    c(i) = own
    if (i == n) c(i) = charged(1.0d0, 7, 8, [1.0, 2.0, 3.0], -1_1, 4.0d0)
    end do
  end subroutine
end module
program types
  use shapes_m
  implicit none
  integer, parameter :: n = 6
  type(charged) :: c(n)
  type(charged) :: c_d(n)
  type(particle), allocatable :: p_d(:)
  type(particle) :: p(2)
  real(8) :: e_d(n)
  real(8) :: e(n)
  integer :: i
  do i = 1, n
    c(i)%mass = i
    c(i)%id = i
    c(i)%kind = 2*i
    c(i)%v = [1.0*i, 2.0*i, 3.0*i]
    c(i)%sign = merge(1_1, -1_1, mod(i, 2) == 0)
  end do
  c_d = c
  call push(c_d, e_d, n)
  c = c_d
  e = e_d
  do i = 1, n
    print '(f8.3,3i5,4f9.3,f12.4)', c(i)%mass, c(i)%id, c(i)%kind, c(i)%sign, c(i)%v, c(i)%charge, e(i)
  end do
  allocate(p_d(2))
  p(1) = c(1)%particle
  p(2) = particle(body=body(9.0d0, 9), kind=1, v=[0., 1., 2.])
  p_d = p
  p(1) = p_d(2)
  print '(f8.3,2i5,3f8.3)', p(1)%body%mass, p(1)%id, p(1)%kind, p(1)%v
end program

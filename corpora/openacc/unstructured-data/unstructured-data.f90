! Data that lives on the device from one procedure to another, with updates of parts of it.
module field_m
  implicit none
  real, allocatable :: u(:,:), v(:)
contains
  subroutine create(n)
    integer, intent(in) :: n
    integer :: i
    allocate(u(n,n), v(n))
    u = 1
    v = [(real(i), i = 1, n)]
    !$acc enter data copyin(u, v)
  end subroutine create

  subroutine step(n)
    integer, intent(in) :: n
    integer :: i, j
    !$acc parallel loop collapse(2) default(present)
    do j = 1, n
      do i = 1, n
        u(i,j) = u(i,j) + v(i)
      end do
    end do
  end subroutine step

  subroutine destroy
    !$acc exit data copyout(u) delete(v)
    print *, nint(sum(u))
    deallocate(u, v)
  end subroutine destroy
end module field_m

program unstructured_data
  use field_m
  implicit none
  call create(20)
  call step(20)
  !$acc update self(u(1:20,1:2))
  print *, nint(u(1,1)), nint(u(20,2))
  v = 0
  v(1) = 100
  !$acc update device(v)
  call step(20)
  !$acc update host(u) if_present
  print *, nint(u(1,1)), nint(u(2,1))
  call destroy
end program unstructured_data

! The runtime library's calls, its module and its macro.
program runtime_library
#ifdef _OPENACC
  use openacc
#endif
  implicit none
  integer :: n, i, a(100)
#ifdef _OPENACC
  n = acc_get_num_devices(acc_device_default)
  if (n > 0) call acc_set_device_num(0, acc_device_default)
  print *, 'devices', n >= 0
#else
  print *, 'none'
#endif
  !$acc parallel loop async(1)
  do i = 1, 100
    a(i) = i
  end do
#ifdef _OPENACC
  call acc_wait(1)
#endif
  print *, sum(a)
end program runtime_library

program twin
  implicit none
  character(10) :: names(8) = [character(10) :: 'named', 'memory', 'shared', 'warp', 'threads', 'block', 'grid', 'processors']
  integer :: i
  do i = 1, 8
    if (names(i) == 'block') then
      print *, trim(names(i)), .true., .true.
    else
      print *, trim(names(i)), .true.
    end if
  end do
  print *, 'version', .true., .true.
  print *, 'clock', .true.
  print *, 'device', 0
  print *, 'free', .true.
  print *, 'no such device', .true.
  print *, 'told', .true.
  print *, 'forgotten', .true.
end program twin

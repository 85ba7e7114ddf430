program twin
  implicit none
  write(*,*) 'sequential', .true., .true.
  write(*,*) 'by stream', .true.
  write(*,*) 'by kind', .true.
  write(*,*) 'done', .true., .true.
end program twin

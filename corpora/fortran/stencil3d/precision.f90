! The kinds that all files share.
module precision_m
  implicit none
  integer, parameter :: sp = kind(1.0)
  integer, parameter :: dp = selected_real_kind(15, 307)
  integer, parameter :: wp = dp
end module precision_m

!mod$ v1 sum:7affa5a65b528a29
module arrays_m
type::pt
integer(4)::id
real(4)::v(1_8:2_8)
logical(4)::flag
end type
contains
subroutine evaluate(rr,t)
real(8)::rr(1_8:30_8,1_8:4_8)
integer(4),value::t
end
subroutine fill(x,n)
integer(4),intent(in)::n
real(8)::x(1_8:int(n,kind=8))
end
subroutine bump(x)
real(8),intent(inout)::x(0_8:,1_8:)
end
recursive function fact(n) result(f)
integer(4),intent(in)::n
integer(4)::f
end
function mysum(x)
real(8),intent(in)::x(:,:)
real(8)::mysum
end
elemental function addone(x)
real(8),intent(in)::x
real(8)::addone
end
end

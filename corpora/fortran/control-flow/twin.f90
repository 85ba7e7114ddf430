program twin
  implicit none
  integer, parameter :: n = 12
  integer :: r(12,n), i
  do i = 1, n
    call control(i)
  end do
  do i = 1, n
    print '(12i7)', r(:,i)
  end do
contains
  subroutine control(t)
    integer, intent(in) :: t
    integer :: i, j, k, last, s
    select case (t)
    case (1)
      r(1,t) = 100
    case (2, 4)
      r(1,t) = 200
    case (5:7)
      r(1,t) = 300
    case (10:)
      r(1,t) = 400
    case default
      r(1,t) = 500
    end select

    s = 0
    outer: do i = 1, 10
      inner: do j = 1, 10
        if (j == t) cycle outer
        if (i*j > 30) exit outer
        if (mod(i + j, 4) == 0) cycle inner
        s = s + 1
      end do inner
      s = s + 100
    end do outer
    r(2,t) = s
    r(3,t) = i

    k = t
    s = 0
    do while (k /= 1 .and. s < 50)
      if (mod(k, 2) == 0) then
        k = k/2
      else
        k = 3*k + 1
      end if
      s = s + 1
    end do
    r(4,t) = s

    k = 0
    do
      k = k + t
      if (k > 20) exit
    end do
    r(5,t) = k

    last = 6
    s = 0
    do i = 1, last
      last = 2
      s = s + i
    end do
    r(6,t) = s*100 + i

    s = 0
    do i = 10, t, -3
      s = s*10 + mod(i, 10)
    end do
    r(7,t) = mod(s, 100000)
    r(8,t) = i

    k = 0
 10 k = k + 1
    if (k < t) go to 10
    r(9,t) = k

    do 20 i = 1, 3
      k = k + i
 20 continue
    r(10,t) = k

    s = 0
    do i = 5, 1
      s = s + 1
    end do
    r(11,t) = s*10 + i

    blk: block
      integer :: local
      local = t*2
      if (local > 8) exit blk
      local = local + 1000
      s = local
    end block blk
    if (t == 3) then
      s = -3
    else if (t == 4) then; s = -4
    endif
    r(12,t) = s
  end subroutine control
end program twin

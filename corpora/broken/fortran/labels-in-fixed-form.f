      program p
      use cudafor
      real, device :: a(8)
     &     , b(8)
 9999 99  a = 1.0
     1 & 2
  x   y
      call k<<<1,
c comment in between
     &   8>>>(a
      end

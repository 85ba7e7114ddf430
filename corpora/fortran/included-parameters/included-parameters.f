c options: -cuda
c     Implicit types, sizes and constants that included files have, in a kernel too.
      module k2
      contains
      attributes(global) subroutine scale2(a, total)
      include 'params.inc'
      real*8 a(n,m)
      real*8 total(*)
      integer, parameter :: nt = n*2
      i = threadidx%x
      work = 0.d0
      do 20 j = 1, m
   20 work = work + a(i,j)*fac
      total(i) = work + nt
      buf(1) = work
      total(i) = total(i) + buf(1)
      end subroutine
      end module
      program p
      use cudafor
      use k2
      include 'params.inc'
      real*8, device :: a(n,m), t(n)
      real*8 h(n)
      a = 1.5d0
      call scale2<<<1,n>>>(a, t)
      h = t
      print *, h
      end

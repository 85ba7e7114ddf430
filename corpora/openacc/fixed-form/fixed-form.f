c     Fixed form: sentinels of each letter, directives that go on, loops that end at a label.
      program fixed
      implicit none
      integer n, i, j
      parameter (n = 64)
      real*8 x(n), y(n), a(n,n), s
      do 10 i = 1, n
         x(i) = mod(i, 5)
         do 10 j = 1, n
   10       a(j,i) = mod(i*j, 3)
c$acc data copyin(x,
c$acc&  a) copyout(y)
!$acc parallel loop private(s)
      do 30 i = 1, n
         s = 0
*$acc loop seq
         do 20 j = 1, n
   20       s = s + a(j,i)*x(j)
         y(i) = s
   30 continue
C$ACC END DATA
      print '(3f10.1)', y(1), y(n), sum(y)
      end

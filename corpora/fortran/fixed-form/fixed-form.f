c options: -cuda
c     Fixed form: continuation in column six, comments of all letters,
C     text behind column 72, a label, and directives.                   IGNORED
      module relax_m
      contains
      attributes(global) subroutine relax(a, b, n, m,
     &    w)
      integer, value :: n, m
      real*8, value :: w
      real*8 a(n,m), b(n,m)
      integer i, j
      i = threadidx%x + (blockidx%x-1)*blockdim%x
      j = threadidx%y + (blockidx%y-1)*blockdim%y
      if (i .gt. 1 .and. i .lt. n .and. j .gt. 1                        SEQNO123
     1    .and. j .lt. m) then
* the five points
         b(i,j) = (1.0d0 - w)*a(i,j) + 0.25d0*w*(a(i-1,j)
     $        + a(i+1,j) + a(i,j-1)
     $        + a(i,j+1))
      else if (i .le. n .and. j .le. m) then
         b(i,j) = a(i,j)
      end if
      return
      end subroutine
      end module

      program fixedform
      use cudafor
      use relax_m
      parameter (n = 40, m = 30)
      real*8 h(n,m), total
      real*8, device :: a(n,m), b(n,m)
      integer i, j, it, istat
      do 10 j = 1, m
      do 10 i = 1, n
   10 h(i,j) = mod(i*j, 13)
      a = h
      do 20 it = 1, 6
         call relax<<<dim3((n+15)/16,(m+7)/8,1),dim3(16,8,1)>>>(a, b,
     &        n, m, 0.5d0)
         a = b
   20 continue
      istat = cudadevicesynchronize()
      total = 0.d0
!$cuf kernel do(2)
!$cuf& <<<*,*>>>
      do j = 1, m
         do i = 1, n
            total = total + a(i,j)
         end do
      end do
      h = a
      write(*,30) h(2,2), h(20,15), h(n,m), total
   30 format(4f12.5)
      if (istat .ne. 0) write(*,*) 'a long text that goes over the edge
     & of a line', istat
      end

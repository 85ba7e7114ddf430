C options: -cuda
C     A solver as it was written for punched cards: sequence numbers in                LEG00010
C     columns 73 to 80, labels, common blocks, statement functions.                    LEG00020
      module legacy_kernels                                             LEG00030
      contains                                                          LEG00040
      attributes(global) subroutine step(a, b, nn, mm, w)               LEG00050
      implicit double precision (a-h, o-z)                              LEG00060
      integer, value :: nn, mm                                          LEG00070
      double precision, value :: w                                      LEG00080
      dimension a(nn,mm), b(nn,mm)                                      LEG00090
      i = threadidx%x + (blockidx%x - 1)*blockdim%x                     LEG00100
      j = threadidx%y + (blockidx%y - 1)*blockdim%y                     LEG00110
      if (i .gt. nn .or. j .gt. mm) goto 900                            LEG00120
      s = 0.d0                                                          LEG00130
      k = 0                                                             LEG00140
      do 100 jj = max(j-1, 1), min(j+1, mm)                             LEG00150
      do 100 ii = max(i-1, 1), min(i+1, nn)                             LEG00160
      if (ii .eq. i .and. jj .eq. j) goto 100                           LEG00170
      s = s + a(ii,jj)                                                  LEG00180
      k = k + 1                                                         LEG00190
  100 continue                                                          LEG00200
      if (k - 5) 10, 20, 30                                             LEG00210
   10 b(i,j) = (1.d0 - w)*a(i,j) + w*s/3.d0                             LEG00220
      goto 900                                                          LEG00230
   20 b(i,j) = (1.d0 - w)*a(i,j) + w*s/5.d0                             LEG00240
      goto 900                                                          LEG00250
   30 continue                                                          LEG00260
      b(i,j) = (1.d0 - w)*a(i,j) + w*s/8.d0                             LEG00270
  900 return                                                            LEG00280
      end subroutine                                                    LEG00290
      end module                                                        LEG00300

      block data initial
      include 'legacy.inc'
      data tau /0.5d0/
      end

      subroutine fill(text, *)
      implicit double precision (a-h, o-z)
      include 'legacy.inc'
      character*(*) text
      square(x) = x*x
      do 20 j = 1, m
         do 10 i = 1, n
   10    h(i,j) = square(dble(mod(i*j, 7))) - 3*j
   20 continue
      if (text .eq. 'none') return 1
      return
      entry refill(value)
      do 40 j = 1, m
      do 40 i = 1, n
   40 h(i,j) = value
      end

      program legacy
      use cudafor
      use legacy_kernels
      implicit double precision (a-h, o-z)
      include 'legacy.inc'
      external initial
      double precision, device, allocatable :: a_d(:,:), b_d(:,:)
      character*8 names(3)
      data names /'first', 'second', 'third'/
      call fill('some', *900)
      allocate(a_d(n,m), b_d(n,m))
      a_d = h
      do 100 it = 1, 3
      call step<<<dim3((n+7)/8,(m+7)/8,1), dim3(8,8,1)>>>(a_d, b_d, n,  LEG01000
     1     m, tau)                                                      LEG01010
      a_d = b_d                                                         LEG01020
  100 continue                                                          LEG01030
      istat = cudadevicesynchronize()                                   LEG01040
      h = a_d                                                           LEG01050
      do 300 k = 1, 3
      goto (210, 220, 230), k
  210 write(*,310) names(k), h(1,1)
      go to 300
  220 write(*,310) names(k), h(n/2,m/2)
      go to 300
  230 write(*,310) names(k), h(n,m)
  300 continue
  310 format(1x, a8, f14.6)
      call refill(2.5d0)
      b_d(1:n,1:m) = h(1:n,1:m)                                         LEG01200
      h(1,1) = 0.d0
      h = b_d
      if (istat) 400, 410, 400
  400 print *, 'error', cudageterrorstring(istat)
  410 print '(f8.3)', h(1,1)
      deallocate(a_d, b_d)
      stop
  900 print *, 'alternate'
      end

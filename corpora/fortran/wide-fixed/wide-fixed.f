c options: -cuda -ffixed-line-length-132
c     Statements to column 132, as with -Mextend, and lines for debugging, which are comments.
      module wide_m
      contains
      attributes(global) subroutine blend(first_operand, second_operand, result_of_both, count_of_elements, weight_of_first)
      integer, value :: count_of_elements
      real, value :: weight_of_first
      real first_operand(count_of_elements), second_operand(count_of_elements), result_of_both(count_of_elements)
      i = threadidx%x + (blockidx%x - 1)*blockdim%x
      if (i .le. count_of_elements) result_of_both(i) = weight_of_first*first_operand(i) + (1.0 - weight_of_first)*second_operand(i)SEQ00010
d     if (i .eq. count_of_elements) result_of_both(i) = result_of_both(i) + 1000.0
      end subroutine
      end module
      program wide
      use cudafor
      use wide_m
      parameter (n = 10)
      real, device, allocatable :: first_operand_on_device(:), second_operand_on_device(:), result_of_both_on_device(:)
      real h(n)
      allocate(first_operand_on_device(n), second_operand_on_device(n), result_of_both_on_device(n))
      do 10 i = 1, n
   10 h(i) = i
      first_operand_on_device = h
      second_operand_on_device = 2.0
      call blend<<<1, 32>>>(first_operand_on_device, second_operand_on_device, result_of_both_on_device, n, 0.25)
      h = result_of_both_on_device
      write(*, '(5f12.4)') h
d     write(*, *) 'debugging'
      end

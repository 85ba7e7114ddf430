! Procedures of CUDA Fortran that HIP's C functions do not answer by themselves: texts of errors, times, properties of devices. One module for all files of a program; it needs nothing but HIP's library.
module gpufort
  use, intrinsic :: iso_c_binding
  implicit none
  private

  public :: gpufort_errorString, gpufort_errorName, gpufort_eventElapsedTime
  public :: gpufort_deviceProp, gpufort_getDeviceProperties
  public :: gpufort_setDefaultStream, gpufort_getDefaultStream

  ! What a device is and can; sizes are in bytes, clock rates in kilohertz.
  type :: gpufort_deviceProp
    character(len=256) :: name = ' '
    integer(8) :: totalGlobalMem = 0, sharedMemPerBlock = 0, memPitch = 0, totalConstMem = 0, textureAlignment = 0
    integer :: regsPerBlock = 0, warpSize = 0, maxThreadsPerBlock = 0, maxThreadsDim(3) = 0, maxGridSize(3) = 0
    integer :: clockRate = 0, major = 0, minor = 0, multiProcessorCount = 0, deviceOverlap = 0
    integer :: kernelExecTimeoutEnabled = 0, integrated = 0, canMapHostMemory = 0, computeMode = 0
    integer :: concurrentKernels = 0, ECCEnabled = 0, pciBusID = 0, pciDeviceID = 0, pciDomainID = 0, tccDriver = 0
    integer :: asyncEngineCount = 0, unifiedAddressing = 0, memoryClockRate = 0, memoryBusWidth = 0, l2CacheSize = 0
    integer :: maxThreadsPerMultiProcessor = 0, streamPrioritiesSupported = 0, globalL1CacheSupported = 0
    integer :: localL1CacheSupported = 0, regsPerMultiprocessor = 0, managedMemory = 0, isMultiGpuBoard = 0
    integer :: hostNativeAtomicSupported = 0, pageableMemoryAccess = 0, concurrentManagedAccess = 0
    integer :: cooperativeLaunch = 0, maxBlocksPerMultiProcessor = 0, maxTexture1D = 0
    integer(8) :: sharedMemPerMultiprocessor = 0, sharedMemPerBlockOptin = 0
  end type gpufort_deviceProp

  public :: gpufort_extent, gpufort_pos, gpufort_pitchedPtr, gpufort_memcpy3DParms
  public :: gpufort_memcpy3D, gpufort_memcpy3DAsync, gpufort_malloc3D

  ! Copies of boxes: all lengths in bytes along the first dimension, in rows along the others. The layouts are HIP's.
  type, bind(c) :: gpufort_extent
    integer(c_size_t) :: width = 0, height = 0, depth = 0
  end type gpufort_extent

  type, bind(c) :: gpufort_pos
    integer(c_size_t) :: x = 0, y = 0, z = 0
  end type gpufort_pos

  type, bind(c) :: gpufort_pitchedPtr
    type(c_ptr) :: ptr = c_null_ptr
    integer(c_size_t) :: pitch = 0, xsize = 0, ysize = 0
  end type gpufort_pitchedPtr

  type, bind(c) :: gpufort_memcpy3DParms
    type(c_ptr) :: srcArray = c_null_ptr
    type(gpufort_pos) :: srcPos
    type(gpufort_pitchedPtr) :: srcPtr
    type(c_ptr) :: dstArray = c_null_ptr
    type(gpufort_pos) :: dstPos
    type(gpufort_pitchedPtr) :: dstPtr
    type(gpufort_extent) :: extent
    integer(c_int) :: kind = 0
  end type gpufort_memcpy3DParms

  public :: gpufort_randomXORWOW, gpufort_randomMRG32k3a, gpufort_randomPhilox4_32_10

  ! States of random generators in device code, which `gpufort_random.hpp` knows in these sizes.
  type, bind(c) :: gpufort_randomXORWOW
    integer(c_int64_t) :: words(8) = 0
  end type gpufort_randomXORWOW

  type, bind(c) :: gpufort_randomMRG32k3a
    integer(c_int64_t) :: words(10) = 0
  end type gpufort_randomMRG32k3a

  type, bind(c) :: gpufort_randomPhilox4_32_10
    integer(c_int64_t) :: words(12) = 0
  end type gpufort_randomPhilox4_32_10

  ! The stream that launches and copies use which name none; C++ knows it by this name.
  type(c_ptr), bind(c, name="gpufort_default_stream") :: default_stream = c_null_ptr

  interface
    function hipGetErrorString(error) bind(c, name="hipGetErrorString")
      import :: c_ptr, c_int
      integer(c_int), value :: error
      type(c_ptr) :: hipGetErrorString
    end function hipGetErrorString
    function hipGetErrorName(error) bind(c, name="hipGetErrorName")
      import :: c_ptr, c_int
      integer(c_int), value :: error
      type(c_ptr) :: hipGetErrorName
    end function hipGetErrorName
    function hipEventElapsedTime(ms, start, stop) bind(c, name="hipEventElapsedTime")
      import :: c_ptr, c_float, c_int
      real(c_float), intent(out) :: ms
      type(c_ptr), value :: start, stop
      integer(c_int) :: hipEventElapsedTime
    end function hipEventElapsedTime
    function hipDeviceGetName(name, length, device) bind(c, name="hipDeviceGetName")
      import :: c_char, c_int
      character(kind=c_char), intent(out) :: name(*)
      integer(c_int), value :: length, device
      integer(c_int) :: hipDeviceGetName
    end function hipDeviceGetName
    function hipDeviceTotalMem(bytes, device) bind(c, name="hipDeviceTotalMem")
      import :: c_size_t, c_int
      integer(c_size_t), intent(out) :: bytes
      integer(c_int), value :: device
      integer(c_int) :: hipDeviceTotalMem
    end function hipDeviceTotalMem
    function hipDeviceGetAttribute(value, attribute, device) bind(c, name="hipDeviceGetAttribute")
      import :: c_int
      integer(c_int), intent(out) :: value
      integer(c_int), value :: attribute, device
      integer(c_int) :: hipDeviceGetAttribute
    end function hipDeviceGetAttribute
    function gpufort_memcpy3D(p) bind(c, name="hipMemcpy3D")
      import :: c_int, gpufort_memcpy3DParms
      type(gpufort_memcpy3DParms), intent(in) :: p
      integer(c_int) :: gpufort_memcpy3D
    end function gpufort_memcpy3D
    function gpufort_memcpy3DAsync(p, stream) bind(c, name="hipMemcpy3DAsync")
      import :: c_int, c_ptr, gpufort_memcpy3DParms
      type(gpufort_memcpy3DParms), intent(in) :: p
      type(c_ptr), value :: stream
      integer(c_int) :: gpufort_memcpy3DAsync
    end function gpufort_memcpy3DAsync
    function gpufort_malloc3D(pitched, extent) bind(c, name="hipMalloc3D")
      import :: c_int, gpufort_extent, gpufort_pitchedPtr
      type(gpufort_pitchedPtr), intent(out) :: pitched
      type(gpufort_extent), value :: extent
      integer(c_int) :: gpufort_malloc3D
    end function gpufort_malloc3D
    function strlen(text) bind(c, name="strlen")
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: strlen
    end function strlen
  end interface

  interface gpufort_eventElapsedTime
    module procedure elapsed_r4, elapsed_r8
  end interface gpufort_eventElapsedTime

contains

  function elapsed_r4(ms, start, stop) result(status)
    real(4), intent(out) :: ms
    type(c_ptr), intent(in) :: start, stop
    integer(c_int) :: status
    status = hipEventElapsedTime(ms, start, stop)
  end function elapsed_r4

  function elapsed_r8(ms, start, stop) result(status)
    real(8), intent(out) :: ms
    type(c_ptr), intent(in) :: start, stop
    integer(c_int) :: status
    real(c_float) :: single
    status = hipEventElapsedTime(single, start, stop)
    ms = single
  end function elapsed_r8

  function gpufort_errorString(error) result(text)
    integer(c_int), intent(in) :: error
    character(len=:), allocatable :: text
    text = text_at(hipGetErrorString(error))
  end function gpufort_errorString

  function gpufort_errorName(error) result(text)
    integer(c_int), intent(in) :: error
    character(len=:), allocatable :: text
    text = text_at(hipGetErrorName(error))
  end function gpufort_errorName

  function gpufort_getDeviceProperties(prop, device) result(status)
    type(gpufort_deviceProp), intent(out) :: prop
    integer(c_int), intent(in) :: device
    integer(c_int) :: status
    character(kind=c_char) :: name(256)
    integer :: i
    status = hipDeviceTotalMem(prop%totalGlobalMem, device)
    if (status /= 0) return
    status = hipDeviceGetName(name, 256, device)
    if (status /= 0) return
    do i = 1, 256
      if (name(i) == c_null_char) exit
      prop%name(i:i) = name(i)
    end do
    ! Numbers of hipDeviceAttribute_t, the same in HIP 5 and 6.
    prop%ECCEnabled = attribute(0)
    prop%asyncEngineCount = attribute(2)
    prop%canMapHostMemory = attribute(3)
    prop%clockRate = attribute(5)
    prop%computeMode = attribute(6)
    prop%concurrentKernels = attribute(8)
    prop%concurrentManagedAccess = attribute(9)
    prop%cooperativeLaunch = attribute(10)
    prop%deviceOverlap = attribute(12)
    prop%globalL1CacheSupported = attribute(14)
    prop%hostNativeAtomicSupported = attribute(15)
    prop%integrated = attribute(16)
    prop%isMultiGpuBoard = attribute(17)
    prop%kernelExecTimeoutEnabled = attribute(18)
    prop%l2CacheSize = attribute(19)
    prop%localL1CacheSupported = attribute(20)
    prop%major = attribute(23)
    prop%managedMemory = attribute(24)
    prop%maxBlocksPerMultiProcessor = attribute(25)
    prop%maxThreadsDim = [attribute(26), attribute(27), attribute(28)]
    prop%maxGridSize = [attribute(29), attribute(30), attribute(31)]
    prop%maxTexture1D = attribute(39)
    prop%maxThreadsPerBlock = attribute(56)
    prop%maxThreadsPerMultiProcessor = attribute(57)
    prop%memPitch = attribute(58)
    prop%memoryBusWidth = attribute(59)
    prop%memoryClockRate = attribute(60)
    prop%minor = attribute(61)
    prop%multiProcessorCount = attribute(63)
    prop%pageableMemoryAccess = attribute(65)
    prop%pciBusID = attribute(67)
    prop%pciDeviceID = attribute(68)
    prop%pciDomainID = attribute(69)
    prop%regsPerBlock = attribute(71)
    prop%regsPerMultiprocessor = attribute(72)
    prop%sharedMemPerBlock = attribute(74)
    prop%sharedMemPerBlockOptin = attribute(75)
    prop%sharedMemPerMultiprocessor = attribute(10002)
    prop%streamPrioritiesSupported = attribute(78)
    prop%tccDriver = attribute(80)
    prop%textureAlignment = attribute(81)
    prop%totalConstMem = attribute(83)
    prop%unifiedAddressing = attribute(85)
    prop%warpSize = attribute(87)
  contains
    ! What a device does not tell is 0.
    function attribute(which) result(value)
      integer, intent(in) :: which
      integer(c_int) :: value
      value = 0
      if (hipDeviceGetAttribute(value, which, device) /= 0) value = 0
    end function attribute
  end function gpufort_getDeviceProperties

  function gpufort_setDefaultStream(stream) result(status)
    type(c_ptr), intent(in) :: stream
    integer(c_int) :: status
    default_stream = stream
    status = 0
  end function gpufort_setDefaultStream

  function gpufort_getDefaultStream() result(stream)
    type(c_ptr) :: stream
    stream = default_stream
  end function gpufort_getDefaultStream

  function text_at(address) result(text)
    type(c_ptr), intent(in) :: address
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: i
    if (.not. c_associated(address)) then
      text = ''
      return
    end if
    call c_f_pointer(address, letters, [strlen(address)])
    allocate(character(len=size(letters)) :: text)
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function text_at

end module gpufort

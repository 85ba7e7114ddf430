//! What a node does.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::Arc;

use crate::device::current;
use crate::entry::Outcome;
use crate::graph::Graph;
use crate::graph::memory::GraphMemory;
use crate::kernel::function;
use crate::kernel::launch::KernelLaunch;
use crate::kernel::launch::{self, Extents, Source};
use crate::memory::fill::Fill;
use crate::memory::rectangle::{self, PitchedAddress, Size};
use crate::stream::event::Event;
use crate::stream::operation::{HostFunction, Operation};
use crate::texture::rectangular_copy;
use crate::types::array::{HIP_MEMCPY3D, hipExtent, hipMemcpy3DParms, hipMemcpyKind, hipPitchedPtr, hipPos};
use crate::types::error::{hipErrorInvalidDeviceFunction, hipErrorInvalidValue};
use crate::types::graph::{NodeType, hipHostNodeParams, hipKernelNodeAttrValue, hipKernelNodeParams, hipMemsetParams};
use crate::types::launch::dim3;

/// What a node does, with what the program asks back for.
#[derive(Clone)]
pub(crate) enum Body {
    Empty,
    Kernel(KernelBody),
    Copy(CopyBody),
    Fill(FillBody),
    Host(HostFunction),
    Child(Arc<Graph>),
    Record(Arc<Event>),
    Wait(Arc<Event>),
    Alloc(Arc<GraphMemory>),
    /// The address.
    Free(usize),
    /// Captured, with nothing that could be asked for.
    Other(Operation),
}

/// A launch.
#[derive(Clone)]
pub(crate) struct KernelBody {
    /// As the program named the kernel.
    func: usize,
    pub(crate) launch: KernelLaunch,
    pub(crate) attributes: BTreeMap<u32, hipKernelNodeAttrValue>,
}

/// A copy.
#[derive(Clone)]
pub(crate) struct CopyBody {
    copy: rectangle::Copy,
    params: CopyParams,
    kind: NodeType,
}

/// How the program described a copy.
#[derive(Clone, Copy)]
enum CopyParams {
    Runtime(hipMemcpy3DParms),
    Driver(HIP_MEMCPY3D),
}

// SAFETY: addresses in the program's memory, for which it answers.
unsafe impl Send for CopyParams {}
// SAFETY: addresses in the program's memory, for which it answers.
unsafe impl Sync for CopyParams {}

/// A fill.
#[derive(Clone)]
pub(crate) struct FillBody {
    fill: Fill,
    params: hipMemsetParams,
}

// SAFETY: addresses in the program's memory, for which it answers.
unsafe impl Send for FillBody {}
// SAFETY: addresses in the program's memory, for which it answers.
unsafe impl Sync for FillBody {}

impl Body {
    pub(crate) fn node_type(&self) -> NodeType {
        match self {
            Body::Empty => NodeType::Empty,
            Body::Kernel(_) => NodeType::Kernel,
            Body::Copy(copy) => copy.kind,
            Body::Fill(_) => NodeType::Memset,
            Body::Host(_) => NodeType::Host,
            Body::Child(_) => NodeType::Graph,
            Body::Record(_) => NodeType::EventRecord,
            Body::Wait(_) => NodeType::WaitEvent,
            Body::Alloc(_) => NodeType::MemAlloc,
            Body::Free(_) => NodeType::MemFree,
            Body::Other(_) => NodeType::BatchMemOp,
        }
    }

    /// What is put into a queue; child graphs are not, their nodes are.
    pub(crate) fn operation(&self) -> Operation {
        match self {
            Body::Empty | Body::Child(_) => Operation::Nothing,
            Body::Kernel(kernel) => Operation::Kernel(kernel.launch.clone()),
            Body::Copy(copy) => Operation::Box(copy.copy),
            Body::Fill(fill) => Operation::Fill(fill.fill),
            Body::Host(function) => Operation::Host(*function),
            Body::Record(event) => Operation::Record(event.clone()),
            Body::Wait(event) => Operation::Wait(event.clone()),
            Body::Alloc(memory) => memory.allocation(),
            Body::Free(address) => GraphMemory::release(*address),
            Body::Other(operation) => operation.clone(),
        }
    }

    /// The node for an operation that was put into a stream under capture.
    pub(crate) fn of_operation(operation: Operation) -> Body {
        match operation {
            Operation::Kernel(launch) => Body::Kernel(KernelBody::of_launch(launch)),
            Operation::Copy(copy) => Body::Copy(CopyBody::linear(copy.target, copy.source, copy.size, copy.kind.number())),
            Operation::Fill(fill) => Body::Fill(FillBody::of_fill(fill)),
            Operation::Box(copy) => Body::Copy(CopyBody::of_box(copy)),
            Operation::Host(function) => Body::Host(function),
            Operation::Nothing => Body::Empty,
            other => Body::Other(other),
        }
    }
}

/// The direction of captured copies: where pointers lead they say themselves.
fn box_default() -> hipMemcpyKind {
    crate::types::array::HIP_MEMCPY_DEFAULT
}

impl KernelBody {
    /// A launch as a program describes it; arguments are copied.
    ///
    /// # Errors
    /// `hipErrorInvalidDeviceFunction`, `hipErrorInvalidValue` where arguments are missing.
    ///
    /// # Safety
    /// `params.kernelParams` is null or leads to a pointer for each parameter of the kernel, each valid for reading its bytes;
    /// `params.extra` is null or a list that [`packed`] can read.
    pub(crate) unsafe fn new(params: &hipKernelNodeParams) -> Outcome<KernelBody> {
        if params.func.is_null() {
            return Err(hipErrorInvalidDeviceFunction);
        }
        let function = function::of_either(params.func)?;
        let extents = Extents::new(params.gridDim, params.blockDim, params.sharedMemBytes as usize);
        // SAFETY: this function requires what its callee does.
        let launch = unsafe {
            let source = if params.kernelParams.is_null() && !params.extra.is_null() {
                Source::Packed(launch::packed(params.extra)?)
            } else {
                Source::Pointers(params.kernelParams)
            };
            launch::prepare(function, extents, source, current::device())?
        };
        Ok(KernelBody { func: params.func as usize, launch, attributes: BTreeMap::new() })
    }

    fn of_launch(launch: KernelLaunch) -> KernelBody {
        KernelBody { func: launch.function.handle() as usize, launch, attributes: BTreeMap::new() }
    }

    /// As the program would describe it. The pointers to arguments are valid as long as the node is not changed.
    pub(crate) fn params(&self) -> hipKernelNodeParams {
        let extents = |[x, y, z]: [u32; 3]| dim3 { x, y, z };
        hipKernelNodeParams {
            blockDim: extents(self.launch.block),
            extra: std::ptr::null_mut(),
            func: self.func as *mut c_void,
            gridDim: extents(self.launch.grid),
            kernelParams: self.launch.arguments.pointers().cast_mut().cast(),
            sharedMemBytes: self.launch.dynamic_shared,
        }
    }
}

impl CopyBody {
    /// # Errors
    /// Of a copy that cannot be.
    pub(crate) fn of_3d(params: &hipMemcpy3DParms) -> Outcome<CopyBody> {
        let copy = rectangular_copy::of_3d(params)?;
        Ok(CopyBody { copy, params: CopyParams::Runtime(*params), kind: NodeType::Memcpy })
    }

    /// # Errors
    /// Of a copy that cannot be.
    pub(crate) fn of_driver_3d(params: &HIP_MEMCPY3D) -> Outcome<CopyBody> {
        let copy = rectangular_copy::of_driver_3d(params)?;
        Ok(CopyBody { copy, params: CopyParams::Driver(*params), kind: NodeType::Memcpy })
    }

    pub(crate) fn linear(to: *mut c_void, from: *const c_void, count: usize, kind: hipMemcpyKind) -> CopyBody {
        let copy =
            rectangle::Copy { to: PitchedAddress::linear(to), from: PitchedAddress::linear(from), size: Size::linear(count) };
        CopyBody { copy, params: CopyParams::Runtime(described(&copy, kind)), kind: NodeType::Memcpy }
    }

    fn of_box(copy: rectangle::Copy) -> CopyBody {
        CopyBody { copy, params: CopyParams::Runtime(described(&copy, box_default())), kind: NodeType::Memcpy }
    }

    /// As a node of another type.
    pub(crate) fn typed(mut self, kind: NodeType) -> CopyBody {
        self.kind = kind;
        self
    }

    /// As a node of an executable graph takes it in the place of another copy.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` where the old node does something else, or copies in another direction.
    pub(crate) fn in_place_of(self, old: &Body) -> Outcome<Body> {
        match old {
            Body::Copy(old) if old.has_direction_of(&self) => Ok(Body::Copy(self.typed(old.kind))),
            _ => Err(hipErrorInvalidValue),
        }
    }

    /// Whether both copy in the same direction, as the program named it.
    pub(crate) fn has_direction_of(&self, other: &CopyBody) -> bool {
        match (&self.params, &other.params) {
            (CopyParams::Runtime(own), CopyParams::Runtime(other)) => own.kind == other.kind,
            (CopyParams::Driver(own), CopyParams::Driver(other)) => {
                (own.srcMemoryType, own.dstMemoryType) == (other.srcMemoryType, other.dstMemoryType)
            }
            _ => true,
        }
    }

    /// As the program described it, or as it would have.
    pub(crate) fn params(&self) -> hipMemcpy3DParms {
        match self.params {
            CopyParams::Runtime(params) => params,
            CopyParams::Driver(_) => described(&self.copy, box_default()),
        }
    }

    /// As the program described it, or as it would have.
    pub(crate) fn driver_params(&self) -> HIP_MEMCPY3D {
        match self.params {
            CopyParams::Driver(params) => params,
            CopyParams::Runtime(_) => described_for_driver(&self.copy),
        }
    }
}

fn rows(place: &PitchedAddress) -> usize {
    place.slice.checked_div(place.pitch).unwrap_or(0)
}

const NOWHERE: hipPos = hipPos { x: 0, y: 0, z: 0 };

/// A copy of pitched memory in the runtime's words.
fn described(copy: &rectangle::Copy, kind: hipMemcpyKind) -> hipMemcpy3DParms {
    let pointer = |place: &PitchedAddress| hipPitchedPtr {
        ptr: place.address as *mut c_void,
        pitch: place.pitch.max(copy.size.width),
        xsize: copy.size.width,
        ysize: rows(place).max(copy.size.height),
    };
    hipMemcpy3DParms {
        srcArray: std::ptr::null_mut(),
        srcPos: NOWHERE,
        srcPtr: pointer(&copy.from),
        dstArray: std::ptr::null_mut(),
        dstPos: NOWHERE,
        dstPtr: pointer(&copy.to),
        extent: hipExtent { width: copy.size.width, height: copy.size.height, depth: copy.size.depth },
        kind,
    }
}

/// A copy of pitched memory in the driver's words.
fn described_for_driver(copy: &rectangle::Copy) -> HIP_MEMCPY3D {
    let memory = crate::types::array::HIP_MEMORY_DEVICE;
    HIP_MEMCPY3D {
        srcXInBytes: 0,
        srcY: 0,
        srcZ: 0,
        srcLOD: 0,
        srcMemoryType: memory,
        srcHost: std::ptr::null(),
        srcDevice: copy.from.address as *mut c_void,
        srcArray: std::ptr::null_mut(),
        srcPitch: copy.from.pitch.max(copy.size.width),
        srcHeight: rows(&copy.from).max(copy.size.height),
        dstXInBytes: 0,
        dstY: 0,
        dstZ: 0,
        dstLOD: 0,
        dstMemoryType: memory,
        dstHost: std::ptr::null_mut(),
        dstDevice: copy.to.address as *mut c_void,
        dstArray: std::ptr::null_mut(),
        dstPitch: copy.to.pitch.max(copy.size.width),
        dstHeight: rows(&copy.to).max(copy.size.height),
        WidthInBytes: copy.size.width,
        Height: copy.size.height,
        Depth: copy.size.depth,
    }
}

impl FillBody {
    /// # Errors
    /// `hipErrorInvalidValue` for null, empty rows, elements of other than 1, 2 or 4 bytes, rows wider than the pitch.
    pub(crate) fn new(params: &hipMemsetParams) -> Outcome<FillBody> {
        let element = params.elementSize;
        let width = params.width.checked_mul(element as usize).ok_or(hipErrorInvalidValue)?;
        let height = params.height;
        let wide = height > 1 && width > params.pitch;
        if params.dst.is_null() || params.width == 0 || height == 0 || !matches!(element, 1 | 2 | 4) || wide {
            return Err(hipErrorInvalidValue);
        }
        let row = Fill::linear(params.dst, params.value, element as usize, params.width);
        let fill = Fill { height, pitch: params.pitch, rows: height, ..row }.checked()?.ok_or(hipErrorInvalidValue)?;
        Ok(FillBody { fill, params: *params })
    }

    /// As a node of an executable graph takes it in the place of another fill: of rows, it fills as many as wide.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` where the old node does something else.
    pub(crate) fn in_place_of(self, old: &Body) -> Outcome<Body> {
        let extent = |params: &hipMemsetParams| (params.width * params.elementSize as usize, params.height);
        match old {
            Body::Fill(old) if self.params.height == 1 || extent(&old.params) == extent(&self.params) => Ok(Body::Fill(self)),
            _ => Err(hipErrorInvalidValue),
        }
    }

    fn of_fill(fill: Fill) -> FillBody {
        let params = hipMemsetParams {
            dst: fill.target,
            elementSize: fill.element as u32,
            height: fill.height,
            pitch: fill.pitch,
            value: fill.value,
            width: fill.width,
        };
        FillBody { fill, params }
    }

    pub(crate) fn params(&self) -> hipMemsetParams {
        self.params
    }
}

/// # Errors
/// `hipErrorInvalidValue` where there is no function.
pub(crate) fn host_function(params: &hipHostNodeParams) -> Outcome<HostFunction> {
    let function = params.fn_.ok_or(hipErrorInvalidValue)?;
    Ok(HostFunction { function, data: params.userData, called: None })
}

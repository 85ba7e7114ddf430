//! What ported host text needs of its file's interface module: typed specific procedures of hipfort's generics and the names that
//! each procedure has to `use`.

use crate::sema::{Memory, Type, UnitRef};
use std::collections::{BTreeSet, HashMap};

/// A generic procedure with a specific one for each type and rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// `hipMalloc(pointer, extents)`
    Malloc,
    /// `hipMallocManaged(pointer, extents, flags)`
    MallocManaged,
    /// `hipHostMalloc(pointer, extents, flags)`
    HostMalloc,
    /// `hipFree(pointer)`
    Free,
    /// `hipHostFree(pointer)`
    HostFree,
    /// `gpufort_host(device data)`: a function whose value is in host memory.
    Host,
}

/// How the extents of an allocation are given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Extents {
    /// One default integer a dimension; nothing for a scalar.
    Int,
    /// One `integer(c_size_t)` a dimension.
    Size,
    /// `dims=` or `dims8=`, and `lbounds=`.
    Dims,
}

/// An intrinsic type with its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Element {
    pub category: Category,
    /// Bytes; of the real part for complex numbers.
    pub kind: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Category {
    Integer,
    Real,
    Complex,
    Logical,
}

/// One specific procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Specific {
    pub family: Family,
    pub extents: Extents,
    pub element: Element,
    pub rank: usize,
}

/// A procedure of the C++ header for data, the same for all types and ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Routine {
    /// `call gpufort_copy(to, from, kind)`
    Copy,
    /// `call gpufort_fill(to, value)`
    Fill,
    /// `gpufort_malloc(bytes, stat)`: an address, for types that have no specific procedure.
    Malloc,
    /// `gpufort_memcpy(dst, src, bytes, kind)`: a hipError_t.
    Memcpy,
    /// `gpufort_memcpyAsync(dst, src, bytes, kind, stream)`
    MemcpyAsync,
    /// `gpufort_memcpy2D(dst, dpitch, src, spitch, width, height, kind)`
    Memcpy2d,
    /// `gpufort_memcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream)`
    Memcpy2dAsync,
    /// `gpufort_memset(dst, value, count)`: `count` elements.
    Memset,
    /// The same of managed memory.
    MallocManaged,
    /// The same of pinned host memory.
    HostMalloc,
}

/// What one file needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Demands {
    pub specifics: BTreeSet<Specific>,
    pub routines: BTreeSet<Routine>,
    /// Names that a host procedure needs, by unit; all of them come from the file's interface module.
    pub names: HashMap<UnitRef, BTreeSet<String>>,
}

impl Element {
    /// The element of an intrinsic type other than characters.
    pub fn of(ty: &Type) -> Option<Self> {
        let (category, kind) = match *ty {
            Type::Integer(kind) => (Category::Integer, kind),
            Type::Real(kind) => (Category::Real, kind),
            Type::Complex(kind) => (Category::Complex, kind),
            Type::Logical(kind) => (Category::Logical, kind),
            _ => return None,
        };
        Some(Self { category, kind })
    }
}

impl Specific {
    /// Whether hipfort's modules have a procedure for these arguments: they do for `logical(c_bool)` arrays and for integers, real
    /// and complex numbers of 4 and 8 bytes (hipfort's `hipfort_hipmalloc`).
    fn is_in_hipfort(&self) -> bool {
        let element = match self.element.category {
            Category::Logical => self.element.kind == 1 && self.rank > 0,
            _ => matches!(self.element.kind, 4 | 8),
        };
        element && self.family != Family::Host && self.rank <= 7
    }
}

impl Family {
    /// The generic name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Malloc => "hipMalloc",
            Self::MallocManaged => "hipMallocManaged",
            Self::HostMalloc => "hipHostMalloc",
            Self::Free => "hipFree",
            Self::HostFree => "hipHostFree",
            Self::Host => "gpufort_host",
        }
    }

    /// The `flags` argument that an allocation takes, with hipfort's name of its value.
    pub fn flags(self) -> Option<&'static str> {
        match self {
            Self::MallocManaged => Some("hipMemAttachGlobal"),
            Self::HostMalloc => Some("hipHostMallocDefault"),
            _ => None,
        }
    }
}

impl Routine {
    pub fn name(self) -> &'static str {
        match self {
            Self::Copy => "gpufort_copy",
            Self::Fill => "gpufort_fill",
            Self::Malloc => "gpufort_malloc",
            Self::Memcpy => "gpufort_memcpy",
            Self::MemcpyAsync => "gpufort_memcpyAsync",
            Self::Memcpy2d => "gpufort_memcpy2D",
            Self::Memcpy2dAsync => "gpufort_memcpy2DAsync",
            Self::Memset => "gpufort_memset",
            Self::MallocManaged => "gpufort_malloc_managed",
            Self::HostMalloc => "gpufort_host_malloc",
        }
    }

    /// The function that it calls, for those that allocate.
    pub fn family(self) -> Option<Family> {
        match self {
            Self::Malloc => Some(Family::Malloc),
            Self::MallocManaged => Some(Family::MallocManaged),
            Self::HostMalloc => Some(Family::HostMalloc),
            _ => None,
        }
    }

    /// What allocates memory of a place.
    pub fn allocating(memory: Memory) -> Self {
        match memory {
            Memory::Managed | Memory::Unified => Self::MallocManaged,
            Memory::Pinned => Self::HostMalloc,
            _ => Self::Malloc,
        }
    }
}

impl Demands {
    /// `unit` names `name`.
    pub fn name(&mut self, unit: &UnitRef, name: &str) {
        if let Some(names) = self.names.get_mut(unit) {
            names.insert(name.to_owned());
        } else {
            self.names.insert(unit.clone(), BTreeSet::from([name.to_owned()]));
        }
    }

    /// `unit` calls a specific procedure by its generic name.
    pub fn specific(&mut self, unit: &UnitRef, specific: Specific) {
        self.specifics.insert(specific);
        self.name(unit, specific.family.name());
    }

    /// `unit` calls `routine`.
    pub fn routine(&mut self, unit: &UnitRef, routine: Routine) {
        self.routines.insert(routine);
        self.name(unit, routine.name());
    }

    /// The same without the specific procedures that an installed hipfort has.
    pub fn beside_hipfort(&self) -> Self {
        let mut rest = self.clone();
        rest.specifics.retain(|specific| !specific.is_in_hipfort());
        rest
    }

    /// Takes over all of `other`.
    pub fn extend(&mut self, other: Demands) {
        self.specifics.extend(other.specifics);
        self.routines.extend(other.routines);
        for (unit, names) in other.names {
            self.names.entry(unit).or_default().extend(names);
        }
    }
}

//! Demands to the text of an interface module that answers them: generic interfaces, bindings to C, and specific procedures.

use crate::demand::{Category, Demands, Element, Extents, Family, Routine, Specific};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The header with the C++ side of [`Routine`]s, which the file's C++ has to include.
pub const HEADER: &str = "gpufort_data.hpp";

/// What stands before `contains`: interfaces of C procedures and generic interfaces.
pub fn interfaces(demands: &Demands) -> String {
    let mut out = String::new();
    let routines = routines(demands);
    if !routines.is_empty() {
        out.push_str("  interface\n");
        routines.iter().for_each(|&routine| out.push_str(binding(routine)));
        out.push_str("  end interface\n");
    }
    let mut families: BTreeMap<Family, Vec<String>> = BTreeMap::new();
    for specific in specifics(demands) {
        families.entry(specific.family).or_default().push(specific_name(&specific));
    }
    for (family, names) in families {
        let name = family.name();
        let _ = writeln!(out, "  interface {name}");
        names.iter().for_each(|specific| {
            let _ = writeln!(out, "    module procedure {specific}");
        });
        let _ = writeln!(out, "  end interface {name}");
    }
    out
}

/// What stands after `contains`.
pub fn procedures(demands: &Demands) -> String {
    let typed = specifics(demands);
    let untyped = demands.routines.iter().filter_map(|&routine| Some(allocate_bytes(routine, routine.family()?)));
    typed.iter().map(procedure).chain(untyped).collect::<Vec<_>>().join("\n")
}

/// Names of hipfort that the module's own text uses.
pub fn hip_names(demands: &Demands) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut add = |list: &[&str]| names.extend(list.iter().map(|&name| name.to_owned()));
    for specific in &demands.specifics {
        match specific.family {
            Family::Host => add(&["hipMemcpyDeviceToHost"]),
            family => add(&["hipSuccess", family.name()]),
        }
        if let Some(flags) = specific.family.flags() {
            add(&[flags]);
        }
    }
    for family in demands.routines.iter().filter_map(|routine| routine.family()) {
        add(&["hipSuccess", "hipCheck", family.name()]);
        family.flags().into_iter().for_each(|flags| add(&[flags]));
    }
    names
}

/// The specifics asked for and those that they call.
fn specifics(demands: &Demands) -> BTreeSet<Specific> {
    let mut all = demands.specifics.clone();
    let allocating = |family| matches!(family, Family::Malloc | Family::MallocManaged | Family::HostMalloc);
    let based = demands.specifics.iter().filter(|one| allocating(one.family) && one.rank > 0);
    all.extend(based.map(|one| Specific { extents: Extents::Dims, ..*one }));
    all
}

fn routines(demands: &Demands) -> BTreeSet<Routine> {
    let mut all: BTreeSet<Routine> = demands.routines.iter().copied().filter(|one| one.family().is_none()).collect();
    if demands.specifics.iter().any(|one| one.family == Family::Host) {
        all.insert(Routine::Copy);
    }
    all
}

fn binding(routine: Routine) -> &'static str {
    match routine {
        Routine::Copy => {
            "    subroutine gpufort_copy(to, from, kind) bind(c, name=\"gpufort_copy\")\n      \
             import :: c_int\n      \
             type(*), dimension(..), target :: to\n      \
             type(*), dimension(..), intent(in), target :: from\n      \
             integer(c_int), value :: kind\n    \
             end subroutine gpufort_copy\n"
        }
        Routine::Fill => {
            "    subroutine gpufort_fill(to, value) bind(c, name=\"gpufort_fill\")\n      \
             type(*), dimension(..), target :: to\n      \
             type(*), dimension(..), intent(in), target :: value\n    \
             end subroutine gpufort_fill\n"
        }
        Routine::Memcpy => concat!(
            "    function gpufort_memcpy(dst, src, bytes, kind) bind(c, name=\"gpufort_memcpy\") result(status)\n",
            "      import :: c_int, c_size_t\n",
            "      type(*), dimension(..), target :: dst\n",
            "      type(*), dimension(..), intent(in), target :: src\n",
            "      integer(c_size_t), value :: bytes\n",
            "      integer(c_int), value :: kind\n",
            "      integer(c_int) :: status\n",
            "    end function gpufort_memcpy\n"
        ),
        Routine::MemcpyAsync => concat!(
            "    function gpufort_memcpyAsync(dst, src, bytes, kind, stream) bind(c, name=\"gpufort_memcpyAsync\") result(status)\n",
            "      import :: c_int, c_size_t, c_ptr\n",
            "      type(*), dimension(..), target :: dst\n",
            "      type(*), dimension(..), intent(in), target :: src\n",
            "      integer(c_size_t), value :: bytes\n",
            "      integer(c_int), value :: kind\n",
            "      type(c_ptr), value :: stream\n",
            "      integer(c_int) :: status\n",
            "    end function gpufort_memcpyAsync\n"
        ),
        Routine::Memcpy2d => concat!(
            "    function gpufort_memcpy2D(dst, dpitch, src, spitch, width, height, kind) &\n",
            "        bind(c, name=\"gpufort_memcpy2D\") result(status)\n",
            "      import :: c_int, c_size_t\n",
            "      type(*), dimension(..), target :: dst\n",
            "      type(*), dimension(..), intent(in), target :: src\n",
            "      integer(c_size_t), value :: dpitch, spitch, width, height\n",
            "      integer(c_int), value :: kind\n",
            "      integer(c_int) :: status\n",
            "    end function gpufort_memcpy2D\n"
        ),
        Routine::Memcpy2dAsync => concat!(
            "    function gpufort_memcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream) &\n",
            "        bind(c, name=\"gpufort_memcpy2DAsync\") result(status)\n",
            "      import :: c_int, c_size_t, c_ptr\n",
            "      type(*), dimension(..), target :: dst\n",
            "      type(*), dimension(..), intent(in), target :: src\n",
            "      integer(c_size_t), value :: dpitch, spitch, width, height\n",
            "      integer(c_int), value :: kind\n",
            "      type(c_ptr), value :: stream\n",
            "      integer(c_int) :: status\n",
            "    end function gpufort_memcpy2DAsync\n"
        ),
        Routine::Memset => concat!(
            "    function gpufort_memset(dst, value, count) bind(c, name=\"gpufort_memset\") result(status)\n",
            "      import :: c_int, c_size_t\n",
            "      type(*), dimension(..), target :: dst\n",
            "      type(*), dimension(..), intent(in), target :: value\n",
            "      integer(c_size_t), value :: count\n",
            "      integer(c_int) :: status\n",
            "    end function gpufort_memset\n"
        ),
        _ => "",
    }
}

/// An allocation that knows bytes alone.
fn allocate_bytes(routine: Routine, family: Family) -> String {
    let (name, generic) = (routine.name(), family.name());
    let flags = family.flags().map_or(String::new(), |flags| format!(", {flags}"));
    format!(
        "  function {name}(bytes, stat) result(address)
    integer(c_size_t), intent(in) :: bytes
    integer, intent(out), optional :: stat
    type(c_ptr) :: address
    integer(kind(hipSuccess)) :: status
    status = {generic}(address, max(1_c_size_t, bytes){flags})
    if (status /= hipSuccess) address = c_null_ptr
    if (present(stat)) then
      stat = status
    else
      call hipCheck(status)
    end if
  end function {name}
"
    )
}

fn specific_name(specific: &Specific) -> String {
    let ending = match (specific.extents, specific.rank) {
        (_, 0) | (Extents::Int, _) => "",
        (Extents::Size, _) => "_size",
        (Extents::Dims, _) => "_dims",
    };
    format!("{}_{}_{}{ending}", specific.family.name(), code(specific.element), specific.rank)
}

fn code(element: Element) -> String {
    let letter = match element.category {
        Category::Integer => 'i',
        Category::Real => 'r',
        Category::Complex => 'c',
        Category::Logical => 'l',
    };
    format!("{letter}{}", element.kind)
}

fn type_name(element: Element) -> String {
    let name = match element.category {
        Category::Integer => "integer",
        Category::Real => "real",
        Category::Complex => "complex",
        Category::Logical => "logical",
    };
    format!("{name}({})", element.kind)
}

/// `(:, :)`, nothing for a scalar.
fn colons(rank: usize) -> String {
    if rank == 0 { String::new() } else { format!("({})", vec![":"; rank].join(", ")) }
}

fn procedure(specific: &Specific) -> String {
    match specific.family {
        Family::Free | Family::HostFree => free(specific),
        Family::Host => host(specific),
        _ if specific.rank == 0 => allocate_scalar(specific),
        _ if specific.extents == Extents::Dims => allocate_dims(specific),
        _ => allocate_counts(specific),
    }
}

fn free(specific: &Specific) -> String {
    let (name, generic) = (specific_name(specific), specific.family.name());
    format!(
        "  function {name}(ptr) result(status)
    {}, pointer, intent(in) :: ptr{}
    integer(kind(hipSuccess)) :: status
    status = hipSuccess
    if (associated(ptr)) status = {generic}(c_loc(ptr))
  end function {name}
",
        type_name(specific.element),
        colons(specific.rank)
    )
}

fn host(specific: &Specific) -> String {
    let name = specific_name(specific);
    let extents: Vec<String> = (1..=specific.rank).map(|dim| format!("size(from, {dim})")).collect();
    let shape = if extents.is_empty() { String::new() } else { format!("({})", extents.join(", ")) };
    let ty = type_name(specific.element);
    format!(
        "  function {name}(from) result(values)
    {ty}, intent(in), target :: from{}
    {ty} :: values{shape}
    call gpufort_copy(values, from, hipMemcpyDeviceToHost)
  end function {name}
",
        colons(specific.rank)
    )
}

/// The text of an optional last dummy `flags`: in the list, its declaration, as an actual argument.
fn flags(family: Family) -> (&'static str, &'static str, &'static str) {
    match family.flags() {
        Some(_) => (", flags", "    integer(c_int), intent(in) :: flags\n", ", flags=flags"),
        None => ("", "", ""),
    }
}

fn allocate_scalar(specific: &Specific) -> String {
    let (name, generic) = (specific_name(specific), specific.family.name());
    let (dummy, declaration, _) = flags(specific.family);
    format!(
        "  function {name}(ptr{dummy}) result(status)
    {}, pointer, intent(inout) :: ptr
{declaration}    integer(kind(hipSuccess)) :: status
    type(c_ptr) :: address
    status = {generic}(address, int(storage_size(ptr) / 8, c_size_t){dummy})
    nullify(ptr)
    if (status == hipSuccess) call c_f_pointer(address, ptr)
  end function {name}
",
        type_name(specific.element)
    )
}

fn allocate_counts(specific: &Specific) -> String {
    let (name, generic) = (specific_name(specific), specific.family.name());
    let (dummy, declaration, actual) = flags(specific.family);
    let counts = (1..=specific.rank).map(|dim| format!("n{dim}")).collect::<Vec<_>>().join(", ");
    let (kind, dims) = match specific.extents {
        Extents::Int => ("c_int", "dims"),
        _ => ("c_size_t", "dims8"),
    };
    format!(
        "  function {name}(ptr, {counts}{dummy}) result(status)
    {}, pointer, intent(inout) :: ptr{}
    integer({kind}), intent(in) :: {counts}
{declaration}    integer(kind(hipSuccess)) :: status
    status = {generic}(ptr, {dims}=[{counts}]{actual})
  end function {name}
",
        type_name(specific.element),
        colons(specific.rank)
    )
}

fn allocate_dims(specific: &Specific) -> String {
    let (name, generic, rank) = (specific_name(specific), specific.family.name(), specific.rank);
    let (dummy, declaration, _) = flags(specific.family);
    let bounds = |name: &str| (1..=rank).map(|dim| format!("{name}({dim}):")).collect::<Vec<_>>().join(", ");
    let (lower, lower8) = (bounds("lbounds"), bounds("lbounds8"));
    format!(
        "  function {name}(ptr, dims, dims8, lbounds, lbounds8{dummy}) result(status)
    {}, pointer, intent(inout) :: ptr{}
    integer(c_int), intent(in), optional :: dims({rank}), lbounds({rank})
    integer(c_size_t), intent(in), optional :: dims8({rank}), lbounds8({rank})
{declaration}    integer(kind(hipSuccess)) :: status
    integer(c_size_t) :: extents({rank})
    type(c_ptr) :: address
    extents = 0
    if (present(dims)) extents = max(0, dims)
    if (present(dims8)) extents = max(0_c_size_t, dims8)
    status = {generic}(address, max(1_c_size_t, product(extents) * (storage_size(ptr) / 8)){dummy})
    nullify(ptr)
    if (status /= hipSuccess) return
    call c_f_pointer(address, ptr, extents)
    if (present(lbounds)) ptr({lower}) => ptr
    if (present(lbounds8)) ptr({lower8}) => ptr
  end function {name}
",
        type_name(specific.element),
        colons(rank)
    )
}

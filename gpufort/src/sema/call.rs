//! Calls to the procedures they reach: generic interfaces by type, kind, rank and memory; bindings of types; what device code calls.

use super::table::push_once;
use super::{Index, Memory, Scope, SymbolKind, Type, Typed, UnitRef, Variable};
use crate::ast::{Arg, Dim, Expr, ExprKind, UnitKind};
use crate::walk::{expressions, walk};

impl<'i, 'a> Scope<'i, 'a> {
    /// The procedure that `callee(args)` calls: a name, generic or not, or `object%binding`. `None` for intrinsics, for procedures
    /// whose text the tree does not have and for procedure pointers.
    pub fn resolve_call(&self, callee: &Expr, args: &[Arg]) -> Option<UnitRef> {
        match &callee.kind {
            ExprKind::Name(name) => match self.lookup(name)?.kind {
                SymbolKind::Procedure(at) => Some(at),
                SymbolKind::Generic(candidates) => self.choose(&candidates, args, false),
                SymbolKind::Variable(variable) if variable.dims.is_none() => self.called_by_name(name),
                _ => None,
            },
            ExprKind::Member { base, name } => self.resolve_binding(&self.type_of(base)?.ty, &name.key, args, 0),
            _ => None,
        }
    }

    /// The variable of dummy argument `position` of the procedure at `at`.
    pub fn dummy(&self, at: &UnitRef, position: usize) -> Option<Variable<'a>> {
        let name = self.index().unit(at).dummies.get(position)?;
        match self.index().scope(at).lookup(&name.key)?.kind {
            SymbolKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// A variable without dimensions that is called is a function: itself, or one whose type alone is declared.
    fn called_by_name(&self, name: &str) -> Option<UnitRef> {
        let itself = self.hosts().find(|entry| entry.unit.kind == UnitKind::Function && entry.unit.name.key == name);
        itself.map(|entry| entry.at.clone()).or_else(|| self.index().external(name))
    }

    fn resolve_binding(&self, ty: &Type, binding: &str, args: &[Arg], depth: usize) -> Option<UnitRef> {
        // Bindings that stand for each other in a circle end here.
        if depth > 8 {
            return None;
        }
        let (mut derived, mut owner) = self.derived_type(ty)?;
        for _ in 0..16 {
            let scope = self.index().scope(&owner);
            let bound: Vec<_> = derived.bindings.iter().filter(|(name, _)| name.key == binding).map(|(_, to)| &to.key).collect();
            match bound.as_slice() {
                [] => {}
                [one] => {
                    return match scope.lookup(one).map(|symbol| symbol.kind) {
                        Some(SymbolKind::Procedure(at)) => Some(at),
                        // `generic :: g => b` with `procedure :: b => p`.
                        _ if one.as_str() != binding => scope.resolve_binding(ty, one, args, depth + 1),
                        _ => None,
                    };
                }
                several => {
                    let candidates: Vec<_> = several
                        .iter()
                        .filter_map(|one| match scope.lookup(one).map(|symbol| symbol.kind) {
                            Some(SymbolKind::Procedure(at)) => Some(at),
                            _ => scope.resolve_binding(ty, one, args, depth + 1),
                        })
                        .collect();
                    return self.choose(&candidates, args, true);
                }
            }
            let parent = derived.extends.as_ref()?;
            (derived, owner) = scope.derived_named_here(&parent.key)?;
        }
        None
    }

    /// The candidate whose dummies fit best. `bound`: the first dummy is the object.
    fn choose(&self, candidates: &[UnitRef], args: &[Arg], bound: bool) -> Option<UnitRef> {
        let actual: Vec<_> = args.iter().map(|arg| arg.expr().and_then(|expr| self.type_of(expr))).collect();
        let fit = |at: &UnitRef| self.fit(at, args, &actual, usize::from(bound));
        candidates
            .iter()
            .filter_map(|at| Some((fit(at)?, at)))
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, at)| at.clone())
    }

    /// How well the arguments fit; `None` if they do not.
    fn fit(&self, at: &UnitRef, args: &[Arg], actual: &[Option<Typed>], first: usize) -> Option<u32> {
        let unit = self.index().unit(at);
        let elemental = unit.prefix.words.iter().any(|word| word.key == "elemental");
        let mut given = vec![false; unit.dummies.len()];
        let mut score = 0;
        for (position, arg) in args.iter().enumerate() {
            let place = match &arg.keyword {
                Some(keyword) => unit.dummies.iter().position(|dummy| dummy.key == keyword.key)?,
                None => position + first,
            };
            *given.get_mut(place)? = true;
            let (Some(actual), Some(dummy)) = (&actual[position], self.dummy(at, place)) else { continue };
            score += fits(actual, &dummy, elemental)?;
        }
        let missing = |(place, given): (usize, &bool)| !given && self.dummy(at, place).is_some_and(|dummy| !dummy.optional);
        (!given.iter().enumerate().skip(first).any(missing)).then_some(score)
    }
}

/// How well an actual argument fits a dummy: the memory decides between what is alike.
fn fits(actual: &Typed, dummy: &Variable<'_>, elemental: bool) -> Option<u32> {
    let known = |ty: &Type| !matches!(ty, Type::Unknown | Type::Derived { .. });
    if known(&actual.ty) && known(&dummy.ty) && actual.ty != dummy.ty {
        return None;
    }
    let names = (&actual.ty, &dummy.ty);
    if matches!(names, (Type::Derived { .. }, other) | (other, Type::Derived { .. }) if known(other)) {
        return None;
    }
    let rank = dummy.dims.map_or(0, <[_]>::len);
    let any_rank = elemental || dummy.dims.is_some_and(|dims| dims.iter().any(|dim| matches!(dim, Dim::AssumedRank)));
    if actual.rank != rank && !any_rank {
        return None;
    }
    let device = |memory| matches!(memory, Memory::Device | Memory::Constant);
    let both = |memory| matches!(memory, Memory::Managed | Memory::Unified);
    let score = match (actual.memory, dummy.memory) {
        (a, d) if a == d => 4,
        (a, d) if device(a) && device(d) => 4,
        (a, d) if both(a) && (device(d) || both(d)) => 3,
        (a, d) if device(a) != device(d) && !both(a) && !both(d) => return None,
        _ => 1,
    };
    Some(score + u32::from(actual.ty == dummy.ty))
}

impl<'a> Index<'a> {
    /// The procedures for the device that the unit at `at` calls by itself, functions too; each once.
    pub fn device_callees(&self, at: &UnitRef) -> Vec<UnitRef> {
        let known = self.entry(at).device_callees.get_or_init(|| {
            let mut list = self.callees(at);
            list.retain(|callee| self.unit(callee).is_device() && !self.unit(callee).is_kernel());
            list
        });
        known.clone()
    }

    /// The procedures that the unit at `at` calls by itself and whose text the tree has, kernels that it launches too; each once.
    pub fn callees(&self, at: &UnitRef) -> Vec<UnitRef> {
        let scope = self.scope(at);
        let mut list = Vec::new();
        walk(&self.unit(at).body, &mut |stmt| {
            if let crate::ast::StmtKind::Call(call) = &stmt.kind
                && let Some(callee) = scope.resolve_call(&call.callee, &call.args)
            {
                push_once(&mut list, callee);
            }
            expressions(stmt, &mut |expr| {
                if let ExprKind::Apply { base, args } = &expr.kind
                    && !scope.indexes(base)
                    && let Some(callee) = scope.resolve_call(base, args)
                {
                    push_once(&mut list, callee);
                }
            });
        });
        list
    }
}

//! Declarations of local variables and shared memory.

use super::body::Body;
use super::cpp::{Result, identifier, unsupported};
use crate::ast::{Entity, Init, Span, Stmt, StmtKind};
use crate::launcher::deferred;
use crate::sema::{Memory, Symbol, SymbolKind, Type, Variable};

/// Files that include each other in a circle end here.
const DEEPEST: u32 = 8;

impl<'t, 'a> Body<'t, 'a> {
    /// The local variables that specification statements declare, with the comments between them.
    pub(crate) fn declarations(&mut self, spec: &'a [Stmt]) {
        for stmt in spec {
            self.comments_before(stmt.span.start);
            if self.is_off(stmt.span) {
                continue;
            }
            let outcome = self.declaration(stmt);
            self.note(outcome);
        }
    }

    fn declaration(&mut self, stmt: &'a Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Declare(declare) => self.entities(stmt.span, &declare.entities),
            StmtKind::Cuf { statement, .. } => self.declaration(statement),
            StmtKind::Cpp(line) => {
                let text = String::from_utf8_lossy(line.span.of(self.source)).into_owned();
                self.out.flush_left(text.trim_end());
                Ok(())
            }
            StmtKind::Opaque => match ["data", "equivalence"].iter().find(|word| self.starts_with(stmt.span, word.as_bytes())) {
                Some(word) => unsupported(stmt.span, format!("`{word}` in device code")),
                None => Ok(()),
            },
            StmtKind::Include(name) => self.included(name, 0),
            StmtKind::Common(_) => unsupported(stmt.span, "`common` in device code"),
            StmtKind::DerivedType(derived) => unsupported(derived.head, "a derived type that a kernel defines"),
            _ => Ok(()),
        }
    }

    /// What an included file declares and the procedure names.
    fn included(&mut self, name: &str, depth: u32) -> Result<()> {
        let (file, unit) = (self.index.files()[self.scope.unit().file], self.scope.unit());
        let used = |entity: &&'a Entity| self.index.names(unit).contains(&entity.name.key);
        for stmt in file.included(name).iter().filter(|stmt| !file.is_inactive(stmt.span)) {
            match &stmt.plain().kind {
                StmtKind::Include(name) if depth < DEEPEST => self.included(name, depth + 1)?,
                StmtKind::Common(entities) => {
                    if let Some(entity) = entities.iter().find(used) {
                        return unsupported(unit_head(self), format!("`{}` of `common` in device code", entity.name.key));
                    }
                }
                StmtKind::Declare(declare) => {
                    let entities: Vec<&'a Entity> = declare.entities.iter().filter(used).collect();
                    for entity in entities {
                        self.entities(stmt.span, std::slice::from_ref(entity))?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn entities(&mut self, span: Span, entities: &'a [Entity]) -> Result<()> {
        // Scalars of one type stand in one line, as in the source.
        let mut plain: Vec<(String, Vec<String>)> = Vec::new();
        for entity in entities {
            let Some(variable) = self.local(&entity.name.key) else { continue };
            let name = identifier(&entity.name.key);
            let simple = variable.dims.is_none() && variable.memory != Memory::Shared;
            if !simple || variable.pointer || variable.ty == Type::Character {
                let lines = self.variable_lines(&name, &variable, entity, span)?;
                lines.iter().for_each(|line| self.out.line(line));
                continue;
            }
            let ty = self.spell(&variable.ty, span)?;
            let text = match &entity.init {
                Some(Init::Value(value)) => {
                    let value = self.value(value)?;
                    format!("{name} = {}", self.for_assignment(value, &variable.ty))
                }
                _ => name,
            };
            match plain.last_mut().filter(|(last, _)| *last == ty) {
                Some((_, names)) => names.push(text),
                None => plain.push((ty, vec![text])),
            }
        }
        for (ty, names) in plain {
            self.out.line(format!("{ty} {};", names.join(", ")));
        }
        Ok(())
    }

    /// The variable, if it is the procedure's own: no dummy, no named constant, no procedure.
    fn local(&self, key: &str) -> Option<Variable<'a>> {
        let Symbol { kind: SymbolKind::Variable(variable), .. } = self.scope.lookup(key)? else { return None };
        (!variable.dummy && !variable.parameter).then_some(variable)
    }

    fn variable_lines(&mut self, name: &str, variable: &Variable<'a>, entity: &'a Entity, span: Span) -> Result<Vec<String>> {
        let ty = self.spell_variable(variable, span)?;
        let shared = if variable.memory == Memory::Shared { "__shared__ " } else { "" };
        let Some(dims) = variable.dims else {
            return match (variable.pointer, &entity.init) {
                (true, _) => unsupported(entity.span, "a pointer to a scalar in device code"),
                (false, Some(Init::Value(value))) => {
                    let value = self.value(value)?;
                    Ok(vec![format!("{shared}{ty} {name};"), format!("{name} = {};", value.text)])
                }
                (false, _) => Ok(vec![format!("{shared}{ty} {name};")]),
            };
        };
        if deferred(dims) {
            return match variable.pointer {
                true => Ok(vec![format!("gpufort::strided<{ty}, {}> {name};", dims.len())]),
                false => unsupported(entity.span, "an allocatable array in device code"),
            };
        }
        let constant = dims.iter().all(|dim| self.scope.extent(dim).is_some());
        if !constant && !shared.is_empty() {
            self.dynamic_shared = true;
            let mut list = vec![format!("reinterpret_cast<{ty} *>(gpufort_shared)")];
            for dim in dims {
                list.push(self.range(dim, span)?);
            }
            return Ok(vec![format!("const gpufort::array<{ty}, {}> {name}({});", dims.len(), list.join(", "))]);
        }
        let bounds = self.constant_bounds(dims, entity.span)?;
        let line = format!("{shared}gpufort::fixed<{ty}, {bounds}> {name}");
        match &entity.init {
            Some(Init::Value(value)) if self.rank(value) == 0 => {
                let each = self.fresh("each");
                let value = self.value(value)?.cast(&variable.ty).text;
                Ok(vec![line + ";", format!("for ({ty} &{each} : {name}.data) {each} = {value};")])
            }
            Some(Init::Value(value)) => Ok(vec![line + &self.array_init(value, &variable.ty)? + ";"]),
            _ => Ok(vec![line + ";"]),
        }
    }

    /// The initial value of an array by a constructor.
    fn array_init(&mut self, value: &'a crate::ast::Expr, ty: &Type) -> Result<String> {
        let crate::ast::ExprKind::Array { items, .. } = &value.kind else {
            return unsupported(value.span, "an array's initial value that is not a list");
        };
        let values = items.iter().map(|item| Ok(self.value(item)?.cast(ty).text)).collect::<Result<Vec<_>>>()?;
        Ok(format!(" = {{{{}}, {{{}}}}}", values.join(", ")))
    }

    /// Declares the local variables that have dimensions and no statement with their type: `dimension a(3)`.
    pub(crate) fn dimensioned_variables(&mut self, spec: &'a [Stmt], depth: u32) {
        for stmt in spec {
            if self.is_off(stmt.span) {
                continue;
            }
            let outcome = match &stmt.plain().kind {
                StmtKind::Attributes { entities, .. } => self.untyped(stmt.span, entities),
                StmtKind::Include(name) if depth < DEEPEST => {
                    let file = self.index.files()[self.scope.unit().file];
                    self.dimensioned_variables(file.included(name), depth + 1);
                    Ok(())
                }
                _ => Ok(()),
            };
            self.note(outcome);
        }
    }

    fn untyped(&mut self, span: Span, entities: &'a [Entity]) -> Result<()> {
        for entity in entities.iter().filter(|entity| entity.dims.is_some()) {
            let used = self.index.names(self.scope.unit()).contains(&entity.name.key);
            if used && let Some(variable) = self.local(&entity.name.key).filter(|variable| !variable.is_typed) {
                let lines = self.variable_lines(&identifier(&entity.name.key), &variable, entity, span)?;
                lines.iter().for_each(|line| self.out.line(line));
            }
        }
        Ok(())
    }

    /// Declares what the body names without a declaration, by its first letter.
    pub(crate) fn implicit_variables(&mut self, names: impl Iterator<Item = smol_str::SmolStr>) {
        for name in names {
            let Some(symbol) = self.scope.lookup(&name) else { continue };
            let SymbolKind::Variable(variable) = symbol.kind else { continue };
            if variable.declared.key.is_empty() && symbol.owner.as_ref() == Some(self.scope.unit()) {
                let ty = super::cpp::spelled(&variable.ty);
                self.out.line(format!("{ty} {};", identifier(&name)));
            }
        }
    }
}

/// Where the procedure that is translated is declared.
fn unit_head(body: &Body<'_, '_>) -> Span {
    body.index.unit(body.scope.unit()).head
}

//! Intrinsic functions of scalars (Fortran 2018, clause 16.9) in C++.

use super::body::Body;
use super::cpp::{Cpp, Result, identifier, level, spelled, unsupported};
use super::expression::{complex_of, narrow};
use super::procedure::data_name;
use crate::ast::{Arg, Expr, ExprKind};
use crate::launcher::deferred;
use crate::sema::{Type, mixed};

/// Functions of reals with one or two arguments: the name in Fortran and in C (for `double`), and whether gpufort.hpp has it for
/// complex numbers.
const REAL: &[(&str, &str, bool)] = &[
    ("acos", "acos", false),
    ("acosh", "acosh", false),
    ("aint", "trunc", false),
    ("anint", "round", false),
    ("asin", "asin", false),
    ("asinh", "asinh", false),
    ("atan", "atan", false),
    ("atan2", "atan2", false),
    ("atanh", "atanh", false),
    ("bessel_j0", "j0", false),
    ("bessel_j1", "j1", false),
    ("bessel_y0", "y0", false),
    ("bessel_y1", "y1", false),
    ("cos", "cos", true),
    ("cosh", "cosh", true),
    ("erf", "erf", false),
    ("erfc", "erfc", false),
    ("exp", "exp", true),
    ("gamma", "tgamma", false),
    ("hypot", "hypot", false),
    ("log", "log", true),
    ("log10", "log10", false),
    ("log_gamma", "lgamma", false),
    ("rsqrt", "rsqrt", false),
    ("sin", "sin", true),
    ("sinh", "sinh", true),
    ("sqrt", "sqrt", true),
    ("tan", "tan", false),
    ("tanh", "tanh", false),
];

/// Names for one type, and the generic name that says the same, their arguments having that type.
const SPECIFIC: &[(&str, &str)] = &[
    ("alog", "log"),
    ("alog10", "log10"),
    ("amax1", "max"),
    ("amin1", "min"),
    ("amod", "mod"),
    ("and", "iand"),
    ("cabs", "abs"),
    ("ccos", "cos"),
    ("cdabs", "abs"),
    ("cdcos", "cos"),
    ("cdexp", "exp"),
    ("cdlog", "log"),
    ("cdsin", "sin"),
    ("cdsqrt", "sqrt"),
    ("cexp", "exp"),
    ("clog", "log"),
    ("csin", "sin"),
    ("csqrt", "sqrt"),
    ("dabs", "abs"),
    ("dacos", "acos"),
    ("dacosh", "acosh"),
    ("dasin", "asin"),
    ("dasinh", "asinh"),
    ("datan", "atan"),
    ("datan2", "atan2"),
    ("datanh", "atanh"),
    ("dconjg", "conjg"),
    ("dcos", "cos"),
    ("dcosh", "cosh"),
    ("ddim", "dim"),
    ("derf", "erf"),
    ("derfc", "erfc"),
    ("dexp", "exp"),
    ("dfloat", "dble"),
    ("dgamma", "gamma"),
    ("dimag", "aimag"),
    ("dint", "aint"),
    ("dlgama", "log_gamma"),
    ("dlog", "log"),
    ("dlog10", "log10"),
    ("dmax1", "max"),
    ("dmin1", "min"),
    ("dmod", "mod"),
    ("dnint", "anint"),
    ("dreal", "dble"),
    ("dsign", "sign"),
    ("dsin", "sin"),
    ("dsinh", "sinh"),
    ("dsqrt", "sqrt"),
    ("dtan", "tan"),
    ("dtanh", "tanh"),
    ("float", "real"),
    ("iabs", "abs"),
    ("idim", "dim"),
    ("idint", "int"),
    ("idnint", "nint"),
    ("ifix", "int"),
    ("imag", "aimag"),
    ("isign", "sign"),
    ("lshift", "shiftl"),
    ("max0", "max"),
    ("min0", "min"),
    ("or", "ior"),
    ("rshift", "shifta"),
    ("sngl", "real"),
    ("xor", "ieor"),
    ("zabs", "abs"),
    ("zcos", "cos"),
    ("zexp", "exp"),
    ("zlog", "log"),
    ("zsin", "sin"),
    ("zsqrt", "sqrt"),
];

/// Functions of gpufort.hpp that give their first argument's type; those after it are integers.
const BITS: &[&str] = &["ishft", "ishftc", "ibits", "ibset", "ibclr", "shiftl", "shiftr", "shifta"];
/// Functions of gpufort.hpp whose arguments have one type, which is the result's.
const SAME: &[&str] = &["max", "min", "modulo", "dim", "merge_bits"];

/// The argument at `position` or with `keyword`.
pub(crate) fn argument<'e>(args: &'e [Arg], position: usize, keyword: &str) -> Option<&'e Expr> {
    let named = args.iter().find(|arg| arg.keyword.as_ref().is_some_and(|name| name.key == keyword));
    named.or_else(|| args.get(position).filter(|arg| arg.keyword.is_none())).and_then(Arg::expr)
}

impl<'t, 'a> Body<'t, 'a> {
    /// A call of the intrinsic function `name`.
    pub(crate) fn intrinsic(&mut self, expr: &'a Expr, name: &str, args: &'a [Arg]) -> Result<Cpp> {
        let name = SPECIFIC.iter().find(|(specific, _)| *specific == name).map_or(name, |(_, generic)| generic);
        if name == "present" {
            return self.present(expr, args);
        }
        if let Some(result) = self.of_arrays(expr, name, args) {
            return result;
        }
        if let Some(result) = self.conversion(expr, name, args) {
            return result;
        }
        let values = args
            .iter()
            .map(|arg| match arg.expr() {
                Some(value) => self.value(value),
                None => unsupported(arg.span, "this argument"),
            })
            .collect::<Result<Vec<_>>>()?;
        self.elemental(expr, name, values)
    }

    /// `present(a)`: an argument that is not there has no address.
    fn present(&mut self, expr: &'a Expr, args: &'a [Arg]) -> Result<Cpp> {
        let optional = args.first().and_then(Arg::expr).and_then(|arg| match &arg.kind {
            ExprKind::Name(name) => Some((identifier(name), self.scope.variable(arg).filter(|variable| variable.optional)?)),
            _ => None,
        });
        let Some((name, variable)) = optional else { return unsupported(expr.span, "`present` of what is not optional") };
        let address = match variable.dims {
            Some(dims) if deferred(dims) => format!("{name}.data"),
            Some(_) => data_name(&name),
            None => name,
        };
        let truth = Type::Logical(self.index.default_kinds().integer);
        Ok(Cpp::new(format!("{address} != nullptr"), level::EQUAL, truth))
    }

    /// Functions that change the type of their argument.
    fn conversion(&mut self, expr: &'a Expr, name: &str, args: &'a [Arg]) -> Option<Result<Cpp>> {
        let kinds = self.index.default_kinds();
        let kind = |default: u8, position: usize| {
            let value =
                argument(args, position, "kind").and_then(|kind| self.scope.constant(kind)).and_then(|value| value.integer());
            value.and_then(|value| u8::try_from(value).ok()).unwrap_or(default)
        };
        let (ty, rounded) = match name {
            "real" => (Type::Real(kind(0, 1)), ""),
            "dble" => (Type::Real(8), ""),
            "int" => (Type::Integer(kind(kinds.integer, 1)), ""),
            "nint" => (Type::Integer(kind(kinds.integer, 1)), "round"),
            "floor" => (Type::Integer(kind(kinds.integer, 1)), "floor"),
            "ceiling" => (Type::Integer(kind(kinds.integer, 1)), "ceil"),
            "logical" => (Type::Logical(kind(kinds.integer, 1)), ""),
            "cmplx" => (Type::Complex(kind(kinds.real, 2)), ""),
            "dcmplx" => (Type::Complex(8), ""),
            _ => return None,
        };
        let Some(first) = args.first().and_then(Arg::expr) else { return Some(unsupported(expr.span, format!("`{name}`"))) };
        Some(self.converted(first, args, ty, rounded))
    }

    fn converted(&mut self, first: &'a Expr, args: &'a [Arg], ty: Type, rounded: &str) -> Result<Cpp> {
        let value = self.value(first)?;
        let ty = match (&ty, &value.ty) {
            // `real(z)` has the kind of a complex argument, else the default one.
            (Type::Real(0), Type::Complex(kind)) => Type::Real(*kind),
            (Type::Real(0), _) => Type::Real(self.index.default_kinds().real),
            _ => ty,
        };
        if let Type::Complex(kind) = ty {
            if matches!(value.ty, Type::Complex(_)) {
                return Ok(value.cast(&ty));
            }
            let im = match argument(args, 1, "y") {
                Some(im) => self.value(im)?,
                None => Cpp::atom("0", Type::Integer(4)),
            };
            return Ok(complex_of(value, im, kind));
        }
        if matches!(first.kind, ExprKind::Boz { .. }) {
            return match ty {
                Type::Real(_) => Ok(Cpp::atom(format!("gpufort::transfer<{}>({})", spelled(&ty), value.text), ty)),
                _ => Ok(Cpp::atom(format!("{}({})", spelled(&ty), value.text), ty)),
            };
        }
        if rounded.is_empty() || matches!(value.ty, Type::Integer(_)) {
            return Ok(value.cast(&ty));
        }
        let suffix = if value.ty == Type::Real(4) { "f" } else { "" };
        Ok(Cpp::atom(format!("{}({rounded}{suffix}({}))", spelled(&ty), value.text), ty))
    }

    fn elemental(&mut self, expr: &'a Expr, name: &str, values: Vec<Cpp>) -> Result<Cpp> {
        let Some(first) = values.first().cloned() else { return unsupported(expr.span, format!("`{name}` in device code")) };
        let integer = Type::Integer(self.index.default_kinds().integer);
        let truth = Type::Logical(self.index.default_kinds().integer);
        let texts = |values: &[Cpp]| values.iter().map(|value| value.text.clone()).collect::<Vec<_>>().join(", ");
        if let Some(result) = self.real_function(name, &values) {
            return result.map_or_else(|| unsupported(expr.span, format!("`{name}` of this type")), Ok);
        }
        if SAME.contains(&name) {
            let ty = common(&values).filter(|ty| !matches!(ty, Type::Complex(_)));
            let Some(ty) = ty else { return unsupported(expr.span, format!("`{name}` of these types")) };
            let values: Vec<_> = values.into_iter().map(|value| value.cast(&ty)).collect();
            return Ok(Cpp::atom(format!("gpufort::{name}({})", texts(&values)), ty));
        }
        if BITS.contains(&name) {
            return Ok(Cpp::atom(format!("gpufort::{name}({})", texts(&values)), first.ty));
        }
        match (name, values.as_slice()) {
            ("abs", [value]) => Ok(absolute(value)),
            ("sign", [a, b]) => sign(expr, a, b),
            ("mod", [a, b]) => remainder(expr, a, b),
            ("iand", [a, b]) => bitwise(expr, a, b, "&", level::BIT_AND),
            ("ieor", [a, b]) => bitwise(expr, a, b, "^", level::BIT_XOR),
            ("ior", [a, b]) => bitwise(expr, a, b, "|", level::BIT_OR),
            ("not", [a]) => Ok(narrow(Cpp::new(format!("~{}", a.within(level::UNARY)), level::UNARY, a.ty.clone()))),
            ("btest", [_, _]) => Ok(Cpp::atom(format!("gpufort::btest({})", texts(&values)), truth)),
            ("popcnt" | "poppar" | "leadz" | "trailz", [_]) => {
                Ok(Cpp::atom(format!("gpufort::{name}({})", texts(&values)), Type::Integer(4)).cast(&integer))
            }
            ("merge", [a, b, mask]) => {
                let ty = mixed(&a.ty, &b.ty).unwrap_or(a.ty.clone());
                let text = format!("{} ? {} : {}", mask.within(level::OR), a.within(level::OR), b.within(level::OR));
                Ok(Cpp::new(text, level::CHOICE, ty))
            }
            ("conjg", [z]) => Ok(Cpp::atom(format!("gpufort::conjg({})", z.text), z.ty.clone())),
            ("aimag", [z]) => match z.ty {
                Type::Complex(kind) => Ok(Cpp::atom(format!("{}.im", z.within(level::ATOM)), Type::Real(kind))),
                _ => unsupported(expr.span, "`aimag` of a number that is not complex"),
            },
            ("dprod", [a, b]) => {
                let (a, b) = (a.clone().cast(&Type::Real(8)), b.clone().cast(&Type::Real(8)));
                Ok(Cpp::new(format!("{} * {}", a.within(level::PRODUCT), b.within(level::UNARY)), level::PRODUCT, Type::Real(8)))
            }
            ("isnan" | "ieee_is_nan", [x]) => Ok(Cpp::atom(format!("std::isnan({})", x.text), truth)),
            ("ieee_is_finite", [x]) => Ok(Cpp::atom(format!("std::isfinite({})", x.text), truth)),
            ("ichar" | "iachar", [x]) => Ok(Cpp::atom(format!("int((unsigned char)({}))", x.text), integer)),
            ("char" | "achar", [x, ..]) => Ok(Cpp::atom(format!("char({})", x.text), Type::Character)),
            // Blanks at the end mean nothing where strings are compared or assigned.
            ("trim", [x]) => Ok(x.clone()),
            ("len_trim", [x]) => Ok(Cpp::atom(format!("gpufort::len_trim({})", x.text), integer)),
            ("len", [x]) => Ok(Cpp::atom(format!("int(gpufort::view({}).size)", x.text), integer)),
            ("scale", [x, n]) => {
                let name = if x.ty == Type::Real(4) { "ldexpf" } else { "ldexp" };
                Ok(Cpp::atom(format!("{name}({}, {})", x.text, n.text), x.ty.clone()))
            }
            ("transfer", [source, mold]) => {
                let ty = self.spell(&mold.ty, expr.span)?;
                Ok(Cpp::atom(format!("gpufort::transfer<{ty}>({})", source.text), mold.ty.clone()))
            }
            _ => unsupported(expr.span, format!("`{name}` in device code")),
        }
    }

    /// Functions that C has too; `None` for other names, `Some(None)` where the type does not fit.
    fn real_function(&self, name: &str, values: &[Cpp]) -> Option<Option<Cpp>> {
        let (_, c, complex) = REAL.iter().find(|(fortran, ..)| *fortran == name)?;
        let ty = common(values)?;
        let values: Vec<_> = values.iter().map(|value| value.clone().cast(&ty).text).collect();
        let c = if name == "atan" && values.len() == 2 { "atan2" } else { c };
        let values = values.join(", ");
        Some(match ty {
            Type::Complex(_) if *complex => Some(Cpp::atom(format!("gpufort::{c}({values})"), ty)),
            Type::Real(4) => Some(Cpp::atom(format!("{c}f({values})"), ty)),
            Type::Real(8) => Some(Cpp::atom(format!("{c}({values})"), ty)),
            Type::Real(2) => Some(Cpp::atom(format!("_Float16({c}f({values}))"), ty)),
            _ => None,
        })
    }
}

/// The type that arithmetic between all of them has.
fn common(values: &[Cpp]) -> Option<Type> {
    let mut types = values.iter().map(|value| value.ty.clone());
    let first = types.next()?;
    types.try_fold(first, |one, next| mixed(&one, &next))
}

fn absolute(value: &Cpp) -> Cpp {
    let (name, ty) = match value.ty {
        Type::Real(4) => ("fabsf", value.ty.clone()),
        Type::Real(8) => ("fabs", value.ty.clone()),
        Type::Complex(kind) => ("gpufort::abs", Type::Real(kind)),
        _ => ("gpufort::abs", value.ty.clone()),
    };
    Cpp::atom(format!("{name}({})", value.text), ty)
}

fn sign(expr: &Expr, a: &Cpp, b: &Cpp) -> Result<Cpp> {
    let Some(ty) = mixed(&a.ty, &b.ty) else { return unsupported(expr.span, "`sign` of these types") };
    let name = match ty {
        Type::Real(4) => "copysignf",
        Type::Real(8) => "copysign",
        _ => "gpufort::sign",
    };
    Ok(Cpp::atom(format!("{name}({}, {})", a.clone().cast(&ty).text, b.clone().cast(&ty).text), ty))
}

fn remainder(expr: &Expr, a: &Cpp, b: &Cpp) -> Result<Cpp> {
    match mixed(&a.ty, &b.ty) {
        Some(ty @ Type::Integer(_)) => {
            Ok(narrow(Cpp::new(format!("{} % {}", a.within(level::PRODUCT), b.within(level::UNARY)), level::PRODUCT, ty)))
        }
        Some(ty @ Type::Real(kind)) => {
            let name = if kind == 4 { "fmodf" } else { "fmod" };
            Ok(Cpp::atom(format!("{name}({}, {})", a.clone().cast(&ty).text, b.clone().cast(&ty).text), ty))
        }
        _ => unsupported(expr.span, "`mod` of these types"),
    }
}

fn bitwise(expr: &Expr, a: &Cpp, b: &Cpp, op: &str, level: u8) -> Result<Cpp> {
    let Some(ty @ Type::Integer(_)) = mixed(&a.ty, &b.ty) else {
        return unsupported(expr.span, "bits of what is not an integer");
    };
    // Compilers ask for parentheses where bit operators meet others.
    let side = |value: &Cpp| if value.level == level { value.text.clone() } else { value.within(self::level::UNARY) };
    Ok(narrow(Cpp::new(format!("{} {op} {}", side(a), side(b)), level, ty)))
}

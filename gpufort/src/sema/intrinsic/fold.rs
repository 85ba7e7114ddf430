//! The value of an intrinsic function whose arguments are constants.

use crate::sema::Value;

/// The value of a call of an intrinsic whose arguments are constants.
pub(in crate::sema) fn arithmetic(name: &str, values: &[Value]) -> Option<Value> {
    let integers = || values.iter().map(Value::integer).collect::<Option<Vec<_>>>();
    let all_integers = values.iter().all(|value| value.integer().is_some());
    let number = || values.first()?.number();
    Some(match name {
        "int" => Value::Integer(number()?.trunc() as i128).exact(values.first()?),
        "nint" => Value::Integer(number()?.round() as i128).exact(values.first()?),
        "floor" => Value::Integer(number()?.floor() as i128).exact(values.first()?),
        "ceiling" => Value::Integer(number()?.ceil() as i128).exact(values.first()?),
        "real" | "dble" | "float" | "dfloat" => Value::Real(number()?),
        "sqrt" => Value::Real(number()?.sqrt()),
        "exp" => Value::Real(number()?.exp()),
        "log" => Value::Real(number()?.ln()),
        "sin" => Value::Real(number()?.sin()),
        "cos" => Value::Real(number()?.cos()),
        "atan" if values.len() == 1 => Value::Real(number()?.atan()),
        "acos" => Value::Real(number()?.acos()),
        "abs" if all_integers => Value::Integer(integers()?.first()?.checked_abs()?),
        "abs" => Value::Real(number()?.abs()),
        "max" if all_integers => Value::Integer(*integers()?.iter().max()?),
        "min" if all_integers => Value::Integer(*integers()?.iter().min()?),
        "mod" if all_integers => Value::Integer(integers()?.first()?.checked_rem(*integers()?.get(1)?)?),
        "modulo" if all_integers => {
            let (left, right) = (*integers()?.first()?, *integers()?.get(1)?);
            let rest = left.checked_rem(right)?;
            Value::Integer(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
        "ishft" | "shiftl" => {
            let (value, by) = (*integers()?.first()?, *integers()?.get(1)?);
            match u32::try_from(by) {
                Ok(by) => Value::Integer(value.checked_shl(by.min(127))?),
                Err(_) => Value::Integer(value >> u32::try_from(-by).ok()?.min(127)),
            }
        }
        "iand" => Value::Integer(integers()?.into_iter().reduce(|one, next| one & next)?),
        "ior" => Value::Integer(integers()?.into_iter().reduce(|one, next| one | next)?),
        "ieor" => Value::Integer(integers()?.into_iter().reduce(|one, next| one ^ next)?),
        _ => return None,
    })
}

impl Value {
    /// `self`, but an integer argument unrounded.
    fn exact(self, argument: &Self) -> Self {
        argument.integer().map_or(self, Self::Integer)
    }
}

//! One parameter of a call -> what is done before and after it, and what HIP gets.

use std::fmt::Write as _;

use super::names::{self, Context, Side, qualified};
use super::{Conversions, records, tables};
use crate::c_type::CType;
use crate::convert::Conversion;
use crate::plan::PlannedSymbol;

/// What is done about one parameter.
pub(crate) struct Step<'a> {
    pub(crate) entry: &'a PlannedSymbol,
    pub(crate) name: &'a str,
    pub(crate) kind: &'a CType,
    pub(crate) hip: Option<&'a CType>,
    pub(crate) context: &'a Context<'a>,
}

impl Step<'_> {
    /// What is passed to HIP, and its type, if anything is; code before and after the call.
    pub(crate) fn write(
        &self,
        conversion: &Conversion,
        before: &mut String,
        after: &mut String,
        all: &mut Conversions,
    ) -> Option<(String, String)> {
        let (name, context) = (self.name, self.context);
        let own = qualified(self.kind, Side::Cuda, context, context.sides.version);
        let unknown = format!("else {{ return ENTRY.no_counterpart({name:?}, true) }}");
        Some(match conversion {
            Conversion::Dropped => {
                let _ = writeln!(before, "            if a_{name} as u64 != 0 {{ return ENTRY.no_counterpart({name:?}, true) }}");
                return None;
            }
            Conversion::Ignored => return None,
            // The last two are of fields alone.
            Conversion::Same | Conversion::Extent | Conversion::Bits => (format!("a_{name}"), own),
            Conversion::Cast => {
                let kind = self.hip.map_or(own, |hip| qualified(hip, Side::Hip, context, 6));
                (format!("a_{name} as {kind}"), kind)
            }
            Conversion::Enumeration { cuda, hip } => {
                let table = tables::enumeration(cuda, hip, context.family, context.sides, all);
                let _ = writeln!(
                    before,
                    "            let Some(h_{name}) = {table}.to_hip(a_{name}) else {{ return ENTRY.no_counterpart({name:?}, {table}.knows(a_{name})) }};"
                );
                (format!("h_{name}"), "i32".to_owned())
            }
            Conversion::Record { cuda, hip } => {
                let (forth, _) = records::conversion(cuda, hip, context.family, context.sides, all);
                let _ = writeln!(before, "            let Some(h_{name}) = {forth}(&a_{name}) {unknown};");
                (format!("h_{name}"), format!("{}::hip::{}", context.family.name, names::record(hip, context.sides.hip, 6)))
            }
            Conversion::Pointer(inner) => self.pointer(inner, before, after, all),
        })
    }

    /// A value that a pointer leads to is converted on its way in where it is `const`, on its way out where it is not.
    fn pointer(&self, inner: &Conversion, before: &mut String, after: &mut String, all: &mut Conversions) -> (String, String) {
        let (name, context) = (self.name, self.context);
        let (ours, theirs, forth, back) = match inner {
            Conversion::Enumeration { cuda, hip } => {
                let table = tables::enumeration(cuda, hip, context.family, context.sides, all);
                (
                    "i32".to_owned(),
                    "i32".to_owned(),
                    format!("{table}.to_hip(*a_{name}.cast::<i32>())"),
                    format!("{table}.to_cuda(h_{name})"),
                )
            }
            Conversion::Record { cuda, hip } => {
                let (forth, back) = records::conversion(cuda, hip, context.family, context.sides, all);
                let ours =
                    format!("{}::cuda::{}", context.family.name, names::record(cuda, context.sides.cuda, context.sides.version));
                let theirs = format!("{}::hip::{}", context.family.name, names::record(hip, context.sides.hip, 6));
                let call = format!("{forth}(&*a_{name}.cast::<{ours}>())");
                (ours, theirs, call, format!("{back}(&h_{name})"))
            }
            other => unreachable!("a pointer to {other:?} is refused when plans are made"),
        };
        if let Some(count) = context.family.count_of(&self.entry.symbol, name) {
            let one = forth.replace(&format!("a_{name}.cast"), "element.cast");
            let _ = writeln!(
                before,
                "            let mut h_{name}: Vec<{theirs}> = Vec::new();\n            \
                 for at in 0..if a_{name}.is_null() {{ 0 }} else {{ a_{count} as usize }} {{\n                \
                 let element = a_{name}.cast::<{ours}>().add(at);\n                \
                 let Some(value) = {one} else {{ return ENTRY.no_counterpart({name:?}, true) }};\n                \
                 h_{name}.push(value);\n            }}"
            );
            let pointer =
                format!("if a_{name}.is_null() {{ std::ptr::null_mut() }} else {{ h_{name}.as_mut_ptr().cast::<c_void>() }}");
            return (pointer, "*mut c_void".to_owned());
        }
        let reads = self.kind.constant || context.family.reads_and_writes(&self.entry.symbol, name);
        let _ = writeln!(before, "            let mut h_{name}: {theirs} = std::mem::zeroed();");
        if reads {
            let _ = writeln!(
                before,
                "            if !a_{name}.is_null() {{\n                let Some(value) = {forth} else {{ return ENTRY.no_counterpart({name:?}, true) }};\n                h_{name} = value;\n            }}"
            );
        }
        if !self.kind.constant {
            let _ = writeln!(after, "                if !a_{name}.is_null() {{ *a_{name}.cast::<{ours}>() = {back}; }}");
        }
        let pointer = format!("if a_{name}.is_null() {{ std::ptr::null_mut() }} else {{ (&raw mut h_{name}).cast::<c_void>() }}");
        (pointer, "*mut c_void".to_owned())
    }
}

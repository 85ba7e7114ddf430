//! A C text that includes headers -> the functions, enumerations, records and number macros that they declare, through libclang.
// clang-sys keeps the names of the C headers.
#![allow(non_upper_case_globals)]

use std::ffi::{CString, c_char, c_int};
use std::ptr;

use clang_sys::*;
use hipify_rules::clang::{c_string, errors_of, string};

/// A function's result and parameters, types in C's canonical spelling.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) result: String,
    /// Type and name.
    pub(crate) parameters: Vec<(String, String)>,
}

/// Names and values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Enumeration {
    pub(crate) name: String,
    pub(crate) values: Vec<(String, i64)>,
}

/// A struct or union.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) union: bool,
    /// Bytes.
    pub(crate) size: i64,
    pub(crate) align: i64,
    pub(crate) fields: Vec<Field>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// Bytes.
    pub(crate) offset: i64,
    pub(crate) kind: String,
}

/// What one unit declares.
#[derive(Default, Debug)]
pub(crate) struct Unit {
    pub(crate) functions: Vec<Function>,
    pub(crate) enumerations: Vec<Enumeration>,
    pub(crate) records: Vec<Record>,
    /// Functions and the versions of CUDA in the names of their pointer types, as in `PFN_cuMemAlloc_v3020`.
    pub(crate) introduced: Vec<(String, u32)>,
    /// Macros that are one integer.
    pub(crate) numbers: Vec<(String, i64)>,
    pub(crate) errors: Vec<String>,
}

struct Visit {
    unit: CXTranslationUnit,
    found: Unit,
}

/// Parses `source` as C.
pub(crate) fn parse(source: &str, args: &[String]) -> Result<Unit, String> {
    load().map_err(|e| format!("cannot load libclang: {e}; install libclang-19-dev or set LIBCLANG_PATH"))?;
    let name = c_string("unit.c")?;
    let text = c_string(source)?;
    let args: Vec<CString> = args.iter().map(|a| c_string(a)).collect::<Result<_, _>>()?;
    let pointers: Vec<*const c_char> = args.iter().map(|a| a.as_ptr()).collect();
    let mut file = CXUnsavedFile { Filename: name.as_ptr(), Contents: text.as_ptr(), Length: source.len() as _ };
    let options =
        CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_KeepGoing;
    let count = c_int::try_from(pointers.len()).map_err(|_| "too many compiler options".to_owned())?;
    let mut unit = ptr::null_mut();
    // SAFETY: libclang is loaded; every pointer is to a live C string or array of this frame, with its true length; the unit
    // is used between its making and its disposal only, and the visitor's data outlives the visit.
    unsafe {
        let index = clang_createIndex(0, 0);
        let code =
            clang_parseTranslationUnit2(index, name.as_ptr(), pointers.as_ptr(), count, &raw mut file, 1, options, &raw mut unit);
        if code != CXError_Success || unit.is_null() {
            return Err(format!("libclang gives error {code} for a unit of `{}`", source.trim()));
        }
        let mut visited = Visit { unit, found: Unit::default() };
        clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, (&raw mut visited).cast());
        visited.found.errors = errors_of(unit);
        clang_disposeTranslationUnit(unit);
        clang_disposeIndex(index);
        Ok(visited.found)
    }
}

extern "C" fn visit(cursor: CXCursor, _: CXCursor, data: CXClientData) -> CXChildVisitResult {
    // SAFETY: `parse` passes a pointer to a live `Visit`; libclang hands over valid cursors of its unit.
    unsafe {
        let visit = &mut *data.cast::<Visit>();
        match clang_getCursorKind(cursor) {
            CXCursor_FunctionDecl => visit.found.functions.push(function(cursor)),
            CXCursor_EnumDecl => visit.found.enumerations.push(enumeration(cursor)),
            CXCursor_StructDecl | CXCursor_UnionDecl => {
                record(clang_getCursorType(cursor), None, &mut visit.found.records);
                return CXChildVisit_Recurse;
            }
            // `typedef struct { ... } X` has its name here.
            CXCursor_TypedefDecl => {
                record(clang_getTypedefDeclUnderlyingType(cursor), None, &mut visit.found.records);
                visit.found.introduced.extend(introduced(&string(clang_getCursorSpelling(cursor))));
            }
            CXCursor_MacroDefinition => visit.found.numbers.extend(number(visit.unit, cursor)),
            _ => {}
        }
    }
    CXChildVisit_Continue
}

/// # Safety
/// `cursor` is a function declaration of a live translation unit.
unsafe fn function(cursor: CXCursor) -> Function {
    // SAFETY: the cursor is of a live unit; arguments are asked for within their count.
    unsafe {
        let count = clang_Cursor_getNumArguments(cursor).max(0).cast_unsigned();
        let parameter = |number| {
            let argument = clang_Cursor_getArgument(cursor, number);
            let name = string(clang_getCursorSpelling(argument));
            let name = if name.is_empty() { format!("argument{number}") } else { name };
            (kind(clang_getCursorType(argument)), name)
        };
        let mut parameters: Vec<_> = (0..count).map(parameter).collect();
        if clang_Cursor_isVariadic(cursor) != 0 {
            parameters.push(("...".to_owned(), "rest".to_owned()));
        }
        Function { name: string(clang_getCursorSpelling(cursor)), result: kind(clang_getCursorResultType(cursor)), parameters }
    }
}

/// # Safety
/// `cursor` is an enumeration of a live translation unit.
unsafe fn enumeration(cursor: CXCursor) -> Enumeration {
    extern "C" fn constant(cursor: CXCursor, _: CXCursor, data: CXClientData) -> CXChildVisitResult {
        // SAFETY: the caller passes a pointer to live values; the cursor is valid during the call.
        unsafe {
            if clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl {
                let values = &mut *data.cast::<Vec<(String, i64)>>();
                values.push((string(clang_getCursorSpelling(cursor)), clang_getEnumConstantDeclValue(cursor)));
            }
        }
        CXChildVisit_Continue
    }
    let mut values: Vec<(String, i64)> = Vec::new();
    // SAFETY: the cursor is of a live unit; `values` outlives the visit.
    unsafe {
        clang_visitChildren(cursor, constant, (&raw mut values).cast());
        Enumeration { name: kind(clang_getCursorType(cursor)).replace("enum ", ""), values }
    }
}

/// Adds a complete record and the unnamed ones in it; gives its name. One with bit-fields is told as its bytes.
///
/// # Safety
/// `of` is a type of a live translation unit.
unsafe fn record(of: CXType, name: Option<String>, all: &mut Vec<Record>) -> Option<String> {
    extern "C" fn field(cursor: CXCursor, data: CXClientData) -> CXVisitorResult {
        // SAFETY: the caller passes a pointer to live cursors.
        unsafe { (*data.cast::<Vec<CXCursor>>()).push(cursor) };
        CXVisit_Continue
    }
    let mut cursors: Vec<CXCursor> = Vec::new();
    // SAFETY: the type is of a live unit; `cursors` outlives the visit, its cursors live as long as the unit.
    unsafe {
        let of = clang_getCanonicalType(of);
        let size = clang_Type_getSizeOf(of);
        if of.kind != CXType_Record || size < 0 {
            return None;
        }
        let spelled = kind(of);
        let union = clang_getCursorKind(clang_getTypeDeclaration(of)) == CXCursor_UnionDecl;
        let name = match name {
            Some(name) => name,
            // Told by what holds it.
            None if spelled.contains("(unnamed") || spelled.contains("(anonymous") => return None,
            None => bare(&spelled).to_owned(),
        };
        clang_Type_visitFields(of, field, (&raw mut cursors).cast());
        if cursors.iter().any(|&cursor| clang_Cursor_isBitField(cursor) != 0) {
            let fields = vec![Field { name: "bits".to_owned(), offset: 0, kind: format!("unsigned char[{size}]") }];
            all.push(Record { name: name.clone(), union, size, align: clang_Type_getAlignOf(of), fields });
            return Some(name);
        }
        let fields = cursors.iter().enumerate().map(|(number, &cursor)| field_of(&name, number, cursor, all)).collect();
        all.push(Record { name: name.clone(), union, size, align: clang_Type_getAlignOf(of), fields });
        Some(name)
    }
}

/// # Safety
/// `cursor` is a field of a live translation unit.
unsafe fn field_of(parent: &str, number: usize, cursor: CXCursor, all: &mut Vec<Record>) -> Field {
    // SAFETY: the cursor is of a live unit.
    unsafe {
        let name = string(clang_getCursorSpelling(cursor));
        let name = if name.is_empty() || name.contains('(') { format!("unnamed{number}") } else { name };
        let of = clang_getCursorType(cursor);
        let mut spelled = kind(of);
        if spelled.contains("(unnamed") || spelled.contains("(anonymous") {
            let inner = record(of, Some(format!("{parent}.{name}")), all);
            spelled = inner.unwrap_or_else(|| "int".to_owned());
        }
        Field { name, offset: clang_Cursor_getOffsetOfField(cursor) / 8, kind: spelled }
    }
}

/// The canonical spelling; qualifiers other than `const` of what is pointed to do not matter to callers.
///
/// # Safety
/// `of` is a type of a live translation unit.
unsafe fn kind(of: CXType) -> String {
    // SAFETY: the type is of a live unit.
    let text = unsafe { string(clang_getTypeSpelling(clang_getCanonicalType(of))) };
    let text = text.replace("volatile ", "").replace("__restrict", "").replace("restrict", "");
    // A union or struct at a place in a header keeps that mark for `record`.
    if text.contains('(') && text.contains(" at ") {
        return text;
    }
    text.replace("*const", "*").replace("* *", "**").replace("* *", "**").trim().to_owned()
}

fn bare(spelled: &str) -> &str {
    spelled.trim_start_matches("const ").trim_start_matches("struct ").trim_start_matches("union ")
}

/// A macro of one integer, with or without parentheses and a minus.
///
/// # Safety
/// `cursor` is a macro of `unit`, which is live.
unsafe fn number(unit: CXTranslationUnit, cursor: CXCursor) -> Option<(String, i64)> {
    // SAFETY: the cursor is of the live unit; the tokens are disposed of after use.
    unsafe {
        if clang_Cursor_isMacroFunctionLike(cursor) != 0 || clang_Cursor_isMacroBuiltin(cursor) != 0 {
            return None;
        }
        let mut tokens = ptr::null_mut();
        let mut count = 0;
        clang_tokenize(unit, clang_getCursorExtent(cursor), &raw mut tokens, &raw mut count);
        let words: Vec<String> = (1..count).map(|at| string(clang_getTokenSpelling(unit, *tokens.add(at as usize)))).collect();
        clang_disposeTokens(unit, tokens, count);
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "(" && *word != ")").collect();
        let value = match words[..] {
            [word] => integer(word)?,
            ["-", word] => -integer(word)?,
            _ => return None,
        };
        Some((string(clang_getCursorSpelling(cursor)), value))
    }
}

/// `PFN_cuMemAlloc_v3020` -> `cuMemAlloc`, 3020. Variants for the thread's own stream came later than what they vary, and have
/// another ending.
fn introduced(typedef: &str) -> Option<(String, u32)> {
    let (name, version) = typedef.strip_prefix("PFN_")?.rsplit_once("_v")?;
    Some((name.to_owned(), version.parse().ok()?))
}

fn integer(word: &str) -> Option<i64> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok().map(u64::cast_signed),
        None => digits.parse().ok(),
    }
}

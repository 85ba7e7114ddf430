//! Headers -> declarations, through libclang. The only file of this crate that calls foreign code.
#![allow(unsafe_code)]
// clang-sys keeps the names of the C headers.
#![allow(non_upper_case_globals)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;

use clang_sys::*;

use crate::decl::{Decl, DeclKind, Param};

/// libclang, loaded, and an index to parse into.
pub struct Clang(CXIndex);

/// What the visitor fills.
struct Found {
    unit: CXTranslationUnit,
    decls: Vec<Decl>,
}

impl Clang {
    /// Loads libclang; `LIBCLANG_PATH` names its folder where it stands in none of the usual ones.
    pub fn load() -> Result<Self, String> {
        load().map_err(|e| format!("cannot load libclang: {e}; install libclang-19-dev or set LIBCLANG_PATH"))?;
        // SAFETY: libclang has just been loaded, so the symbol is there; both flags are plain booleans.
        Ok(Self(unsafe { clang_createIndex(0, 0) }))
    }

    /// Every declaration and macro of `source`, a C++ text that includes the headers, compiled with `args`; and the errors.
    pub fn parse(&self, source: &str, args: &[String]) -> Result<(Vec<Decl>, Vec<String>), String> {
        let name = c_string("unit.cpp")?;
        let text = c_string(source)?;
        let args: Vec<CString> = args.iter().map(|a| c_string(a)).collect::<Result<_, _>>()?;
        let pointers: Vec<*const c_char> = args.iter().map(|a| a.as_ptr()).collect();
        let mut file = CXUnsavedFile { Filename: name.as_ptr(), Contents: text.as_ptr(), Length: source.len() as _ };
        let options = CXTranslationUnit_DetailedPreprocessingRecord
            | CXTranslationUnit_SkipFunctionBodies
            | CXTranslationUnit_KeepGoing
            | CXTranslationUnit_Incomplete;
        let mut unit = ptr::null_mut();
        // SAFETY: every pointer is to a live C string or array of this frame, with its true length.
        let code = unsafe {
            clang_parseTranslationUnit2(
                self.0,
                name.as_ptr(),
                pointers.as_ptr(),
                c_int::try_from(pointers.len()).map_err(|_| "too many compiler options".to_owned())?,
                &raw mut file,
                1,
                options,
                &raw mut unit,
            )
        };
        if code != CXError_Success || unit.is_null() {
            return Err(format!("libclang gives error {code} for a unit of `{}`", source.trim()));
        }
        let mut found = Found { unit, decls: Vec::new() };
        // SAFETY: `unit` is valid until disposed of below; the visitor gets a pointer to `found`, which outlives the visit.
        let errors = unsafe {
            clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, (&raw mut found).cast());
            let errors = errors_of(unit);
            clang_disposeTranslationUnit(unit);
            errors
        };
        Ok((found.decls, errors))
    }
}

impl Drop for Clang {
    fn drop(&mut self) {
        // SAFETY: the index was made by `load` and is disposed of once.
        unsafe { clang_disposeIndex(self.0) }
    }
}

/// A text for libclang.
///
/// # Errors
/// Where it holds a zero byte, in words.
pub fn c_string(text: &str) -> Result<CString, String> {
    CString::new(text).map_err(|_| format!("`{text}` holds a zero byte"))
}

extern "C" fn visit(cursor: CXCursor, _: CXCursor, data: CXClientData) -> CXChildVisitResult {
    // SAFETY: `parse` passes a pointer to a live `Found`, and libclang calls back on the same thread only.
    let found = unsafe { &mut *data.cast::<Found>() };
    // SAFETY: libclang hands the visitor a valid cursor of the unit that is being visited.
    let kind = unsafe { clang_getCursorKind(cursor) };
    let what = match kind {
        CXCursor_Namespace => {
            found.push(cursor, DeclKind::Namespace);
            return CXChildVisit_Recurse;
        }
        CXCursor_LinkageSpec | CXCursor_UnexposedDecl => return CXChildVisit_Recurse,
        CXCursor_EnumDecl => {
            found.push(cursor, DeclKind::Type);
            return CXChildVisit_Recurse;
        }
        CXCursor_EnumConstantDecl => DeclKind::EnumValue,
        CXCursor_FunctionDecl | CXCursor_FunctionTemplate => DeclKind::Function,
        CXCursor_StructDecl | CXCursor_UnionDecl | CXCursor_ClassDecl | CXCursor_ClassTemplate => DeclKind::Type,
        CXCursor_TypedefDecl | CXCursor_TypeAliasDecl | CXCursor_TypeAliasTemplateDecl => DeclKind::Type,
        CXCursor_VarDecl => DeclKind::Variable,
        CXCursor_UsingDeclaration | CXCursor_NamespaceAlias => DeclKind::Alias,
        CXCursor_MacroDefinition => DeclKind::Macro,
        _ => return CXChildVisit_Continue,
    };
    found.push(cursor, what);
    CXChildVisit_Continue
}

impl Found {
    fn push(&mut self, cursor: CXCursor, kind: DeclKind) {
        // SAFETY: the cursor belongs to `self.unit`, which lives as long as the visit.
        let decl = unsafe { describe(self.unit, cursor, kind) };
        self.decls.extend(decl);
    }
}

/// # Safety
/// `cursor` must be a valid cursor of the live translation unit `unit`.
unsafe fn describe(unit: CXTranslationUnit, cursor: CXCursor, kind: DeclKind) -> Option<Decl> {
    unsafe {
        let name = string(clang_getCursorSpelling(cursor));
        let file = file_of(cursor);
        if name.is_empty() || name.contains(' ') || (kind == DeclKind::Macro && file.is_empty()) {
            return None;
        }
        let mut decl = Decl { name: scope_of(cursor) + &name, kind, file, ..Decl::default() };
        match kind {
            DeclKind::Function => {
                decl.result = param_of(clang_getCursorResultType(cursor));
                clang_visitChildren(cursor, visit_params, (&raw mut decl).cast());
                decl.device = has_device_attribute(cursor);
            }
            DeclKind::Macro if clang_Cursor_isMacroFunctionLike(cursor) == 0 => decl.alias = macro_alias(unit, cursor),
            DeclKind::Type => decl.canonical = spelling(clang_getCanonicalType(clang_getCursorType(cursor))),
            _ => {}
        }
        Some(decl)
    }
}

extern "C" fn visit_params(cursor: CXCursor, _: CXCursor, data: CXClientData) -> CXChildVisitResult {
    // SAFETY: `describe` passes a pointer to a live `Decl`; the cursor is valid during the call.
    unsafe {
        let decl = &mut *data.cast::<Decl>();
        match clang_getCursorKind(cursor) {
            CXCursor_ParmDecl => decl.params.push(param_of(clang_getCursorType(cursor))),
            CXCursor_TemplateTypeParameter => decl.generic.push(string(clang_getCursorSpelling(cursor))),
            _ => {}
        }
    }
    CXChildVisit_Continue
}

/// # Safety
/// `cursor` must be valid.
unsafe fn has_device_attribute(cursor: CXCursor) -> bool {
    extern "C" fn look(cursor: CXCursor, _: CXCursor, data: CXClientData) -> CXChildVisitResult {
        // SAFETY: the caller passes a pointer to a live `bool`; the cursor is valid during the call.
        unsafe {
            if clang_getCursorKind(cursor) == CXCursor_CUDADeviceAttr {
                *data.cast::<bool>() = true;
            }
        }
        CXChildVisit_Continue
    }
    let mut device = false;
    unsafe { clang_visitChildren(cursor, look, (&raw mut device).cast::<c_void>()) };
    device
}

/// # Safety
/// `kind` must be a type of a live translation unit.
unsafe fn param_of(kind: CXType) -> Param {
    unsafe { Param { written: spelling(kind), canonical: spelling(clang_getCanonicalType(kind)) } }
}

/// # Safety
/// `kind` must be a type of a live translation unit.
unsafe fn spelling(kind: CXType) -> String {
    unsafe { string(clang_getTypeSpelling(kind)) }
}

/// `a::b::` for a declaration in namespace `a::b`; inline namespaces are left out, as a program leaves them out.
///
/// # Safety
/// `cursor` must be valid.
unsafe fn scope_of(cursor: CXCursor) -> String {
    unsafe {
        let mut scope = String::new();
        let mut parent = clang_getCursorSemanticParent(cursor);
        while clang_getCursorKind(parent) == CXCursor_Namespace {
            let name = string(clang_getCursorSpelling(parent));
            if clang_Cursor_isInlineNamespace(parent) == 0 && !name.is_empty() {
                scope = format!("{name}::{scope}");
            }
            parent = clang_getCursorSemanticParent(parent);
        }
        scope
    }
}

/// The one identifier that a macro stands for, as in `#define cuMemAlloc cuMemAlloc_v2`.
///
/// # Safety
/// `cursor` must be a macro definition of the live translation unit `unit`.
unsafe fn macro_alias(unit: CXTranslationUnit, cursor: CXCursor) -> Option<String> {
    unsafe {
        let mut tokens = ptr::null_mut();
        let mut count = 0;
        clang_tokenize(unit, clang_getCursorExtent(cursor), &raw mut tokens, &raw mut count);
        let alias = (count == 2 && clang_getTokenKind(*tokens.add(1)) == CXToken_Identifier)
            .then(|| string(clang_getTokenSpelling(unit, *tokens.add(1))));
        clang_disposeTokens(unit, tokens, count);
        alias
    }
}

/// # Safety
/// `cursor` must be valid.
unsafe fn file_of(cursor: CXCursor) -> String {
    unsafe {
        let mut file = ptr::null_mut();
        let location = clang_getCursorLocation(cursor);
        clang_getFileLocation(location, &raw mut file, ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        if file.is_null() { String::new() } else { string(clang_getFileName(file)) }
    }
}

/// # Safety
/// `unit` must be live.
pub unsafe fn errors_of(unit: CXTranslationUnit) -> Vec<String> {
    unsafe {
        let mut errors = Vec::new();
        for number in 0..clang_getNumDiagnostics(unit) {
            let diagnostic = clang_getDiagnostic(unit, number);
            if clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error {
                errors.push(string(clang_formatDiagnostic(diagnostic, CXDiagnostic_DisplaySourceLocation)));
            }
            clang_disposeDiagnostic(diagnostic);
        }
        errors
    }
}

/// Copies a string of libclang and disposes of it.
///
/// # Safety
/// `text` must come from libclang and not be disposed of already.
pub unsafe fn string(text: CXString) -> String {
    unsafe {
        let pointer = clang_getCString(text);
        let copy = if pointer.is_null() { String::new() } else { CStr::from_ptr(pointer).to_string_lossy().into_owned() };
        clang_disposeString(text);
        copy
    }
}

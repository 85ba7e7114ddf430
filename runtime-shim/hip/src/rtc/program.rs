//! Programs of hipRTC between their creation and their end, and what was compiled before.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Done, c_text, compile};
use crate::types::rtc::*;

/// What a compile is made of: two programs that are equal in it have the same code.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Input {
    pub(super) source: String,
    pub(super) name: String,
    /// Names in `#include` and what stands there.
    pub(super) headers: Vec<(String, String)>,
    /// Expressions whose lowered names are asked for.
    pub(super) expressions: Vec<String>,
    pub(super) options: Vec<String>,
}

/// What the compiler made of a source.
pub(super) enum Output {
    Code(Vec<u8>),
    /// Of relocatable device code, which is still to be linked.
    Bitcode(Vec<u8>),
}

/// What a compile gives.
pub(super) struct Compiled {
    pub(super) code: Output,
    /// One for each expression.
    pub(super) lowered: Vec<String>,
    pub(super) log: String,
}

/// One program.
pub(super) struct Program {
    input: Input,
    pub(super) log: CString,
    compiled: Option<Arc<Compiled>>,
    /// Texts that were given out, which live as long as the program.
    lowered: Vec<CString>,
}

type Shared = Arc<Mutex<Program>>;

/// Programs by their handles: numbers that are never used again, so that a handle of a program that is gone is known as such.
static PROGRAMS: Mutex<Option<(usize, HashMap<usize, Shared>)>> = Mutex::new(None);

/// What was compiled in this process.
static COMPILED: Mutex<Option<HashMap<Input, Arc<Compiled>>>> = Mutex::new(None);

/// A lock whose data stays usable when a thread panicked with it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Program {
    /// Makes a program and its handle.
    pub(super) fn create(source: String, name: String, headers: Vec<(String, String)>) -> hiprtcProgram {
        let input = Input { source, name, headers, expressions: Vec::new(), options: Vec::new() };
        let program = Program { input, log: CString::default(), compiled: None, lowered: Vec::new() };
        let mut programs = locked(&PROGRAMS);
        let (last, programs) = programs.get_or_insert_default();
        *last += 1;
        programs.insert(*last, Arc::new(Mutex::new(program)));
        std::ptr::without_provenance_mut(*last)
    }

    /// Ends a program.
    pub(super) fn destroy(handle: hiprtcProgram) -> Done {
        let mut programs = locked(&PROGRAMS);
        let gone = programs.as_mut().and_then(|(_, programs)| programs.remove(&handle.addr()));
        gone.map(drop).ok_or(HIPRTC_ERROR_INVALID_PROGRAM)
    }

    /// Does something with a program.
    pub(super) fn with<T>(handle: hiprtcProgram, work: impl FnOnce(&mut Program) -> Done<T>) -> Done<T> {
        let program = locked(&PROGRAMS).as_ref().and_then(|(_, programs)| programs.get(&handle.addr()).cloned());
        let program = program.ok_or(HIPRTC_ERROR_INVALID_PROGRAM)?;
        work(&mut locked(&program))
    }

    pub(super) fn add_name(&mut self, expression: String) -> Done {
        if self.compiled.is_some() {
            return Err(HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
        }
        if !self.input.expressions.contains(&expression) {
            self.input.expressions.push(expression);
        }
        Ok(())
    }

    pub(super) fn compile(&mut self, options: Vec<String>) -> Done {
        self.input.options = options;
        let known = locked(&COMPILED).as_ref().and_then(|known| known.get(&self.input).cloned());
        let compiled = match known {
            Some(compiled) => compiled,
            None => match compile::compile(&self.input) {
                Ok(compiled) => Arc::new(compiled),
                Err((result, log)) => {
                    self.log = c_text(&log);
                    return Err(result);
                }
            },
        };
        locked(&COMPILED).get_or_insert_default().insert(self.input.clone(), compiled.clone());
        self.log = c_text(&compiled.log);
        self.lowered = compiled.lowered.iter().map(|name| c_text(name)).collect();
        self.compiled = Some(compiled);
        Ok(())
    }

    pub(super) fn lowered_name(&self, expression: &str) -> Done<&CStr> {
        if self.compiled.is_none() {
            return Err(HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
        }
        let number = self.input.expressions.iter().position(|known| known == expression);
        number.and_then(|number| self.lowered.get(number)).map(CString::as_c_str).ok_or(HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
    }

    pub(super) fn code(&self) -> Done<&[u8]> {
        match self.compiled.as_ref().map(|compiled| &compiled.code) {
            Some(Output::Code(code)) => Ok(code),
            _ => Err(HIPRTC_ERROR_INVALID_PROGRAM),
        }
    }

    /// Of a program that was compiled with `-fgpu-rdc`.
    pub(super) fn bitcode(&self) -> Done<&[u8]> {
        match self.compiled.as_ref().map(|compiled| &compiled.code) {
            Some(Output::Bitcode(bitcode)) => Ok(bitcode),
            _ => Err(HIPRTC_ERROR_INVALID_PROGRAM),
        }
    }
}

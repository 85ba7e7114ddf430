//! Programs of hipRTC between their creation and their end, and what was compiled before.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::compile::{self, Code, Compiled, Input};
use super::{Done, c_text};
use crate::types::rtc::*;

/// One program.
pub(crate) struct Program {
    input: Input,
    pub(crate) log: CString,
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
    pub(crate) fn create(source: String, name: String, headers: Vec<(String, String)>) -> hiprtcProgram {
        let input = Input { source, name, headers, expressions: Vec::new(), options: Vec::new() };
        let program = Program { input, log: CString::default(), compiled: None, lowered: Vec::new() };
        let mut programs = locked(&PROGRAMS);
        let (last, programs) = programs.get_or_insert_default();
        *last += 1;
        programs.insert(*last, Arc::new(Mutex::new(program)));
        std::ptr::without_provenance_mut(*last)
    }

    /// Ends a program.
    pub(crate) fn destroy(handle: hiprtcProgram) -> Done {
        let mut programs = locked(&PROGRAMS);
        let gone = programs.as_mut().and_then(|(_, programs)| programs.remove(&handle.addr()));
        gone.map(drop).ok_or(HIPRTC_ERROR_INVALID_PROGRAM)
    }

    /// Does something with a program.
    pub(crate) fn with<T>(handle: hiprtcProgram, work: impl FnOnce(&mut Program) -> Done<T>) -> Done<T> {
        let program = locked(&PROGRAMS).as_ref().and_then(|(_, programs)| programs.get(&handle.addr()).cloned());
        let program = program.ok_or(HIPRTC_ERROR_INVALID_PROGRAM)?;
        work(&mut locked(&program))
    }

    pub(crate) fn add_name(&mut self, expression: String) -> Done {
        if self.compiled.is_some() {
            return Err(HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
        }
        if !self.input.expressions.contains(&expression) {
            self.input.expressions.push(expression);
        }
        Ok(())
    }

    pub(crate) fn compile(&mut self, options: Vec<String>) -> Done {
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

    pub(crate) fn lowered_name(&self, expression: &str) -> Done<&CStr> {
        if self.compiled.is_none() {
            return Err(HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
        }
        let number = self.input.expressions.iter().position(|known| known == expression);
        number.and_then(|number| self.lowered.get(number)).map(CString::as_c_str).ok_or(HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
    }

    pub(crate) fn code(&self) -> Done<&[u8]> {
        match self.compiled.as_ref().map(|compiled| &compiled.code) {
            Some(Code::Object(code)) => Ok(code),
            _ => Err(HIPRTC_ERROR_INVALID_PROGRAM),
        }
    }

    /// Of a program that was compiled with `-fgpu-rdc`.
    pub(crate) fn bitcode(&self) -> Done<&[u8]> {
        match self.compiled.as_ref().map(|compiled| &compiled.code) {
            Some(Code::Bitcode(bitcode)) => Ok(bitcode),
            _ => Err(HIPRTC_ERROR_INVALID_PROGRAM),
        }
    }
}

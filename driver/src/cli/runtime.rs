//! Options of `build` for code for the CPU, and for the runtime that programs are linked with.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hipify_abi::Tool;
use hipify_command_line::runtime::{Choice, CpuArch, Runtime, RuntimeOptions, Sanitize};

/// How code for the CPU is made, and which runtime is linked.
#[derive(Args, Clone, Debug)]
pub(crate) struct RuntimeArgs {
    /// The processors that code for the CPU runs on.
    #[arg(long, value_parser = choice::<CpuArch>(), default_value = "native", value_name = "LEVEL", help_heading = "Runtime")]
    pub(crate) cpu_arch: CpuArch,
    /// The HIP runtime to link with; without it the bundled one where the CPU is a target, else the system's.
    #[arg(long, value_parser = choice::<Runtime>(), value_name = "RUNTIME", help_heading = "Runtime")]
    pub(crate) runtime: Option<Runtime>,
    /// Link with the bundled runtime and put it beside what is made, where programs look for it first.
    #[arg(long, help_heading = "Runtime")]
    pub(crate) bundle: bool,
    /// Check at run time what kernels on the CPU and the host do; address finds accesses outside of what was allocated, and
    /// names the kernel, the block, the thread and the line.
    #[arg(long, value_parser = choice::<Sanitize>(), value_name = "KIND", help_heading = "Runtime")]
    pub(crate) sanitize: Option<Sanitize>,
    /// Make kernels on the CPU ready to be checked at run time, by `hipify-rs check`: tools with commas between, or all.
    #[arg(long, value_parser = tools, default_value = "", hide_default_value = true, value_name = "LIST", help_heading = "Runtime")]
    pub(crate) checks: Tools,
}

impl RuntimeArgs {
    pub(crate) fn options(self) -> RuntimeOptions {
        let Self { cpu_arch, runtime, bundle, sanitize, checks } = self;
        RuntimeOptions { cpu_arch, runtime, bundle, sanitize, checks: checks.0 }
    }
}

/// Tools of `check`.
#[derive(Clone, Debug)]
pub(crate) struct Tools(pub(crate) Vec<Tool>);

/// Reads a list of them.
pub(super) fn tools(text: &str) -> Result<Tools, String> {
    Tool::list(text).map(Tools)
}

/// Reads one of the names that a type has for its values.
pub(super) fn choice<T: Choice>() -> impl TypedValueParser<Value = T> {
    let names = T::ALL.iter().map(|(_, name, help)| PossibleValue::new(*name).help((!help.is_empty()).then_some(*help)));
    PossibleValuesParser::new(names).map(|name| T::named(&name).expect("the parser takes known names alone"))
}

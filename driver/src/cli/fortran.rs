//! Options of commands that port Fortran: what the compiler's command line says of all its sources.

use clap::Args;
use hipify_engine::options::FortranOptions;

/// How Fortran is read and what it is ported to.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FortranArgs {
    /// `real` without a kind has 8 bytes, as with nvfortran's -r8.
    #[arg(long, help_heading = "Fortran")]
    pub(crate) r8: bool,
    /// `integer` and `logical` without a kind have 8 bytes, as with nvfortran's -i8.
    #[arg(long, help_heading = "Fortran")]
    pub(crate) i8: bool,
    /// A macro that the Fortran sources are compiled with.
    #[arg(long = "define", value_name = "NAME[=VALUE]", help_heading = "Fortran")]
    pub(crate) defines: Vec<String>,
    /// A macro that they are compiled without; one that switches CUDA Fortran on counts as defined otherwise.
    #[arg(long = "undefine", value_name = "NAME", help_heading = "Fortran")]
    pub(crate) undefines: Vec<String>,
    /// Take HIP's interfaces from an installed hipfort, and write none.
    #[arg(long, help_heading = "Fortran")]
    pub(crate) hipfort: bool,
}

impl FortranArgs {
    pub(crate) fn options(self) -> FortranOptions {
        let Self { r8, i8, defines, undefines, hipfort } = self;
        FortranOptions { r8, i8, defines, undefines, hipfort }
    }
}

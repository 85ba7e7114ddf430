//! Whether a process runs on a GPU or on the CPU, decided once, when a library is loaded.

use std::path::Path;

/// The kernel driver's device; without it there is no AMD GPU that HIP could use.
const KERNEL_DRIVER: &str = "/dev/kfd";

/// Where kernels run, as `HIPIFY_DEVICE` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// On a GPU where there is one.
    Auto,
    Cpu,
    Gpu,
}

impl Device {
    /// Of a value of `HIPIFY_DEVICE`; `None` where it is none of the three words.
    pub fn of(value: Option<&str>) -> Option<Device> {
        match value.map(str::trim) {
            None | Some("" | "auto") => Some(Device::Auto),
            Some("cpu") => Some(Device::Cpu),
            Some("gpu") => Some(Device::Gpu),
            Some(_) => None,
        }
    }

    /// Whether a GPU is to be looked for, where the kernel driver is there or not.
    pub fn tries_gpu(self, kernel_driver: bool) -> bool {
        match self {
            Device::Auto => kernel_driver,
            Device::Cpu => false,
            Device::Gpu => true,
        }
    }
}

/// What the environment sets.
pub fn asked() -> Option<String> {
    std::env::var("HIPIFY_DEVICE").ok()
}

/// Whether the machine has AMD's kernel driver.
pub fn has_kernel_driver() -> bool {
    Path::new(KERNEL_DRIVER).exists()
}

/// Runs a function when the library is loaded, before any constructor of the program. A panic of it ends here: without a
/// decision the process runs on the CPU.
#[macro_export]
macro_rules! at_load {
    ($function:path) => {
        // SAFETY: a section of function pointers of this type, which the loader calls.
        #[unsafe(link_section = ".init_array")]
        #[used]
        static AT_LOAD: extern "C" fn() = {
            extern "C" fn called_by_the_loader() {
                let _ = ::std::panic::catch_unwind($function);
            }
            called_by_the_loader
        };
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_device_is_one_of_three_words() {
        assert_eq!(Device::of(None), Some(Device::Auto));
        assert_eq!(Device::of(Some("cpu")), Some(Device::Cpu));
        assert_eq!(Device::of(Some("gpu ")), Some(Device::Gpu));
        assert_eq!(Device::of(Some("fpga")), None);
    }

    #[test]
    fn a_gpu_is_used_where_its_driver_is_unless_told_otherwise() {
        assert!(Device::Auto.tries_gpu(true) && !Device::Auto.tries_gpu(false));
        assert!(!Device::Cpu.tries_gpu(true) && Device::Gpu.tries_gpu(false));
    }
}

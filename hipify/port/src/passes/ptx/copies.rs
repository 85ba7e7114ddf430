//! PTX's copies from global to shared memory, conversions of addresses, prefetches, and what asks for nothing on other GPUs.

use super::instruction::One;
use super::operand::Operand;

impl One<'_> {
    /// `cp.async` is complete at once, so that nothing is left to wait for; without programmatic launches a kernel starts when the
    /// one before it has ended.
    pub(super) fn nothing(&self) -> Option<String> {
        match *self.parts {
            ["cp", "async", "commit_group" | "wait_all" | "wait_group"]
            | ["griddepcontrol", "wait" | "launch_dependents"]
            | ["discard" | "applypriority", ..]
            | ["setmaxnreg", ..] => Some("(void)0".to_owned()),
            _ => None,
        }
    }

    /// `cp.async`, `cvta`, `prefetch`.
    pub(super) fn copied(&self) -> Option<String> {
        match *self.parts {
            ["cp", "async", "ca" | "cg", "shared", "global", ..] => self.copy(),
            ["cvta", "to", "shared", suffix @ ("u64" | "u32")] => {
                let pointer = self.pointer(1)?;
                self.gives(suffix, &format!("hipify_ptx::to_shared({pointer})"))
            }
            ["cvta", "shared", suffix @ "u64"] => {
                let address = self.cast(1, "unsigned long long")?;
                self.gives(suffix, &format!("(unsigned long long)hipify_ptx::from_shared({address})"))
            }
            // Such addresses are generic ones.
            ["cvta", "to", "global" | "const" | "param", suffix @ "u64"]
            | ["cvta", "global" | "const" | "param", suffix @ "u64"] => self.gives(suffix, &self.cast(1, "unsigned long long")?),
            ["createpolicy", .., "b64"] => self.gives("b64", "0"),
            ["prefetch", .., "L1" | "L2"] | ["prefetchu", "L1"] | ["prefetch", "global"] => {
                let [address] = self.operands else { return None };
                Some(format!("__builtin_prefetch({})", address.address("const char")?))
            }
            _ => None,
        }
    }

    fn pointer(&self, at: usize) -> Option<String> {
        match self.operands.get(at)? {
            Operand::Register(text, _) => Some(format!("(const void *)({text})")),
            _ => None,
        }
    }

    /// To, from, how many bytes; then perhaps how many of them are given, or whether none is.
    fn copy(&self) -> Option<String> {
        let [to, from, bytes, rest @ ..] = self.operands else { return None };
        let size = match bytes {
            Operand::Number(size @ (4 | 8 | 16)) => size.to_string(),
            // A constant of the program's.
            other => other.integer("int")?,
        };
        let given = match rest {
            [] => String::new(),
            [predicate] if predicate.predicate().is_some() && predicate.immediate().is_none() => {
                format!(", {} ? 0 : {size}", predicate.predicate()?)
            }
            [given] => format!(", {}", given.integer("unsigned int")?),
            _ => return None,
        };
        Some(format!("hipify_ptx::copy<{size}>({}, {}{given})", to.shared()?, from.address("const void")?))
    }
}

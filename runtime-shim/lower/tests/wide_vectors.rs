//! Vectors of 512 bits, on processors that do not slow down for them, and the math functions for these.

#[path = "support/object.rs"]
mod object;
#[path = "support/rows.rs"]
mod rows;

use hipify_lower::{Form, Options};
use object::{Object, address, device_code, options};
use rows::{WIDTHS, run};

const SOURCE: &str = "wide_vectors/kernels.hip";

#[test]
fn processors_with_vbmi2_get_them_and_others_do_not() {
    let text = |processor: &str| {
        let options = Options { form: Form::Text, processor: processor.into(), ..options() };
        String::from_utf8(hipify_lower::lower(&device_code(SOURCE), &options).unwrap().0).unwrap()
    };
    let versions = [
        "_ZGVeN16v_expf",
        "_ZGVeN16v_sinf",
        "_ZGVeN16v_cosf",
        "_ZGVeN16v_logf",
        "_ZGVeN16vv_powf",
        "_ZGVeN8v_exp",
        "_ZGVeN8vv_pow",
    ];
    for (processor, is_wide) in
        [("native", std::is_x86_feature_detected!("avx512vbmi2")), ("x86-64-v3", false), ("x86-64-v4", false)]
    {
        let text = text(processor);
        assert_eq!(text.contains(r#""prefer-vector-width"="512""#), is_wide, "{processor}");
        for version in versions {
            assert_eq!(
                text.contains(&format!(r#""vector-function-abi-variant"="{version}""#)),
                is_wide,
                "{processor}, {version}"
            );
        }
        let kept = text.lines().find(|line| line.starts_with("@llvm.compiler.used"));
        assert_eq!(kept.is_some_and(|line| line.contains("@_ZGVeN8v_log")), is_wide, "{processor}: {kept:?}");
    }
}

#[test]
fn vectors_of_any_length_compute_the_same() {
    let object = Object::of_source(SOURCE);
    let n = 133;
    let single: Vec<f32> = (0..n).map(|i| i as f32 * 0.03).collect();
    let double: Vec<f64> = (0..n).map(|i| f64::from(i) * 0.03).collect();
    let value = |x: f64| x.exp() + x.sin() * x.cos() + (1.0 + x).ln() + (1.0 + x).powf(1.5) + 7.0;
    for width in WIDTHS {
        let (mut x, mut y) = (single.clone(), double.clone());
        let (at, to) = (x.as_mut_ptr(), y.as_mut_ptr());
        run(&object, "functions", (width, 1), (n as u32).div_ceil(width), &[address(&at), address(&to), address(&n)]);
        for i in 0..n as usize {
            let wanted = [value(f64::from(single[i])), value(double[i])];
            assert!((f64::from(x[i]) / wanted[0] - 1.0).abs() < 1e-6, "{width} wide, {i}: {}, not {}", x[i], wanted[0]);
            assert!((y[i] / wanted[1] - 1.0).abs() < 1e-14, "{width} wide, {i}: {}, not {}", y[i], wanted[1]);
        }
    }
}

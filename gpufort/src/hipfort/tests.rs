use super::*;

fn params(name: &str) -> Vec<(String, &'static str, bool)> {
    let signature = signature(name).unwrap_or_else(|| panic!("`{name}` is known"));
    signature.params.into_iter().map(|dummy| (dummy.name, dummy.spec, dummy.value)).collect()
}

#[test]
fn functions_have_the_dummies_of_hipfort() {
    let of = |name: &str| params(name).into_iter().map(|(_, spec, value)| (spec, value)).collect::<Vec<_>>();
    let (pointer, size, int) = ("type(c_ptr)", "integer(c_size_t)", "integer(c_int)");
    assert_eq!(of("hipMemcpyAsync"), [(pointer, true), (pointer, true), (size, true), (int, true), (pointer, true)]);
    assert_eq!(of("hipstreamcreate"), [(pointer, false)]);
    assert_eq!(of("hipGetDeviceCount"), [(int, false)]);
    assert_eq!(of("hipMalloc"), [(pointer, false), (size, true)]);
    assert_eq!(of("hipEventElapsedTime"), [(pointer, true); 3]);
    assert_eq!(of("hipMemGetInfo"), [(size, false); 2]);
    assert_eq!(of("hipDeviceSynchronize"), []);
}

#[test]
fn only_what_is_used_is_declared() {
    let names = ["hipMalloc", "HIPMEMCPYHOSTTODEVICE", "hipCheck", "noSuchName"].map(str::to_owned);
    let text = modules(&names.into());
    assert!(text.contains("interface hipMalloc\n") && text.contains("parameter :: hipMemcpyHostToDevice = 1\n"), "{text}");
    assert!(!text.contains("hipFree") && !text.contains("hipfort_hipblas"), "{text}");
    assert!(text.contains("subroutine hipCheck(status)"), "{text}");
}

/// The whole of HIP, by both compilers: each function's interface has to be legal Fortran.
#[test]
fn all_that_is_known_compiles() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hipfort.f90");
    std::fs::write(&file, all_modules()).unwrap();
    let mut gfortran = std::process::Command::new("gfortran");
    let output = gfortran
        .args(["-fsyntax-only", "-Wall"])
        .arg(&file)
        .current_dir(&folder)
        .output()
        .expect("gfortran is installed: `make test` installs it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

//! `check`: what does not count and why, what makes the exit code, the formats that machines read, and the stop in a debugger.

use hipify_tests::cli_command::TestFolder;
use serde_json::Value;

/// Writes one element too many, and frees nothing.
const SCALE: &str = "#include <cuda_runtime.h>
// Before the line of the write.
__global__ void scale(float *x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) x[i] = 2.0f;
}
int main(int words, char **) {
    float *x;
    cudaMalloc(&x, 1000 * sizeof(float));
    scale<<<4, 256>>>(x, 1000);
    cudaDeviceSynchronize();
    return words > 1 ? 7 : 0;
}
";

/// The program, built once with checks.
fn built() -> TestFolder {
    let place = TestFolder::new(&[("scale.cu", SCALE)]);
    let said = place.run("build --quiet --offload-arch cpu -g --checks=memory scale.cu -o scale");
    assert_eq!(said.code, 0, "{}", said.err);
    place
}

#[test]
fn the_exit_code_follows_findings_and_what_counts_of_them() {
    let place = built();
    let code = |words: &str| place.run(&format!("check ./scale --tool memory,leak {words}")).code;
    assert_eq!((code(""), code("--fail-on memory"), code("--fail-on never")), (1, 1, 0));
    // A leak is a warning.
    assert_eq!((code("--fail-on leak"), code("--fail-on leak,error"), code("--fail-on error")), (1, 0, 1));
    assert_eq!(place.run("check ./scale --tool sync").code, 0);
    assert_eq!(place.run("check ./scale --tool sync -- fail").code, 4);
    assert_eq!(place.run("check ./scale --tool memory -- fail").code, 1);
    assert!(place.run("check ./scale --fail-on memori").err.contains("there is no tool `memori`"));
    place.write("hipify.toml", "[check]\nfail-on = [\"leak\", \"error\"]\n");
    assert_eq!(code(""), 0);
}

#[test]
fn comments_and_the_configuration_suppress_and_are_named() {
    let place = built();
    place.write(
        "hipify.toml",
        "[[check.allow]]\ntool = \"leak/memory\"\npath = \"*.cu\"\nreason = \"ends at once\"\n\
         [[check.allow]]\ntool = [\"memory\"]\nkernel = \"scan*\"\nreason = \"another program\"\n",
    );
    let said = place.run("check scale.cu --tool memory,leak");
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.contains("note[check/unused-suppression]"), "{}", said.out);
    assert!(said.out.ends_with("1 finding, 1 note, 1 suppressed\n  1 by `hipify.toml`: ends at once\n"), "{}", said.out);
    let with = |comment: &str| SCALE.replace("// Before", comment).replace("2.0f;", "2.0f; // hipify-check: allow(memory) tail");
    place.write("hipify.toml", "[[check.allow]]\ntool = [\"leak\"]\nkernel = \"scale\"\nreason = \"leaks are of no kernel\"\n");
    place.write("scale.cu", with("// hipify-check: allow(race) not looked for; hipify-check: allow(leak/handle)"));
    let said = place.run("check scale.cu --tool memory,leak");
    assert!(said.out.contains("1 by `scale.cu:5`: tail"), "{}", said.out);
    // What is about a tool that did not run may have a use.
    assert!(said.out.contains("is `leak/handle`") && !said.out.contains("`race`"), "{}", said.out);
    assert!(said.out.contains("is what `hipify.toml` allows as `leak`"), "{}", said.out);
    place.write("hipify.toml", "[[check.allow]]\ntool = \"memory\"\nreason = \" \"\n");
    let said = place.run("check scale.cu");
    assert!(said.code == 2 && said.err.contains("gives no reason"), "{}", said.err);
}

#[test]
fn sarif_and_junit_have_levels_places_and_suppressions() {
    let place = built();
    place.write("hipify.toml", "[[check.allow]]\ntool = \"leak\"\nreason = \"ends at once\"\n");
    let said = place.run("check ./scale --tool memory,leak --output-format sarif");
    let log: Value = serde_json::from_str(&said.out).unwrap();
    let run = &log["runs"][0];
    let [memory, leak] = run["results"].as_array().unwrap().as_slice() else { panic!("{}", said.out) };
    assert_eq!((&memory["ruleId"], &memory["level"]), (&"memory/out-of-bounds".into(), &"error".into()));
    assert_eq!(memory["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "scale.cu");
    assert_eq!(memory["locations"][0]["physicalLocation"]["region"]["startLine"], 5);
    assert_eq!(memory["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "scale(float*, int)");
    assert!(memory["relatedLocations"].as_array().unwrap().iter().any(|one| one["message"]["text"] == "allocated here"));
    assert_eq!(run["tool"]["driver"]["rules"][memory["ruleIndex"].as_u64().unwrap() as usize]["id"], memory["ruleId"]);
    assert_eq!((&leak["level"], &leak["suppressions"][0]["kind"]), (&"warning".into(), &"external".into()));
    assert_eq!(leak["suppressions"][0]["justification"], "ends at once");
    assert_eq!(run["invocations"][0]["exitCode"], 1);
    let said = place.run("check ./scale --tool memory,leak --isolated --output-format junit");
    assert!(said.out.contains("errors=\"1\"") && said.out.contains("failures=\"1\""), "{}", said.out);
    assert!(said.out.contains("<testsuite name=\"scale.cu\" tests=\"2\""), "{}", said.out);
}

#[test]
fn a_debugger_stops_at_findings_in_the_programs_own_source() {
    let place = TestFolder::new(&[("scale.cu", SCALE)]);
    let said = place.run_with_input("check --debug --build-word -O0 scale.cu", b"print n\nquit\n");
    let all = format!("{}{}", said.out, said.err);
    assert!(all.contains("in kernel `scale(float*, int)`, block (3, 0, 0), thread (232, 0, 0)"), "{all}");
    assert!(all.contains("at scale.cu:5") && all.contains("$1 = 1000"), "{all}");
}

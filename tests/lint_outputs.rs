//! What `hipify-rs lint` writes for other programs, checked against those programs' schemas where there are any.

use hipify_tests::cli_command::TestFolder;
use hipify_tests::schema::Schema;
use serde_json::Value;
use std::process::Command;
use std::sync::OnceLock;

const SOURCE: &str = "__global__ void k(float *p, float v) {\n  v += __shfl_down_sync(0xffffffff, v, 16);\n  cudaFooBar();\n  \
                      cudaFooBar(); // hipify-lint: allow(HIP9001) \u{1f600} \"ours\" <b>\n}\n";

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(bytes)))
}

/// The schema of SARIF 2.1.0 by OASIS, which the crate `serde-sarif` holds beside its types.
fn sarif_schema() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        // Of packages for other systems a build fetches nothing.
        let host = format!("{}-unknown-{}-gnu", std::env::consts::ARCH, std::env::consts::OS);
        let words = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", &host];
        let output = Command::new(env!("CARGO")).args(words).args(["--manifest-path", manifest]).output().unwrap();
        let packages = json(&output.stdout)["packages"].as_array().unwrap().clone();
        let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
        let folder = std::path::Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().to_path_buf();
        let schema = json(&std::fs::read(folder.join("src/schema.json")).unwrap());
        assert!(schema["$id"].as_str().unwrap().contains("sarif-schema-2.1.0"));
        Schema::new(schema)
    })
}

fn valid_sarif(bytes: &[u8]) -> Value {
    let log = json(bytes);
    assert_eq!(sarif_schema().complaint(&log), None);
    log["runs"][0].clone()
}

#[test]
fn the_schema_refuses_what_is_no_sarif() {
    assert!(sarif_schema().complaint(&serde_json::json!({"version": "2.1.0", "runs": [{"results": []}]})).is_some());
}

#[test]
fn sarif_is_valid_and_has_fixes_suppressions_fingerprints_and_relative_uris() {
    let place = TestFolder::new(&[("src/a b.cu", SOURCE)]);
    let run = valid_sarif(&place.run("lint src --output-format sarif").bytes);
    let results = run["results"].as_array().unwrap();
    let mask = results.iter().find(|result| result["ruleId"] == "HIP1001").unwrap();
    let physical = &mask["locations"][0]["physicalLocation"];
    assert_eq!(physical["artifactLocation"], serde_json::json!({"uri": "src/a%20b.cu", "uriBaseId": "%SRCROOT%"}));
    assert_eq!((&physical["region"]["startLine"], &physical["region"]["startColumn"]), (&2.into(), &25.into()));
    assert_eq!(mask["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"], "~0ull");
    assert_eq!(mask["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap().len(), 16);
    let rule = &run["tool"]["driver"]["rules"][mask["ruleIndex"].as_u64().unwrap() as usize];
    assert!(rule["id"] == "HIP1001" && rule["help"]["markdown"].as_str().unwrap().contains("## Why on AMD"));
    let allowed = results.iter().find(|result| result["suppressions"].is_array()).unwrap();
    assert_eq!(allowed["suppressions"][0]["justification"], "\u{1f600} \"ours\" <b>");
    assert_eq!(run["invocations"][0]["exitCode"], 1);
}

#[test]
fn findings_of_equal_lines_have_different_fingerprints() {
    let place = TestFolder::new(&[("a.cu", "void f() {\n  cudaFooBar();\n  cudaFooBar();\n}\n")]);
    let run = valid_sarif(&place.run("lint a.cu --output-format sarif").bytes);
    let prints: Vec<&Value> = run["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| &result["partialFingerprints"]["primaryLocationLineHash"])
        .collect();
    assert!(prints.len() == 2 && prints[0] != prints[1], "{prints:?}");
}

#[test]
fn sarif_tells_known_findings_from_new_ones() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    place.run("lint a.cu --write-baseline b.json --select HIP1");
    let run = valid_sarif(&place.run("lint a.cu --baseline b.json --output-format sarif").bytes);
    let state = |code: &str| {
        run["results"].as_array().unwrap().iter().find(|result| result["ruleId"] == code).unwrap()["baselineState"].clone()
    };
    assert_eq!((state("HIP1001"), state("HIP9001")), ("unchanged".into(), "new".into()));
}

#[test]
fn sarif_lists_5000_results_of_the_highest_level_and_says_so() {
    let calls = "  cudaFooBar();\n".repeat(5_100);
    let place = TestFolder::new(&[("a.cu", &format!("void f() {{\n{calls}}}\n")), ("b.cu", SOURCE)]);
    let run = valid_sarif(&place.run("lint . --output-format sarif").bytes);
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 5_000);
    assert!(results.iter().any(|result| result["ruleId"] == "HIP1001"), "the error of the last file is among them");
    let said = &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert!(said.as_str().unwrap().starts_with("5103 findings"), "{said}");
}

#[test]
fn several_formats_are_written_at_once() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let said = place.run("lint a.cu --output-format sarif=out.sarif --output-format junit=out.xml --output-format concise");
    assert!(said.code == 1 && said.out.starts_with("a.cu:2:25: error[HIP1001]"), "{}", said.out);
    valid_sarif(&place.bytes("out.sarif"));
    assert!(place.has("out.xml"));
    place.run("lint a.cu --output-format json --output-file out.json");
    assert_eq!(json(&place.bytes("out.json"))["schema_version"], 1);
    let said = place.run("lint a.cu --output-format json --output-format text");
    assert!(said.code == 2 && said.err.contains("FORMAT=FILE"), "{}", said.err);
    let said = place.run("lint a.cu --output-format sariff");
    assert!(said.code == 2 && said.err.contains("did you mean `sarif`"), "{}", said.err);
}

#[test]
fn json_lines_are_objects() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let said = place.run("lint a.cu --output-format json-lines");
    let codes: Vec<String> = said.out.lines().map(|line| json(line.as_bytes())["code"].as_str().unwrap().to_owned()).collect();
    assert_eq!(codes, ["HIP1001", "HIP9001"]);
}

#[test]
fn junit_can_be_read_back() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("clean.cu", "int a;\n")]);
    let said = place.run("lint . --output-format junit");
    let report = quick_junit::Report::deserialize_from_str(&said.out).unwrap();
    assert_eq!((report.test_suites.len(), report.tests, report.errors, report.failures), (2, 3, 1, 1), "{}", said.out);
}

#[test]
fn notes_are_no_failures_of_junit() {
    // Launches whose errors nobody asks for are noted.
    let source = "__global__ void k(int *p) { *p = 1; }\nvoid f(int *p) { k<<<1, 64>>>(p); }\n";
    let place = TestFolder::new(&[("a.cu", source)]);
    let said = place.run("lint a.cu --select ALL --output-format junit");
    let report = quick_junit::Report::deserialize_from_str(&said.out).unwrap();
    assert!(said.code == 0 && report.tests > 0, "{}", said.out);
    assert_eq!((report.errors, report.failures), (0, 0), "{}", said.out);
    assert!(said.out.contains("<system-out>") && said.out.contains("a.cu:"), "{}", said.out);
}

#[test]
fn gitlab_gets_what_its_documentation_asks_for() {
    let place = TestFolder::new(&[("src/a.cu", SOURCE), ("src/b.cu", SOURCE)]);
    let issues = json(&place.run("lint src --output-format gitlab").bytes);
    let issues = issues.as_array().unwrap();
    let mut prints: Vec<&str> = issues.iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect();
    prints.sort_unstable();
    prints.dedup();
    assert_eq!((issues.len(), prints.len()), (4, 4), "a fingerprint is unique in the project");
    for issue in issues {
        assert!(issue["description"].is_string() && issue["check_name"].is_string());
        assert!(["info", "minor", "major", "critical", "blocker"].contains(&issue["severity"].as_str().unwrap()));
        assert!(issue["location"]["path"].as_str().unwrap().starts_with("src/") && issue["location"]["lines"]["begin"].is_u64());
    }
}

#[test]
fn in_github_actions_annotations_are_the_default_and_the_job_gets_a_summary() {
    let place = TestFolder::new(&[("src/a.cu", SOURCE)]);
    let said = place.shell("GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=sum.md \"$hipify\" lint src");
    assert!(
        said.out.starts_with("::error file=src/a.cu,line=2,endLine=2,col=25,endColumn=35,title=HIP1001 full-mask-32bit::"),
        "{}",
        said.out
    );
    assert!(said.out.contains("%0Ahelp: "), "{}", said.out);
    assert!(place.read("sum.md").contains("| HIP1001 `full-mask-32bit` | error | 1 | 1 |"), "{}", place.read("sum.md"));
}

#[test]
fn the_page_needs_nothing_from_elsewhere_and_text_cannot_break_out_of_its_data() {
    let place = TestFolder::new(&[("</script><script>alert(1).cu", SOURCE)]);
    let page = place.run("lint . --output-format html").out;
    assert_eq!(page.matches("<script").count(), 2, "the data and the page's own");
    for outside in ["src=", "http://", "https://", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let data = json(&page.as_bytes()[start..start + page[start..].find("</script>").unwrap()]);
    assert_eq!(data["findings"].as_array().unwrap().len(), 3);
    assert_eq!(data["summary"]["allowed"], 1);
}

#[test]
fn the_page_names_its_date_and_commit_and_is_reproducible() {
    let place = TestFolder::new(&[("t/a.cu", SOURCE)]);
    let git = "git -c user.name=n -c user.email=e@x";
    let line = format!("cd t && git init -q && git add a.cu && {git} commit -qm one && git rev-parse --short=12 HEAD");
    let commit = place.shell(&line).out.trim().to_owned();
    let page = || place.shell("SOURCE_DATE_EPOCH=951782400 \"$hipify\" lint t --isolated --output-format html").out;
    let first = page();
    assert!(first.contains("\"date\":\"2000-02-29 00:00 UTC\""), "the date");
    assert!(first.contains(&format!("\"commit\":\"{commit}\"")), "{commit}");
    assert_eq!(first, page());
    place.write("t/a.cu", format!("{SOURCE}\n"));
    assert!(page().contains(&format!("\"commit\":\"{commit} with changes\"")));
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    assert!(!place.shell("GIT_CEILING_DIRECTORIES=/ \"$hipify\" lint a.cu --output-format html").out.contains("\"commit\":"));
}

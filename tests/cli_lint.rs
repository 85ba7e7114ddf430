//! `hipify-rs lint`: what it prints, changes and exits with.

use hipify_tests::cli_command::{Said, TestFolder};
use hipify_tests::schema::Schema;
use serde_json::Value;

/// A 32-bit mask with a safe fix in line 2, and an unknown CUDA name in line 3.
const SOURCE: &str = "__global__ void k(float *p, float v) {\n  v += __shfl_down_sync(0xffffffff, v, 16);\n  cudaFooBar();\n}\n";
const CLEAN: &str = "void f() {}\n";

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}{}", said.out, said.err))
}

/// `CODE:LINE` of the findings, by place.
fn codes(place: &TestFolder, line: &str) -> Vec<String> {
    let said = place.run(&format!("lint {line} --output-format json"));
    let open = json(&said)["findings"].as_array().unwrap().clone();
    let open = open.iter().filter(|finding| finding["state"] == "open");
    open.map(|finding| format!("{}:{}", finding["code"].as_str().unwrap(), finding["start"]["line"])).collect()
}

#[test]
fn findings_are_frames_with_their_fix_and_exit_with_1() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let said = place.run("lint a.cu");
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.out.contains("error[HIP1001]") && said.out.contains("--> a.cu:2:25"), "{}", said.out);
    assert!(said.out.contains("--fix can") && said.err.contains("1 fixable with --fix"), "{}{}", said.out, said.err);
}

#[test]
fn a_clean_tree_exits_with_0_and_a_missing_file_with_2() {
    let place = TestFolder::new(&[("a.cu", CLEAN)]);
    assert_eq!(place.run("lint .").code, 0);
    assert!(place.run("lint").err.contains("in 1 file"));
    let said = place.run("lint a.cu b.cu");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("b.cu"), "{}", said.err);
}

#[test]
fn concise_is_one_line_a_finding() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let said = place.run("lint a.cu --output-format concise");
    assert!(said.out.lines().any(|line| line.starts_with("a.cu:2:25: error[HIP1001] [fix] ")), "{}", said.out);
}

#[test]
fn lints_are_selected_by_prefix_code_and_name() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    assert_eq!(codes(&place, "a.cu --select HIP1"), ["HIP1001:2"]);
    assert_eq!(codes(&place, "a.cu --select unconverted-identifier"), ["HIP9001:3"]);
    assert_eq!(codes(&place, "a.cu --select ALL --ignore HIP1,HIP9"), [""; 0]);
    assert_eq!(codes(&place, "a.cu --select HIP9 --extend-select HIP1001"), ["HIP1001:2", "HIP9001:3"]);
}

#[test]
fn an_unknown_lint_is_an_error_with_a_suggestion() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let said = place.run("lint a.cu --select full-mask-32bits");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("did you mean `full-mask-32bit`"), "{}", said.err);
}

#[test]
fn the_exit_code_follows_fail_on_max_warnings_and_exit_zero() {
    let place = TestFolder::new(&[("a.cu", "void f() { cudaFooBar(); }\n")]);
    assert_eq!(place.run("lint a.cu").code, 1);
    assert_eq!(place.run("lint a.cu --fail-on error").code, 0);
    assert_eq!(place.run("lint a.cu --fail-on error --max-warnings 0").code, 1);
    assert_eq!(place.run("lint a.cu --fail-on never").code, 0);
    assert_eq!(place.run("lint a.cu --exit-zero").code, 0);
    assert_eq!(place.run("lint a.cu missing.cu --exit-zero").code, 2, "an error stays one");
}

#[test]
fn a_name_that_another_file_of_the_tree_declares_is_no_finding() {
    let place =
        TestFolder::new(&[("src/a.cu", "#include \"b.h\"\nvoid f() { cudaFooBar(); }\n"), ("src/b.h", "void cudaFooBar();\n")]);
    assert_eq!(codes(&place, "src"), [""; 0]);
}

#[test]
fn fix_changes_the_file_and_the_finding_is_gone() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let said = place.run("lint a.cu --fix");
    assert_eq!(said.code, 1, "what has no fix is still reported");
    assert!(said.err.contains("1 finding fixed") && !said.out.contains("HIP1001"), "{}{}", said.out, said.err);
    assert!(place.read("a.cu").contains("__shfl_down_sync(~0ull, v, 16)"));
    assert_eq!(codes(&place, "a.cu --select HIP1"), [""; 0]);
}

#[test]
fn diff_writes_nothing_and_git_takes_it() {
    let place = TestFolder::new(&[("src/a.cu", SOURCE), ("src/b.cu", CLEAN)]);
    let said =
        place.shell("git init -q . && \"$hipify\" lint src --diff > p.diff; echo $? && git apply --check p.diff && cat p.diff");
    assert!(
        said.out.starts_with("1\n") && said.out.contains("+  v += __shfl_down_sync(~0ull, v, 16);"),
        "{}{}",
        said.out,
        said.err
    );
    assert_eq!(place.read("src/a.cu"), SOURCE);
}

#[test]
fn a_diff_of_fixes_writes_nothing_also_beside_fix() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let said = place.run("lint a.cu --fix --diff");
    assert_eq!((said.code, place.read("a.cu").as_str()), (1, SOURCE), "{}", said.err);
    assert!(said.out.contains("+++ b/a.cu"), "{}", said.out);
}

#[test]
fn a_link_that_is_fixed_stays_a_link_and_a_read_only_file_stays_as_it_is() {
    let place = TestFolder::new(&[("real.cu", SOURCE), ("fixed.cu", SOURCE)]);
    let said = place.shell("ln -s real.cu link.cu && chmod a-w fixed.cu && \"$hipify\" lint link.cu fixed.cu --fix; echo $?");
    assert!(
        said.out.ends_with("2\n") && said.err.contains("fixed.cu") && said.err.contains("read-only"),
        "{}{}",
        said.out,
        said.err
    );
    assert!(place.path("link.cu").is_symlink() && place.read("real.cu").contains("~0ull"));
    assert_eq!(place.read("fixed.cu"), SOURCE);
}

#[test]
fn standard_input_is_linted_and_fixed() {
    let place = TestFolder::new(&[]);
    let said = place.run_with_input("lint - --stdin-filename x.cu --output-format concise", SOURCE.as_bytes());
    assert!(said.code == 1 && said.out.starts_with("x.cu:2:25: error[HIP1001]"), "{}", said.out);
    let said = place.run_with_input("lint - --fix -q", SOURCE.as_bytes());
    assert_eq!(said.out, SOURCE.replace("0xffffffff", "~0ull"));
}

#[test]
fn a_comment_allows_a_finding_and_an_unused_one_is_reported_and_removed() {
    let text = "void f() {\n  cudaFooBar(); // hipify-lint: allow(HIP9001) ours\n  cudaFooBar(); // NOLINT(HIP9001)\n  \
                // NOLINTNEXTLINE(unconverted-identifier)\n  cudaFooBar();\n  int a; // hipify-lint: allow(HIP9001)\n}\n";
    let place = TestFolder::new(&[("a.cu", text)]);
    assert_eq!(codes(&place, "a.cu"), ["HIP9005:6"]);
    assert_eq!(codes(&place, "a.cu --ignore HIP9001 --select ALL"), [""; 0], "of a lint that is off nothing is known");
    assert_eq!(place.run("lint a.cu --fix").code, 0);
    assert_eq!(place.read("a.cu"), text.replace(" // hipify-lint: allow(HIP9001)\n}", "\n}"));
}

#[test]
fn add_allow_makes_a_tree_clean() {
    let text = "#define A \\\n  v = cudaFooBar(); \\\n  int b;\nvoid f() { cudaFooBar(); }\nvoid g() { A }\n";
    let place = TestFolder::new(&[("a.cu", text)]);
    assert_eq!(codes(&place, "a.cu").len(), 2);
    assert_eq!(place.run("lint a.cu --add-allow").code, 0);
    assert_eq!(codes(&place, "a.cu"), [""; 0], "{}", place.read("a.cu"));
    let said = place.run_with_input("lint - --add-allow -q", text.as_bytes());
    assert_eq!(said.out, place.read("a.cu"));
    assert!(place.read("a.cu").contains("cudaFooBar(); /* hipify-lint: allow(HIP9001) */ \\\n"), "{}", place.read("a.cu"));
}

#[test]
fn a_baseline_outlives_moved_lines_and_lets_new_findings_fail() {
    let place = TestFolder::new(&[("src/a.cu", SOURCE)]);
    let said = place.run("lint src --write-baseline known.json");
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(place.run("lint src --baseline known.json").code, 0);
    place.write("src/a.cu", format!("\n\n// moved\n{SOURCE}"));
    assert_eq!(codes(&place, "src --baseline known.json"), [""; 0]);
    place.write("src/a.cu", format!("{SOURCE}void g() {{ cudaFooBar(); }}\n"));
    assert_eq!(codes(&place, "src --baseline known.json"), ["HIP9001:5"]);
}

#[test]
fn what_is_gone_of_a_baseline_is_reported_and_taken_out() {
    let place = TestFolder::new(&[("src/a.cu", SOURCE)]);
    place.run("lint src --write-baseline known.json");
    place.run("lint src --fix");
    let said = place.run("lint src --baseline known.json --output-format json");
    let stale: Vec<Value> = json(&said)["findings"].as_array().unwrap().clone();
    let stale: Vec<&Value> = stale.iter().filter(|finding| finding["code"] == "HIP9006").collect();
    assert!(stale.len() == 1 && stale[0]["message"].as_str().unwrap().contains("HIP1001"), "{stale:?}");
    assert_eq!(said.code, 0, "a stale entry fails nothing");
    assert!(place.run("lint src --baseline known.json").out.contains("note[HIP9006]"), "and is said all the same");
    place.run("lint src --baseline known.json --update-baseline");
    assert!(!place.read("known.json").contains("HIP1001") && place.read("known.json").contains("HIP9001"));
}

#[test]
fn a_broken_baseline_is_an_error() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("known.json", "{\"version\": 1}")]);
    let said = place.run("lint a.cu --baseline known.json");
    assert!(said.code == 2 && said.err.contains("known.json") && said.err.contains("--write-baseline"), "{}", said.err);
    place.write("known.json", "{\"version\": 9, \"tool\": \"hipify-rs\", \"entries\": []}");
    assert_eq!(place.run("lint a.cu --baseline known.json").code, 2);
    assert_eq!(place.run("lint a.cu --baseline not-there.json").code, 2);
    assert_eq!(place.run("lint a.cu --update-baseline").code, 2);
}

#[test]
fn with_a_diff_base_only_changed_lines_count() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let git = "git -c user.name=a -c user.email=a@b";
    let said = place.shell(&format!("git init -q . && git add . && {git} commit -qm one"));
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(codes(&place, ". --diff-base HEAD"), [""; 0]);
    place.write("a.cu", SOURCE.replace("cudaFooBar", "cudaBarFoo"));
    place.write("new.cu", SOURCE);
    assert_eq!(codes(&place, ". --diff-base HEAD"), ["HIP9001:3", "HIP1001:2", "HIP9001:3"]);
    let said = place.run("lint . --diff-base no-such-revision");
    assert!(said.code == 2 && said.err.contains("no-such-revision"), "{}", said.err);
}

#[test]
fn the_nearest_configuration_is_read_unless_isolated() {
    let place = TestFolder::new(&[("hipify.toml", "[lint]\nignore = [\"HIP1001\"]\n"), ("src/deep/a.cu", SOURCE)]);
    assert_eq!(codes(&place, "src/deep/a.cu"), ["HIP9001:3"]);
    assert_eq!(codes(&place, "src/deep/a.cu --isolated"), ["HIP1001:2", "HIP9001:3"]);
    place.write("other.toml", "extend = \"hipify.toml\"\n[lint]\nselect = [\"HIP1\"]\n");
    assert_eq!(codes(&place, "src/deep/a.cu --config other.toml"), [""; 0], "`ignore` is taken over");
}

#[test]
fn lints_are_off_and_have_other_levels_where_the_configuration_says() {
    let config = "[lint]\nlevels = { HIP9001 = \"note\" }\n[lint.per-file-ignores]\n\"tests/\" = [\"HIP1\"]\n";
    let place = TestFolder::new(&[("hipify.toml", config), ("src/a.cu", SOURCE), ("tests/a.cu", SOURCE)]);
    let said = place.run("lint src tests --output-format concise");
    assert_eq!(said.out.matches("HIP1001").count(), 1, "{}", said.out);
    assert_eq!(place.run("lint tests").code, 0, "a note does not fail");
    assert_eq!(codes(&place, "tests --isolated --per-file-ignores tests/:HIP9"), ["HIP1001:2"]);
}

#[test]
fn a_bad_configuration_is_an_error_with_its_place() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("hipify.toml", "[lint]\nselct = []\n")]);
    let said = place.run("lint a.cu");
    assert!(said.code == 2 && said.err.contains("hipify.toml") && said.err.contains("line 2, column 1"), "{}", said.err);
    for bad in [
        "[lint]\nselect = [\"HIP77777\"]\n",
        "[lint]\nrocm = \"six\"\n",
        "[lint",
        "extend = \"hipify.toml\"\n",
        "extend = \"gone.toml\"\n",
    ] {
        place.write("hipify.toml", bad);
        assert_eq!(place.run("lint a.cu").code, 2, "{bad}");
    }
}

#[test]
fn the_schema_of_the_configuration_takes_what_lint_takes() {
    let place = TestFolder::new(&[]);
    let schema = Schema::new(json(&place.run("lint --schema")));
    assert_eq!(schema.complaint(&toml::from_str::<Value>(CONFIG).unwrap()), None);
    assert!(schema.complaint(&toml::from_str::<Value>("[lint]\nselct = []\n").unwrap()).is_some());
    place.write("hipify.toml", CONFIG);
    place.write("a.cu", CLEAN);
    assert_eq!(place.run("lint a.cu").code, 0);
}

/// Every key that there is.
const CONFIG: &str = r#"
[lint]
target = ["gfx942", "gfx1100"]
rocm = "6.4"
cuda = "12.6"
select = ["DEFAULT", "HIP1"]
extend-select = []
ignore = ["HIP9008"]
exclude = ["third_party/"]
fail-on = "error"
max-warnings = 10
unsafe-fixes = false
require-reason = true

[lint.per-file-ignores]
"tests/" = ["HIP1"]

[lint.levels]
HIP9001 = "error"

[[rules]]
code = "ACME001"
name = "old-allocator"
kind = "api"
match = "acme_alloc"
level = "error"
message = "`$0` is gone"
help = "use hipMalloc"
replace = "hipMalloc"
safe = true
fires = ["void f() { acme_alloc(1); }"]
silent = ["void f() { x.acme_alloc(1); } // acme_alloc(1)"]
fixes = [{ from = "acme_alloc(1);", to = "hipMalloc(1);" }]

[[rules]]
code = "ACME002"
name = "half-warp"
kind = "pattern"
match = ["half_warp($X, 16)"]
message = "`$X` is half a warp"
replace = "part_of_wave($X)"
fires = ["a = half_warp(b, 16);"]
silent = ["a = half_warp(b, 32);"]
"#;

#[test]
fn rules_of_the_configuration_find_fix_and_are_tested() {
    let place = TestFolder::new(&[
        ("hipify.toml", CONFIG),
        ("a.cu", "void f(int b) {\n  acme_alloc(1);\n  b = half_warp(b + 1, 16);\n}\n"),
    ]);
    assert_eq!(codes(&place, "a.cu"), ["ACME001:2", "ACME002:3"]);
    let said = place.run("lint --test-rules");
    assert!(said.code == 0 && said.err.contains("2 rules, 5 tests passed, 0 failed"), "{}", said.err);
    place.run("lint a.cu --fix");
    assert_eq!(place.read("a.cu"), "void f(int b) {\n  hipMalloc(1);\n  b = half_warp(b + 1, 16);\n}\n");
    place.run("lint a.cu --fix --unsafe-fixes");
    assert!(place.read("a.cu").contains("b = part_of_wave(b + 1);"));
    assert_eq!(codes(&place, "a.cu --extend-select HIP9008"), [""; 0], "`ignore` of the configuration holds");
}

#[test]
fn a_rule_that_fails_its_tests_or_matches_nothing_is_reported() {
    let config =
        "[[rules]]\ncode = \"A1\"\nname = \"a\"\nkind = \"macro\"\nmatch = \"AAA\"\nmessage = \"m\"\nfires = [\"int BBB;\"]\n";
    let place = TestFolder::new(&[("hipify.toml", config), ("a.cu", CLEAN)]);
    let said = place.run("lint --test-rules");
    assert!(said.code == 1 && said.err.contains("A1: does not fire on `int BBB;`"), "{}", said.err);
    assert_eq!(codes(&place, "."), ["HIP9008:1"]);
    place.write("hipify.toml", config.replace("\"A1\"", "\"HIP1\""));
    assert_eq!(place.run("lint .").code, 2, "codes that start with HIP are taken");
}

#[test]
fn statistics_count_and_rules_are_listed() {
    let place = TestFolder::new(&[("a.cu", SOURCE), ("b.cu", SOURCE)]);
    let said = place.run("lint . --statistics");
    assert!(said.out.contains("     2  HIP1001  full-mask-32bit  (2 fixable)"), "{}", said.out);
    let rules = json(&place.run("lint --list-rules --json --select HIP1001"));
    let on: Vec<&Value> = rules.as_array().unwrap().iter().filter(|rule| rule["selected"] == true).collect();
    assert!(on.len() == 1 && on[0]["name"] == "full-mask-32bit" && on[0]["fix"] == "safe", "{on:?}");
    assert!(place.run("lint --list-rules").out.contains("HIP9005  unused-suppression"));
}

#[test]
fn explain_prints_the_page_of_a_code_or_name() {
    let place = TestFolder::new(&[]);
    let said = place.run("explain HIP1001");
    assert!(
        said.code == 0 && said.out.starts_with("# HIP1001 full-mask-32bit\n") && said.out.contains("## Why on AMD"),
        "{}",
        said.out
    );
    assert_eq!(place.run("explain full-mask-32bit").out, said.out);
    let said = place.run("explain HIP1000001");
    assert!(said.code == 2 && said.err.contains("there is no lint"), "{}", said.err);
}

#[test]
fn targets_and_versions_must_be_real() {
    let place = TestFolder::new(&[("a.cu", CLEAN)]);
    assert_eq!(place.run("lint a.cu --target gfx942,gfx1100 --rocm 6.4 --cuda 12.6").code, 0);
    assert_eq!(place.run("lint a.cu --target gfx9999").code, 2);
    assert_eq!(place.run("lint a.cu --rocm six").code, 2);
}

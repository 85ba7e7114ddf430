//! Properties of trees, over every program of corpora/fortran.

mod corpus;

use corpus::{is_twin, sources};
use gpufort::ast::{File, FixedForm, Form, Span, Stmt, Unit};
use gpufort::parse::{Defines, form_of, parse};
use std::path::Path;
use std::process::Command;

fn parsed(path: &Path, bytes: &[u8]) -> File {
    let wide = memchr::memmem::find(bytes, b"-ffixed-line-length-132").is_some();
    let form = if wide { Form::Fixed(FixedForm { columns: 132, debug_lines: false }) } else { form_of(path) };
    parse(bytes, form, &Defines::default())
}

#[test]
fn every_program_is_understood() {
    for (path, bytes) in sources() {
        assert_eq!(parsed(&path, &bytes).problems, [], "{}", path.display());
    }
}

#[test]
fn what_gfortran_accepts_is_understood() {
    let scratch = tempfile::tempdir().unwrap();
    let twins = sources().into_iter().filter(|(path, _)| is_twin(path));
    let mut accepted = 0;
    for (path, bytes) in twins {
        let run = Command::new("gfortran").args(["-fsyntax-only", "-cpp"]).arg(&path).current_dir(scratch.path()).output();
        let run = run.expect("gfortran is one of the packages that `make test` installs");
        if run.status.success() {
            accepted += 1;
            assert_eq!(parsed(&path, &bytes).problems, [], "{}", path.display());
        }
    }
    assert_eq!(accepted, 85);
}

#[test]
fn no_statement_is_lost() {
    for (path, bytes) in sources() {
        let file = parsed(&path, &bytes);
        let mut covered = vec![false; bytes.len()];
        let mut cover = |span: Span| covered[span.range()].fill(true);
        file.units.iter().for_each(|unit| cover_unit(unit, &mut cover));
        file.comments.iter().chain(&file.left_out).copied().for_each(&mut cover);
        file.cpp.iter().map(|line| line.span).for_each(&mut cover);
        let columns = if let Form::Fixed(FixedForm { columns, .. }) = file.form { columns as usize } else { usize::MAX };
        let lost: Vec<&[u8]> = bytes
            .split(|b| *b == b'\n')
            .scan(0, |at, line| {
                let start = *at;
                *at += line.len() + 1;
                let directive = line.trim_ascii_start().starts_with(b"!") || line.starts_with(b"c$") || line.starts_with(b"C$");
                let text =
                    (0..line.len().min(columns)).any(|n| !covered[start + n] && !matches!(line[n], b' ' | b'\t' | b'\r' | b';'));
                Some((text && !directive).then_some(line))
            })
            .flatten()
            .collect();
        let lost: Vec<_> = lost.iter().map(|line| String::from_utf8_lossy(line)).collect();
        assert!(lost.is_empty(), "{}: {lost:#?}", path.display());
    }
}

fn cover_unit(unit: &Unit, cover: &mut impl FnMut(Span)) {
    cover(unit.head);
    cover(unit.end);
    unit.contains.into_iter().for_each(&mut *cover);
    unit.spec.iter().chain(&unit.body).for_each(|stmt| cover(stmt.span));
    unit.procedures.iter().for_each(|inner| cover_unit(inner, cover));
}

#[test]
fn statements_stand_in_order_within_their_unit() {
    for (path, bytes) in sources() {
        let file = parsed(&path, &bytes);
        file.units.iter().for_each(|unit| check_unit(unit, &path));
    }
}

fn check_unit(unit: &Unit, path: &Path) {
    let statements: Vec<&Stmt> = unit.spec.iter().chain(&unit.body).collect();
    let mut reached = unit.head.end;
    for stmt in statements {
        let place = format!("{} {:?}", path.display(), stmt.span);
        assert!(stmt.span.start >= reached && stmt.span.end >= stmt.span.start, "{place}: before {reached}");
        reached = stmt.span.end;
    }
    for inner in &unit.procedures {
        assert!(inner.span.start >= reached, "{}: {}", path.display(), inner.name.key);
        check_unit(inner, path);
        reached = inner.span.end;
    }
    assert!(unit.end.start >= reached && unit.end.end <= unit.span.end, "{}: {}", path.display(), unit.name.key);
}

#[test]
fn a_truncated_file_is_read_without_a_panic() {
    for (path, bytes) in sources() {
        let step = (bytes.len() / 40).max(1);
        for end in (0..bytes.len()).step_by(step) {
            parsed(&path, &bytes[..end]);
            parse(&bytes[end..], Form::FIXED, &Defines::default());
        }
    }
}

#[test]
fn nesting_and_length_without_bound_are_read_without_a_panic() {
    let n = 20_000;
    let sources = [
        "x = ".to_owned() + &"(".repeat(n) + "1" + &")".repeat(n),
        "x = ".to_owned() + &"-".repeat(n) + "1",
        "x = 1".to_owned() + &" + a%b(1)".repeat(n),
        "x = a".to_owned() + &"%b(1)".repeat(n),
        "x = ".to_owned() + &"[real :: ".repeat(n),
        "if (a) ".repeat(n) + "x = 1",
        "if (a) then\n".repeat(n),
        "do i = 1, 2\n".repeat(n) + &"end do\n".repeat(n),
        "do 10 i = 1, 2\n".repeat(n) + "10 continue\n",
        "module m\ncontains\n".repeat(n),
        "interface\nsubroutine s\n".repeat(n),
        "type t\n".repeat(n),
        "#if X\n".repeat(n),
        "#if X\n#else\n".repeat(n) + &"#endif\n".repeat(n),
        "x = a &\n".to_owned() + &"#if X\n".repeat(n),
        "x = a &\n".repeat(n),
        "call a<<<".repeat(n),
        "!$cuf kernel do\n".repeat(n),
        "x".repeat(n * 10) + " = 1",
        ".".repeat(n * 10),
        "'".repeat(n * 10),
    ];
    for source in sources {
        for form in [Form::Free, Form::FIXED] {
            let padded = if form == Form::FIXED { format!("      {source}") } else { source.clone() };
            parse(padded.as_bytes(), form, &Defines::default());
        }
    }
}

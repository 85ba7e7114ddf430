//! Forms of source and the preprocessor: what a file's lines make of its statements.

use gpufort::ast::{DoControl, File, FixedForm, Form, Span, Stmt, StmtKind};
use gpufort::parse::{Defines, form_of, parse};
use std::path::Path;

fn clean(source: &str, form: Form) -> File {
    let file = parse(source.as_bytes(), form, &Defines::default());
    assert_eq!(file.problems, [], "{source}");
    file
}

fn body(file: &File) -> &[Stmt] {
    &file.units[0].body
}

fn text(source: &str, span: Span) -> &str {
    std::str::from_utf8(span.of(source.as_bytes())).unwrap()
}

#[test]
fn the_form_is_the_extensions() {
    for (name, form) in
        [("a.f", Form::FIXED), ("a.F", Form::FIXED), ("a.for", Form::FIXED), ("a.cuf", Form::Free), ("a.F90", Form::Free)]
    {
        assert_eq!(form_of(Path::new(name)), form, "{name}");
    }
}

#[test]
fn fixed_form_has_labels_continuation_and_comments_in_columns() {
    let source = "\
C     a comment
      program p
      real x(10)
      do 10 i = 1,
     &      10
      do 10 j = 1, 2
*     another
   10 x(i) = x(i) + 1.0                                                 ignored
      if (x(1) .gt. 1) goto 20
c$cuf kernel do
c$cuf&  <<<*, 128>>>
      do i = 1, 10
        x(i) = 0
      enddo
!@cuf call only_cuda
 20   end
";
    let file = clean(source, Form::FIXED);
    let kinds: Vec<&StmtKind> = body(&file).iter().map(|stmt| &stmt.kind).collect();
    assert!(matches!(kinds[..], [StmtKind::Do(_), StmtKind::IfOne { .. }, StmtKind::CufKernel(_), StmtKind::Cuf { .. }]));
    let StmtKind::Do(outer) = kinds[0] else { panic!() };
    let StmtKind::Do(inner) = &outer.body[0].kind else { panic!() };
    assert_eq!((outer.until, inner.until, outer.end), (Some(10), Some(10), inner.end));
    assert_eq!(text(source, outer.end), "10 x(i) = x(i) + 1.0");
    assert!(text(source, outer.head).ends_with("10"));
    assert_eq!(file.comments.len(), 2);
}

#[test]
fn a_name_that_column_72_cuts_is_one_name() {
    let start = format!("      a = {}long_", " ".repeat(57));
    assert_eq!(start.len(), 72);
    let source = format!("{start}beyond\n     &name\n      b = 'it''\n     &s'\n      end\n");
    let file = clean(&source, Form::FIXED);
    let StmtKind::Assign { value, .. } = &body(&file)[0].kind else { panic!() };
    assert!(format!("{value:?}").contains("\"long_name\""), "{value:?}");
}

#[test]
fn numbers_and_operators_that_column_72_cuts_are_whole() {
    for (first, second) in [
        ("1.0d", "0"),
        ("4", ".0d0"),
        ("1.5d", "-2"),
        ("1.e", "q.2"),
        ("x .a", "nd. y"),
        ("x*", "*2"),
        ("1. E", "Q. 2"),
        ("'it'", "'s'"),
    ] {
        let start = format!("      a = {}{first}", " ".repeat(62 - first.len()));
        let whole = clean(&format!("      a = {first}{second}\n      end\n"), Form::FIXED);
        let cut = clean(&format!("{start}\n     &{second}\n      end\n"), Form::FIXED);
        let shape = |file: &File| {
            let text = format!("{:?}", body(file)[0].kind);
            text.split("Span {").map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect::<String>()
        };
        assert_eq!(shape(&cut), shape(&whole), "{first}|{second}");
    }
}

#[test]
fn a_format_statement_is_left_alone() {
    for form in [Form::FIXED, Form::Free] {
        let file = clean("      write (6, 10) x\n   10 format (4x, 2h ', f10.5)\n      x = 1\n      end\n", form);
        assert!(matches!(body(&file)[1].kind, StmtKind::Opaque));
        assert_eq!((body(&file)[1].label, body(&file).len()), (Some(10), 3));
    }
    for format in
        ["format (4x, & ! goes on\n  'a', 3(1x,i5))", "format (2h ', &\n  f10.5)", "format ('it''s', 1p, e12.4e3, &\n  & /, $)"]
    {
        let file = clean(&format!("write (6, 10) x\n10 {format}\nx = 1\nend\n"), Form::Free);
        assert_eq!((body(&file)[1].label, body(&file).len()), (Some(10), 3), "{format}");
    }
}

#[test]
fn free_form_continues_names_and_strings_with_an_ampersand_on_both_lines() {
    let source = "call long&\n  ! between\n\n  &name('it''&\n  &s', 'a&\n b')\nend\n";
    let file = clean(source, Form::Free);
    let call = format!("{:?}", body(&file)[0].kind);
    assert!(call.contains("\"longname\"") && call.contains("it's") && call.contains("\"ab\""), "{call}");
}

#[test]
fn statements_share_a_line_and_files_have_marks_carriage_returns_and_tabs() {
    let source = "\u{feff}program p\r\n\tinteger :: i; real :: x\r\n  i = 1; ; x = 2 ! two\r\nend program\r\n";
    let file = clean(source, Form::Free);
    assert_eq!((file.units[0].spec.len(), body(&file).len()), (2, 2));
    assert_eq!(text(source, body(&file)[1].span), "x = 2");
    assert_eq!(text(source, file.comments[0]), "! two");
}

#[test]
fn bytes_that_are_not_utf8_are_kept_where_they_may_stand() {
    let source = b"print *, '\xe9t\xe9' ! \xe0\nend\n";
    let file = parse(source, Form::Free, &Defines::default());
    assert_eq!(file.problems, []);
    assert!(format!("{:?}", file.units[0].body[0].kind).contains("été"));
}

#[test]
fn words_without_blanks_between_them_are_told_apart() {
    let source = "\
subroutine s
  doubleprecision a
  do i=1,3
    if (i>1) then
      goto 10
    elseif (i>2) then
      cycle
    endif
  enddo
  selectcase (i)
  case (1)
  endselect
10 continue
endsubroutine s
";
    let file = clean(source, Form::Free);
    assert_eq!((file.units[0].spec.len(), body(&file).len()), (1, 3));
}

#[test]
fn variables_may_be_named_like_statements() {
    let source = "if = 3\nreal(3) = 1\nend = 2\ndo = if\nprint = 1\ntype%call(2) = 4\nelse => where\nend\n";
    let file = clean(source, Form::Free);
    let assigned = body(&file).iter().filter(|stmt| matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Point { .. }));
    assert_eq!(assigned.count(), 7);
}

#[test]
fn branches_of_the_preprocessor_that_nest_are_all_in_the_tree() {
    let source =
        "program p\n#ifdef _CUDA\n real, device :: a\n#else\n real :: a\n#endif\n#if X\n a = 1\n#else\n a = 2\n#endif\nend\n";
    let file = clean(source, Form::Free);
    assert_eq!((file.units[0].spec.len(), body(&file).len()), (5, 5));
    let inactive: Vec<&str> = file.inactive.iter().map(|span| text(source, *span).trim()).collect();
    assert_eq!(inactive, ["real :: a", "a = 1"]);
    assert_eq!((file.left_out.len(), file.cpp.len()), (0, 6));
}

#[test]
fn a_branch_that_splits_a_head_or_a_construct_is_left_out_when_it_is_off() {
    let source = "\
#if defined(_CUDA) && !defined(NO_GPU)
attributes(global) subroutine k(a, &
#else
subroutine k(a, &
#endif
   b)
  if (b > 0) then
     a(1) = 1 &
#ifdef X
       + 2
#else
       + 3
#endif
#ifdef X
  end if
#else
  endif
#endif
end subroutine
";
    let file = clean(source, Form::Free);
    assert!(file.units[0].is_kernel());
    assert_eq!(file.units[0].dummies.len(), 2);
    let left_out: Vec<&str> = file.left_out.iter().map(|span| text(source, *span).trim()).collect();
    assert_eq!(left_out, ["subroutine k(a, &", "+ 2", "end if"]);
    let defined = Defines(vec![("X".to_owned(), String::new())]);
    assert!(!parse(source.as_bytes(), Form::Free, &defined).units[0].is_kernel());
}

#[test]
fn a_branch_that_goes_on_a_statement_may_have_no_end() {
    let source = "      print *, 'a'\n#ifdef _CUDA\n#else\n     &, 'b'\n      end\n";
    let file = parse(source.as_bytes(), Form::FIXED, &Defines::default());
    assert_eq!(file.left_out.len(), 1);
}

#[test]
fn a_macro_for_attributes_is_what_the_file_defines_it_to_be() {
    let source = "#define ATTR , device\nreal, pointer ATTR :: a(:)\nend\n";
    let file = clean(source, Form::Free);
    assert!(format!("{:?}", file.units[0].spec).contains("Device"));
}

#[test]
fn a_marked_line_is_a_statement_or_continues_one() {
    let source = "call s(a, &\n!@cuf& b, &\n c)\n!@cuf do i = 1, 2\n x = 1\n!@cuf end do\nend\n";
    let file = clean(source, Form::Free);
    assert_eq!(file.marks.len(), 3);
    let StmtKind::Call(call) = &body(&file)[0].kind else { panic!() };
    assert_eq!(call.args.len(), 3);
    let StmtKind::Cuf { statement, .. } = &body(&file)[1].kind else { panic!() };
    assert!(matches!(&statement.kind, StmtKind::Do(of) if matches!(of.control, DoControl::Count { .. })));
    assert_eq!(text(source, body(&file)[1].span), "!@cuf do i = 1, 2\n x = 1\n!@cuf end do");
}

#[test]
fn other_directives_are_joined_over_their_lines() {
    let file = clean("program p\n!$acc parallel &\n!$acc& LOOP\ndo i = 1, 2\nend do\n!dir$ ivdep\n!$ x = 1\nend\n", Form::Free);
    let directives: Vec<(String, &str)> = body(&file)
        .iter()
        .filter_map(|stmt| {
            if let StmtKind::Directive(of) = &stmt.kind { Some((of.sentinel.to_string(), of.text.as_str())) } else { None }
        })
        .collect();
    assert_eq!(directives, [("acc".to_owned(), "parallel loop"), ("dir".to_owned(), "ivdep")]);
}

#[test]
fn statement_functions_are_specifications_and_elements_of_arrays_are_not() {
    for (source, functions) in [
        ("program p\n cube(t) = t*t*t\n data a /1/\n x = cube(2.0)\nend\n", 2),
        ("program p\n real f\n f(t, u) = t + u\n x = f(1.0, 2.0)\nend\n", 2),
        ("subroutine s(i)\n use m\n a(i) = i\nend\n", 1),
        ("subroutine s\n use m\n a(i) = i\nend\n", 1),
        ("subroutine s\n real a(3)\n a(i) = i\nend\n", 1),
        ("subroutine s\n common /c/ a(3), i\n a(i) = i\nend\n", 1),
        ("subroutine s\n real x\n parameter (i = 3)\n x(i) = i\nend\n", 2),
    ] {
        assert_eq!(clean(source, Form::Free).units[0].spec.len(), functions, "{source}");
    }
}

#[test]
fn options_say_where_a_line_of_fixed_form_ends_and_what_a_debugging_line_is() {
    let line = format!("      x = 1{}+ 2\nd     y = 3\n      end\n", " ".repeat(70));
    let file = |columns, debug_lines| clean(&line, Form::Fixed(FixedForm { columns, debug_lines }));
    let values = |file: &File| {
        let text = |stmt: &Stmt| text(&line, stmt.span).split_whitespace().collect::<String>();
        body(file).iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(values(&file(72, false)), ["x=1"]);
    assert_eq!(values(&file(132, false)), ["x=1+2"]);
    assert_eq!(values(&file(u32::MAX, true)), ["x=1+2", "y=3"]);
}

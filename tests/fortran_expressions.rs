//! Expressions made by chance: a kernel that evaluates them, ported and run on the CPU, gives what gfortran's procedure with the
//! same body gives.

use gpufort::Source;
use gpufort::kernel::translate;
use gpufort::parse::{Defines, form_of, parse};
use gpufort::sema::{DefaultKinds, Index};
use hipify_tests::chance::Chance;
use hipify_tests::cli_command::TestFolder;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Expressions a program; a fifth of each type.
const COUNT: usize = 250;
/// Sets of values that each expression is evaluated for.
const SETS: usize = 8;

#[test]
fn expressions_have_the_values_that_gfortran_gives_them() {
    let seed = std::env::var("GPUFORT_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let body = body(&mut Expressions(Chance(seed)));
    let place = TestFolder::new(&[]);
    place.write("twin.f90", twin(&body));
    place.write("k.hip", ported(&body) + &host());
    let headers = concat!(env!("CARGO_MANIFEST_DIR"), "/runtime-shim/include/gpufort");
    let said = place.run(&format!("cc --offload-arch=cpu --runtime=bundled -ffp-contract=off -w -I{headers} k.hip -o kernel"));
    assert_eq!(said.code, 0, "{}", said.err);
    let fortran = Command::new("gfortran").args(["-O0", "-w", "twin.f90", "-o", "twin"]).current_dir(place.path("")).status();
    assert!(
        fortran.is_ok_and(|status| status.success()),
        "gfortran does not compile the twin; `apt install gfortran` if it is missing"
    );
    let lines = |name: &str| {
        let output = Command::new(place.path(name)).output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let (got, want) = (lines("kernel"), lines("twin"));
    assert_eq!(got.lines().count(), COUNT * SETS);
    let wrong: Vec<_> = got.lines().zip(want.lines()).filter(|(got, want)| !alike(got, want)).collect();
    let statement =
        |line: &str| body.iter().find(|text| text.contains(&format!("({},t) =", line.split(' ').next().unwrap_or("")))).cloned();
    let shown: Vec<_> = wrong.iter().take(5).map(|(got, want)| (got, want, statement(got))).collect();
    assert!(wrong.is_empty(), "{} of {} differ: {shown:#?}", wrong.len(), COUNT * SETS);
}

/// Integers are the same; reals but for the last bits of single precision, which mathematical functions may round otherwise.
fn alike(got: &str, want: &str) -> bool {
    let fields = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (got, want) = (fields(got), fields(want));
    let number = |text: &str| text.parse::<f64>().unwrap();
    let (a, b) = (number(&got[3]), number(&want[3]));
    got[..3] == want[..3] && (a == b || (a - b).abs() <= 3e-6 * b.abs().max(1.0) || a.is_nan() && b.is_nan())
}

/// Expressions of Fortran by chance.
struct Expressions(Chance);

impl Expressions {
    fn pick(&mut self, list: &[&str]) -> String {
        list[self.0.below(list.len())].to_owned()
    }

    /// A pattern of the list with each `I`, `K`, `L`, `X`, `D` replaced by an expression of that type, `#` by a digit.
    fn fill(&mut self, patterns: &[&str], depth: usize) -> String {
        let pattern = self.pick(patterns);
        let mut text = String::new();
        for mark in pattern.chars() {
            match mark {
                'I' => text += &self.integer(depth - 1),
                'K' => text += &self.long(depth - 1),
                'L' => text += &self.logical(depth - 1),
                'X' => text += &self.single(depth - 1),
                'D' => text += &self.double(depth - 1),
                '#' => write!(text, "{}", self.0.below(10)).unwrap(),
                other => text.push(other),
            }
        }
        text
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.fill(&["i1", "i2", "i3", "i4", "##", "i1", "i2"], 1);
        }
        self.fill(
            &[
                "mod(I + I, 5003)",
                "mod(I - (I), 7001)",
                "mod(I, 101)*mod(I, 89)",
                "(I)/(abs(mod(I, 7)) + 3)",
                "-mod(I, 401)",
                "mod(I, -7)",
                "modulo(I, 13)",
                "modulo(I, -7)",
                "iand(I, 1023)",
                "ior(iand(I, 511), iand(I, 255))",
                "ieor(iand(I, 4095), 37)",
                "ishft(iand(I, 1023), 4)",
                "ishft(iand(I, 1023), -3)",
                "ishftc(iand(I, 255), 5, 8)",
                "ishftc(I, -#)",
                "ibits(I, 3, 5)",
                "popcnt(I) + leadz(I) - trailz(I)",
                "merge(I, I, L)",
                "max(I, I, -#)",
                "min(I, I)",
                "sign(mod(I, 77), I)",
                "mod(dim(mod(I, 999), mod(I, 99)), 99)",
                "(mod(I, 5) + 6)**3",
                "(mod(I, 5) + 6)**2",
                "(iand(I, 1) + 1)**(-3)",
                "(iand(I, 1) + 2)**(-1)",
                "int(mod(K, 1000_8))",
                "not(I)/3",
            ],
            depth,
        )
    }

    fn long(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["k1", "k2", "40_8", "int(i1, 8)"]);
        }
        self.fill(
            &[
                "mod(K + I, 100000007_8)",
                "mod(K, 1000003_8)*mod(K, 10007_8)",
                "modulo(K, 97_8) - I",
                "ieor(iand(K, 65535_8), 4711_8)",
                "max(K, int(I, 8))",
                "shiftr(iand(K, 1048575_8), #)",
                "int(s1*2_2, 8) + mod(K, 1000007_8)",
            ],
            depth,
        )
    }

    fn logical(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["l1", "l2", "i1 > i2", "x1 < d1", ".true.", "i3 == 7", "d2 /= d3"]);
        }
        self.fill(
            &[
                "(L) .and. (L)",
                "((L) .or. .not. (L))",
                "((L) .eqv. (L))",
                "((L) .neqv. l1)",
                "(I) >= I",
                "btest(I, #)",
                "(D) < d2",
                "L .or. l1 .and. l2",
            ],
            depth,
        )
    }

    fn single(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["x1", "x2", "x3", "1.5", "0.25e1", "2.", "x2"]);
        }
        self.fill(
            &[
                "(X + X)",
                "(X - I)",
                "(abs(X) + 0.5)/(abs(X) + 0.5)",
                "x1*(X)",
                "(X)**2/100",
                "sqrt(abs(X) + 0.5)",
                "exp(-abs(X) - 0.5)",
                "sin(X)",
                "max(X, X, 0.5)",
                "merge(X, X, L)",
                "sign(abs(X) + 0.5, x2)",
                "aint(x3*3)",
                "real(I)/7",
                "anint(x1)",
                "real(d1)",
                "dim(X, X)",
                "atan2(X, abs(X) + 0.5)",
                "abs(z1)*X",
                "aimag(z1*cmplx(X, x2))/64",
                "real(z1/cmplx(x2, x3))",
            ],
            depth,
        )
    }

    fn double(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["d1", "d2", "d3", "1.25d0", "3d-1", "x1", "i2*1d0"]);
        }
        self.fill(
            &[
                "(D + D)",
                "(D - X)",
                "(abs(D) + 0.5d0)/(abs(D) + 0.5d0)",
                "d2*(D)",
                "(abs(D) + 0.5d0)**(-2)",
                "(abs(D) + 0.5d0)**0.5d0",
                "log(dble(abs(D) + 0.5d0))",
                "cos(dble(D))",
                "min(dble(D), dble(I))",
                "2**(mod(i1, 4))*(D)",
                "merge(1d0, dble(D), L)",
                "mod(d1, 0.75d0)",
                "modulo(d2, -0.75d0)",
                "nint(x1*4) + D",
                "floor(d2) - ceiling(x3)",
                "I/3 + I/3.d0",
                "hypot(dble(D), dble(D))",
                "real(z1*conjg(z1))/16",
                "tanh(dble(D))",
                "-d2**2 + D",
            ],
            depth,
        )
    }
}

/// The statements, each with its result in `m` or `q`.
fn body(chance: &mut Expressions) -> Vec<String> {
    let line = |number: usize| {
        let depth = 1 + chance.0.below(3);
        let text = match number % 5 {
            0 => format!("m({number},t) = {}", chance.integer(depth)),
            1 => format!("m({number},t) = {}", chance.long(depth)),
            2 => format!("m({number},t) = merge(1, 0, {})", chance.logical(depth)),
            3 => format!("q({number},t) = {}", chance.single(depth)),
            _ => format!("q({number},t) = {}", chance.double(depth)),
        };
        broken(&text)
    };
    (1..=COUNT).map(line).collect()
}

/// The statement in lines of less than 132 columns.
fn broken(text: &str) -> String {
    let mut lines = Vec::new();
    let mut rest = text;
    while rest.len() > 110 {
        let at = rest[..110].rfind(' ').unwrap();
        lines.push(format!("{} &\n", &rest[..at]));
        rest = &rest[at..];
    }
    lines.concat() + rest
}

/// The procedure, with `start` after its declarations.
fn procedure(head: &str, start: &str, body: &[String]) -> String {
    format!(
        "module e
contains
  {head}
    integer(8) :: m({COUNT},{SETS})
    real(8) :: q({COUNT},{SETS})
    integer :: i1, i2, i3, i4
    integer(8) :: k1, k2
    integer(2) :: s1
    real :: x1, x2, x3
    real(8) :: d1, d2, d3
    logical :: l1, l2
    complex :: z1
{start}    i1 = 3*t - 11
    i2 = 17 - t*t
    i3 = t
    i4 = -i1*i2
    k1 = 1234567890123_8*t - 17
    k2 = -i4
    s1 = int(t - 4, 2)
    x1 = 0.375*t - 1.25
    x2 = -x1*x1 + 2
    x3 = 10.0/t
    d1 = x1*0.1d0 + t
    d2 = 1.d0/3 - t
    d3 = d1*d2/4
    l1 = mod(t, 2) == 0
    l2 = t > 3
    z1 = cmplx(x1, x2)
{}
  end subroutine evaluate
end module e
",
        body.join("\n")
    )
}

fn twin(body: &[String]) -> String {
    let procedure = procedure("subroutine evaluate(m, q, t)\n    integer, value :: t", "", body);
    format!(
        "{procedure}
program twin
  use e
  integer(8) :: m({COUNT},{SETS})
  real(8) :: q({COUNT},{SETS})
  integer :: i, t
  m = 0
  q = 0
  do t = 1, {SETS}
    call evaluate(m, q, t)
    do i = 1, {COUNT}
      print '(i0,1x,i0,1x,i0,1x,es24.16)', i, t, m(i,t), q(i,t)
    end do
  end do
end program twin
"
    )
}

fn ported(body: &[String]) -> String {
    let start = format!("    integer :: t\n    t = threadIdx%x\n    if (t > {SETS}) return\n");
    let text = procedure("attributes(global) subroutine evaluate(m, q)", &start, body);
    let file = parse(text.as_bytes(), form_of(Path::new("k.cuf")), &Defines::default());
    let index = Index::new(vec![&file], DefaultKinds::default());
    let device = translate(&index, &[Source { path: "k.cuf", bytes: text.as_bytes() }], 0);
    assert!(device.diagnostics.is_empty(), "{:?}", device.diagnostics);
    device.text.unwrap()
}

/// A host that launches the kernel and prints what the twin prints.
fn host() -> String {
    format!(
        r#"
int main() {{
  int64_t *m;
  double *q;
  (void)hipMallocManaged((void **)&m, {bytes});
  (void)hipMallocManaged((void **)&q, {bytes});
  memset(m, 0, {bytes});
  memset(q, 0, {bytes});
  const gpufort::dim3 grid{{1, 1, 1}}, block{{32, 1, 1}};
  e_evaluate_launch(&grid, &block, 0, nullptr, m, q);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  for (int t = 1; t <= {SETS}; t++)
    for (int i = 1; i <= {COUNT}; i++)
      printf("%d %d %ld %.16e\n", i, t, m[(t - 1) * {COUNT} + i - 1], q[(t - 1) * {COUNT} + i - 1]);
}}
"#,
        bytes = 8 * COUNT * SETS
    )
}

//! `device-functions`: what device functions give on this machine, beside what they give on an NVIDIA GPU.

fn main() {
    let rules = hipify_functions::rules();
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap();
    let out = std::path::PathBuf::from(args.next().unwrap());
    let parts: usize = args.next().unwrap().parse().unwrap();
    let all = hipify_functions::functions(std::path::Path::new(&folder), &rules).unwrap();
    eprintln!("{} functions", all.len());
    let bytes: usize = all
        .iter()
        .map(|f| f.outputs().iter().map(|n| n.size()).sum::<usize>() * hipify_functions::cases(f.parameters.len()))
        .sum();
    eprintln!("{bytes} bytes");
    let size = all.len().div_ceil(parts);
    for (at, part) in all.chunks(size).enumerate() {
        std::fs::write(out.join(format!("part{at}.cu")), hipify_functions::program(part, &rules)).unwrap();
    }
}

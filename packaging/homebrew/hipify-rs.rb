# frozen_string_literal: true

# The command, and on x86-64 Linux the runtime by which ported programs run on the CPU.
class HipifyRs < Formula
  desc "Port CUDA C++ and CUDA Fortran to HIP, lint it, build it, run it on the CPU"
  homepage "https://github.com/hipify-rs/hipify-rs"
  license any_of: ["MIT", "Apache-2.0"]
  head "https://github.com/hipify-rs/hipify-rs.git", branch: "main"

  depends_on "rust" => :build

  on_linux do
    on_intel do
      depends_on "lld@19"
      depends_on "llvm@19"
    end
  end

  RUNTIME = %w[hipify-lower hipify-hip hipify-libraries hipify-runtime-cuda hipify-cuda-libraries].freeze

  def install
    system "cargo", "install", *std_cargo_args(path: "driver")
    generate_completions_from_executable(bin/"hipify-rs", "completions")
    return unless OS.linux? && Hardware::CPU.intel?

    system "cargo", "build", "--release", "--locked", *RUNTIME.flat_map { |part| ["-p", part] }
    (lib/"hipify-rs").install "target/release/hipify-lower"
    (lib/"hipify-rs").install Dir["target/release/libhipify_{hip,libraries,cuda}.so"]
    system "target/release/cuda-libraries", lib/"hipify-rs/cuda", "../libhipify_cuda.so"
  end

  test do
    (testpath/"a.cu").write "int main() { void *p; return cudaMalloc(&p, 4); }\n"
    assert_match "hipMalloc", shell_output("#{bin}/hipify-rs port - < a.cu")
  end
end

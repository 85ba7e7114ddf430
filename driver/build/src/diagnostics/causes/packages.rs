//! Headers and libraries to what brings them.

use super::capture;
use hipify_toolchain::packages::ROCM_LIBRARIES;

/// Where a header comes from.
enum From {
    /// A package of Debian.
    Package(&'static str),
    /// A library of ROCm that `setup` fetches, by its name.
    Rocm(&'static str),
    /// A library of ROCm that `setup` does not fetch, by its name, and the package of AMD's that has it.
    Amd(&'static str, &'static str),
    /// CUDA's, with no drop-in counterpart: the code and what to do.
    Cuda(&'static str, &'static str),
}

use From::{Amd, Cuda, Package, Rocm};

/// Patterns of header names, beside the folders of ROCm's libraries.
const HEADERS: &[(&str, From)] = &[
    ("hip/hip_bf16.h", Rocm("a HIP newer than 5.2")),
    ("hip/hip_fp8.h", Rocm("a HIP newer than 5.2")),
    ("hip/hip_math_constants.h", Rocm("a HIP newer than 5.2")),
    ("hip/*", Rocm("HIP")),
    ("rocwmma/*", Amd("rocWMMA", "rocwmma-dev")),
    ("ck/*", Amd("Composable Kernel", "composablekernel-dev")),
    ("ck_tile/*", Amd("Composable Kernel", "composablekernel-dev")),
    ("hiptensor/*", Amd("hipTensor", "hiptensor-dev")),
    ("hipsparselt/*", Amd("hipSPARSELt", "hipsparselt-dev")),
    ("roctx.h", Rocm("roctracer")),
    ("amd_smi/*", Amd("AMD SMI", "amd-smi-lib")),
    ("rocm_smi/*", Package("librocm-smi-dev")),
    ("hsa/*", Package("libhsa-runtime-dev")),
    // What every program includes: no compiler of the system is there, which brings the headers of both standard libraries.
    ("algorithm", Package("g++")),
    ("assert.h", Package("g++")),
    ("bits/*", Package("g++")),
    ("cassert", Package("g++")),
    ("cmath", Package("g++")),
    ("cstddef", Package("g++")),
    ("cstdio", Package("g++")),
    ("cstdlib", Package("g++")),
    ("features.h", Package("g++")),
    ("iostream", Package("g++")),
    ("math.h", Package("g++")),
    ("new", Package("g++")),
    ("stdio.h", Package("g++")),
    ("stdlib.h", Package("g++")),
    ("string", Package("g++")),
    ("type_traits", Package("g++")),
    ("utility", Package("g++")),
    ("vector", Package("g++")),
    ("mpi.h", Package("libopenmpi-dev")),
    ("omp.h", Package("libomp-19-dev")),
    ("boost/*", Package("libboost-dev")),
    ("opencv2/*", Package("libopencv-dev")),
    ("opencv/*", Package("libopencv-dev")),
    ("gtest/*", Package("libgtest-dev")),
    ("gmock/*", Package("libgmock-dev")),
    ("benchmark/benchmark.h", Package("libbenchmark-dev")),
    ("Eigen/*", Package("libeigen3-dev")),
    ("fftw3.h", Package("libfftw3-dev")),
    ("gsl/gsl_*", Package("libgsl-dev")),
    ("hdf5.h", Package("libhdf5-dev")),
    ("H5Cpp.h", Package("libhdf5-dev")),
    ("netcdf.h", Package("libnetcdf-dev")),
    ("cblas.h", Package("libopenblas-dev")),
    ("lapacke.h", Package("liblapacke-dev")),
    ("gdal*.h", Package("libgdal-dev")),
    ("GL/glut.h", Package("freeglut3-dev")),
    ("GL/freeglut.h", Package("freeglut3-dev")),
    ("GL/glew.h", Package("libglew-dev")),
    ("GL/glu.h", Package("libglu1-mesa-dev")),
    ("GL/*", Package("libgl-dev")),
    ("GLFW/*", Package("libglfw3-dev")),
    ("glm/*", Package("libglm-dev")),
    ("SDL2/*", Package("libsdl2-dev")),
    ("X11/*", Package("libx11-dev")),
    ("png.h", Package("libpng-dev")),
    ("jpeglib.h", Package("libjpeg-dev")),
    ("tiffio.h", Package("libtiff-dev")),
    ("FreeImage.h", Package("libfreeimage-dev")),
    ("zlib.h", Package("zlib1g-dev")),
    ("yaml-cpp/*", Package("libyaml-cpp-dev")),
    ("nlohmann/*", Package("nlohmann-json3-dev")),
    ("fmt/*", Package("libfmt-dev")),
    ("spdlog/*", Package("libspdlog-dev")),
    ("glog/*", Package("libgoogle-glog-dev")),
    ("gflags/*", Package("libgflags-dev")),
    ("google/protobuf/*", Package("libprotobuf-dev")),
    ("tbb/*", Package("libtbb-dev")),
    ("numa.h", Package("libnuma-dev")),
    ("curl/*", Package("libcurl4-openssl-dev")),
    ("openssl/*", Package("libssl-dev")),
    ("pybind11/*", Package("pybind11-dev")),
    ("Python.h", Package("python3-dev")),
    ("gmp.h", Package("libgmp-dev")),
    ("mpfr.h", Package("libmpfr-dev")),
    ("sqlite3.h", Package("libsqlite3-dev")),
    ("ncurses.h", Package("libncurses-dev")),
    ("readline/*", Package("libreadline-dev")),
    ("CL/*", Package("ocl-icd-opencl-dev")),
    ("armadillo", Package("libarmadillo-dev")),
    ("assimp/*", Package("libassimp-dev")),
    ("bzlib.h", Package("libbz2-dev")),
    ("catch2/*", Package("catch2")),
    ("CGAL/*", Package("libcgal-dev")),
    ("CLI/*", Package("libcli11-dev")),
    ("cholmod.h", Package("libsuitesparse-dev")),
    ("umfpack.h", Package("libsuitesparse-dev")),
    ("cxxopts.hpp", Package("libcxxopts-dev")),
    ("doctest/*", Package("doctest-dev")),
    ("f2c.h", Package("libf2c2-dev")),
    ("fitsio.h", Package("libcfitsio-dev")),
    ("htslib/*", Package("libhts-dev")),
    ("hwloc.h", Package("libhwloc-dev")),
    ("IL/*", Package("libdevil-dev")),
    ("json/json.h", Package("libjsoncpp-dev")),
    ("leveldb/*", Package("libleveldb-dev")),
    ("libavcodec/*", Package("libavcodec-dev")),
    ("libconfig.h*", Package("libconfig++-dev")),
    ("libxml/*", Package("libxml2-dev")),
    ("lmdb.h", Package("liblmdb-dev")),
    ("lz4.h", Package("liblz4-dev")),
    ("lzma.h", Package("liblzma-dev")),
    ("matio.h", Package("libmatio-dev")),
    ("metis.h", Package("libmetis-dev")),
    ("papi.h", Package("libpapi-dev")),
    ("pcap.h", Package("libpcap-dev")),
    ("petsc*.h", Package("petsc-dev")),
    ("portaudio.h", Package("portaudio19-dev")),
    ("pugixml.hpp", Package("libpugixml-dev")),
    ("rapidjson/*", Package("rapidjson-dev")),
    ("scotch.h", Package("libscotch-dev")),
    ("SDL/*", Package("libsdl1.2-dev")),
    ("SFML/*", Package("libsfml-dev")),
    ("snappy.h", Package("libsnappy-dev")),
    ("sndfile.h", Package("libsndfile1-dev")),
    ("tinyxml2.h", Package("libtinyxml2-dev")),
    ("uuid/*", Package("uuid-dev")),
    ("vulkan/*", Package("libvulkan-dev")),
    ("zmq.h*", Package("libzmq3-dev")),
    ("zstd.h", Package("libzstd-dev")),
    (
        "helper_*.h",
        Cuda(
            "HIP4016",
            "it belongs to NVIDIA's samples: copy it into the project, or name its folder with -I; it is ported along",
        ),
    ),
    ("cutlass/*", Cuda("HIP4011", "CUTLASS has no HIP counterpart: Composable Kernel, rocWMMA or hipBLASLt may do")),
    ("cute/*", Cuda("HIP4011", "CuTe has no HIP counterpart: Composable Kernel or rocWMMA may do")),
    ("cuda/*", Cuda("HIP2023", "libhipcxx has a part of libcu++; for the rest use the standard library or `__hip_atomic_*`")),
    ("nvtx3/*", Cuda("HIP4012", "`roctracer/roctx.h` has ranges and marks")),
    ("nvml.h", Cuda("HIP4013", "AMD SMI (`amd_smi/amdsmi.h`) has most of it, under other names")),
    ("cupti*.h", Cuda("HIP4014", "rocprofiler-sdk does the same in another way")),
];

/// Libraries of `-l` that come with ROCm, and those of the packages above that go by another name.
const LIBRARIES: &[(&str, From)] = &[
    ("amdhip64", Rocm("HIP")),
    ("hip*", Rocm("the library")),
    ("roc*", Rocm("the library")),
    ("rccl", Rocm("RCCL")),
    ("MIOpen", Rocm("MIOpen")),
    ("cu*", Cuda("", "a library of CUDA: link its HIP counterpart, such as -lhipblas for -lcublas")),
    ("nv*", Cuda("", "a library of CUDA: it has no place in a HIP program")),
    ("mpi*", Package("libopenmpi-dev")),
    ("omp", Package("libomp-19-dev")),
    ("boost_*", Package("libboost-all-dev")),
    ("opencv_*", Package("libopencv-dev")),
    ("gtest*", Package("libgtest-dev")),
    ("fftw3*", Package("libfftw3-dev")),
    ("gsl*", Package("libgsl-dev")),
    ("hdf5*", Package("libhdf5-dev")),
    ("openblas", Package("libopenblas-dev")),
    ("lapacke", Package("liblapacke-dev")),
    ("glut", Package("freeglut3-dev")),
    ("GLEW", Package("libglew-dev")),
    ("glfw", Package("libglfw3-dev")),
    ("png", Package("libpng-dev")),
    ("z", Package("zlib1g-dev")),
    ("numa", Package("libnuma-dev")),
    ("blas", Package("libblas-dev")),
    ("lapack", Package("liblapack-dev")),
    ("cfitsio", Package("libcfitsio-dev")),
    ("cholmod", Package("libsuitesparse-dev")),
    ("crypto", Package("libssl-dev")),
    ("ssl", Package("libssl-dev")),
    ("curl", Package("libcurl4-openssl-dev")),
    ("freeimage", Package("libfreeimage-dev")),
    ("gdal", Package("libgdal-dev")),
    ("gflags", Package("libgflags-dev")),
    ("glog", Package("libgoogle-glog-dev")),
    ("GL", Package("libgl-dev")),
    ("GLU", Package("libglu1-mesa-dev")),
    ("hts", Package("libhts-dev")),
    ("hwloc", Package("libhwloc-dev")),
    ("jpeg", Package("libjpeg-dev")),
    ("jsoncpp", Package("libjsoncpp-dev")),
    ("leveldb", Package("libleveldb-dev")),
    ("lmdb", Package("liblmdb-dev")),
    ("matio", Package("libmatio-dev")),
    ("metis", Package("libmetis-dev")),
    ("netcdf*", Package("libnetcdf-dev")),
    ("OpenCL", Package("ocl-icd-opencl-dev")),
    ("papi", Package("libpapi-dev")),
    ("protobuf", Package("libprotobuf-dev")),
    ("SDL2", Package("libsdl2-dev")),
    ("SDL", Package("libsdl1.2-dev")),
    ("snappy", Package("libsnappy-dev")),
    ("sndfile", Package("libsndfile1-dev")),
    ("sqlite3", Package("libsqlite3-dev")),
    ("tbb", Package("libtbb-dev")),
    ("tiff", Package("libtiff-dev")),
    ("vulkan", Package("libvulkan-dev")),
    ("X11", Package("libx11-dev")),
    ("xml2", Package("libxml2-dev")),
    ("yaml-cpp", Package("libyaml-cpp-dev")),
    ("zmq", Package("libzmq3-dev")),
    ("zstd", Package("libzstd-dev")),
];

/// Packages of CMake's `find_package`.
const PROJECTS: &[(&str, From)] = &[
    ("rocwmma", Amd("rocWMMA", "rocwmma-dev")),
    ("composable_kernel", Amd("Composable Kernel", "composablekernel-dev")),
    ("hiptensor", Amd("hipTensor", "hiptensor-dev")),
    ("hipsparselt", Amd("hipSPARSELt", "hipsparselt-dev")),
    ("amd_smi", Amd("AMD SMI", "amd-smi-lib")),
    ("hip*", Rocm("the library")),
    ("roc*", Rocm("the library")),
    ("MPI*", Package("libopenmpi-dev")),
    ("OpenMP*", Package("libomp-19-dev")),
    ("Boost*", Package("libboost-all-dev")),
    ("OpenCV", Package("libopencv-dev")),
    ("GTest", Package("libgtest-dev")),
    ("benchmark", Package("libbenchmark-dev")),
    ("Eigen3", Package("libeigen3-dev")),
    ("FFTW*", Package("libfftw3-dev")),
    ("GSL", Package("libgsl-dev")),
    ("HDF5", Package("libhdf5-dev")),
    ("netCDF", Package("libnetcdf-dev")),
    ("BLAS", Package("libopenblas-dev")),
    ("LAPACK*", Package("liblapacke-dev")),
    ("GDAL", Package("libgdal-dev")),
    ("OpenGL", Package("libgl-dev")),
    ("GLUT", Package("freeglut3-dev")),
    ("GLEW", Package("libglew-dev")),
    ("glfw3", Package("libglfw3-dev")),
    ("glm", Package("libglm-dev")),
    ("SDL2", Package("libsdl2-dev")),
    ("X11", Package("libx11-dev")),
    ("PNG", Package("libpng-dev")),
    ("JPEG", Package("libjpeg-dev")),
    ("TIFF", Package("libtiff-dev")),
    ("ZLIB", Package("zlib1g-dev")),
    ("yaml-cpp", Package("libyaml-cpp-dev")),
    ("nlohmann_json", Package("nlohmann-json3-dev")),
    ("fmt", Package("libfmt-dev")),
    ("spdlog", Package("libspdlog-dev")),
    ("glog", Package("libgoogle-glog-dev")),
    ("gflags", Package("libgflags-dev")),
    ("Protobuf", Package("libprotobuf-dev")),
    ("TBB", Package("libtbb-dev")),
    ("CURL", Package("libcurl4-openssl-dev")),
    ("OpenSSL", Package("libssl-dev")),
    ("pybind11", Package("pybind11-dev")),
    ("Python*", Package("python3-dev")),
    ("SQLite3", Package("libsqlite3-dev")),
    (
        "CUDA*",
        Cuda(
            "",
            "`hipify-rs port` leaves this call as it is, since it cannot tell what it is for: guard it with `if(NOT USE_HIP)`",
        ),
    ),
];

/// The help for a package of CMake's that is not there.
pub(crate) fn of_project(name: &str) -> String {
    let known = PROJECTS.iter().find(|(pattern, _)| capture(pattern, name).is_some());
    match known.map(|(_, from)| from) {
        Some(Cuda(_, help)) => (*help).to_owned(),
        Some(Rocm(_)) => format!("`hipify-rs setup` fetches ROCm's libraries; `-- -D{name}_DIR=FOLDER` names another place"),
        Some(Amd(what, package)) => {
            format!("{}; `-- -D{name}_DIR=FOLDER` names another place", amds(what, package))
        }
        Some(Package(package)) => format!("on Debian, `apt-get install {package}` brings it"),
        None => format!("install it, or name the folder of its {name}Config.cmake: `-- -D{name}_DIR=FOLDER`"),
    }
}

/// The code and the help for a header that is not there.
pub(super) fn of_header(name: &str) -> Option<(&'static str, String)> {
    let of_rocm = |what: &str| ("", format!("`{name}` belongs to {what}: `hipify-rs setup` fetches the headers"));
    let folder = name.split_once('/').map(|(folder, _)| folder);
    if let Some((_, what)) = ROCM_LIBRARIES.iter().find(|(known, _)| Some(*known) == folder) {
        return Some(of_rocm(what));
    }
    let (_, from) = HEADERS.iter().find(|(pattern, _)| capture(pattern, name).is_some())?;
    Some(match from {
        Cuda(code, help) => (code, (*help).to_owned()),
        Rocm(what) => of_rocm(what),
        Amd(what, package) => ("", format!("{}; or name the folder of its headers with -I", amds(what, package))),
        Package(package) => ("", install(package)),
    })
}

/// The help for a library that is not there.
pub(super) fn of_library(name: &str) -> Option<String> {
    let (_, from) = LIBRARIES.iter().find(|(pattern, _)| capture(pattern, name).is_some())?;
    Some(match from {
        Cuda(_, help) => (*help).to_owned(),
        Rocm(what) | Amd(what, _) => format!("{what} is not installed, or its folder is not named with -L"),
        Package(package) => install(package),
    })
}

fn amds(what: &str, package: &str) -> String {
    format!("{what} is not among what `hipify-rs setup` fetches: AMD's own repository of packages has it as `{package}`")
}

fn install(package: &str) -> String {
    format!("on Debian, `apt-get install {package}` brings it; elsewhere, name its folder with -I or -L")
}

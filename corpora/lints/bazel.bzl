# lint-path: op/BUILD
cuda_library(  # fires
    name = "op",
    srcs = ["op.cu.cc"],
)
cc_library(name = "host")

// Options and inputs of linking at run time.
#ifndef HIP_INCLUDE_HIP_LINKER_TYPES_H
#define HIP_INCLUDE_HIP_LINKER_TYPES_H

typedef enum hipJitOption {
    hipJitOptionMaxRegisters,
    hipJitOptionThreadsPerBlock,
    hipJitOptionWallTime,
    hipJitOptionInfoLogBuffer,
    hipJitOptionInfoLogBufferSizeBytes,
    hipJitOptionErrorLogBuffer,
    hipJitOptionErrorLogBufferSizeBytes,
    hipJitOptionOptimizationLevel,
    hipJitOptionTargetFromContext,
    hipJitOptionTarget,
    hipJitOptionFallbackStrategy,
    hipJitOptionGenerateDebugInfo,
    hipJitOptionLogVerbose,
    hipJitOptionGenerateLineInfo,
    hipJitOptionCacheMode,
    hipJitOptionSm3xOpt,
    hipJitOptionFastCompile,
    hipJitOptionGlobalSymbolNames,
    hipJitOptionGlobalSymbolAddresses,
    hipJitOptionGlobalSymbolCount,
    hipJitOptionLto,
    hipJitOptionFtz,
    hipJitOptionPrecDiv,
    hipJitOptionPrecSqrt,
    hipJitOptionFma,
    hipJitOptionPositionIndependentCode,
    hipJitOptionMinCTAPerSM,
    hipJitOptionMaxThreadsPerBlock,
    hipJitOptionOverrideDirectiveValues,
    hipJitOptionNumOptions,
    hipJitOptionIRtoISAOptExt = 10000,
    hipJitOptionIRtoISAOptCountExt
} hipJitOption;

typedef enum hipJitInputType {
    hipJitInputCubin,
    hipJitInputPtx,
    hipJitInputFatBinary,
    hipJitInputObject,
    hipJitInputLibrary,
    hipJitInputNvvm,
    hipJitNumLegacyInputTypes,
    hipJitInputLLVMBitcode = 100,
    hipJitInputLLVMBundledBitcode,
    hipJitInputLLVMArchivesOfBundledBitcode,
    hipJitInputSpirv,
    hipJitNumInputTypes = 10
} hipJitInputType;

typedef enum hipJitCacheMode {
    hipJitCacheOptionNone,
    hipJitCacheOptionCG,
    hipJitCacheOptionCA
} hipJitCacheMode;

typedef enum hipJitFallback {
    hipJitPreferPTX,
    hipJitPreferBinary
} hipJitFallback;

#endif

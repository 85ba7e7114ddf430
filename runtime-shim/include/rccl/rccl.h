// RCCL's interface as RCCL 2.22 has it, for the bundled library: collective operations between devices.
#pragma once

// The include guard of AMD's header, by which programs ask whether the library is there.
#define NCCL_H_

#include <hip/hip_runtime_api.h>
#include <limits.h>
#include <stddef.h>

#define NCCL_MAJOR 2
#define NCCL_MINOR 22
#define NCCL_PATCH 3
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 22203
#define NCCL_VERSION(X, Y, Z) \
    (((X) <= 2 && (Y) <= 8) ? (X) * 1000 + (Y) * 100 + (Z) : (X) * 10000 + (Y) * 100 + (Z))

// Types and operations that AMD's header says it has.
#define RCCL_BFLOAT16 1
#define RCCL_FLOAT8 1
#define RCCL_GATHER_SCATTER 1
#define RCCL_ALLTOALLV 1

#define NCCL_UNIQUE_ID_BYTES 128
#define NCCL_COMM_NULL NULL
#define NCCL_SPLIT_NOCOLOR -1
#define NCCL_CONFIG_UNDEF_INT INT_MIN
#define NCCL_CONFIG_UNDEF_PTR NULL

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ncclComm *ncclComm_t;

typedef struct {
    char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;

typedef enum {
    ncclSuccess = 0,
    ncclUnhandledCudaError = 1,
    ncclSystemError = 2,
    ncclInternalError = 3,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclRemoteError = 6,
    ncclInProgress = 7,
    ncclNumResults = 8
} ncclResult_t;

typedef enum { ncclNumOps_dummy = 5 } ncclRedOp_dummy_t;

typedef enum {
    ncclSum = 0,
    ncclProd = 1,
    ncclMax = 2,
    ncclMin = 3,
    ncclAvg = 4,
    ncclNumOps = 5,
    ncclMaxRedOp = 0x7fffffff >> (32 - 8 * sizeof(ncclRedOp_dummy_t))
} ncclRedOp_t;

typedef enum {
    ncclInt8 = 0,
    ncclChar = 0,
    ncclUint8 = 1,
    ncclInt32 = 2,
    ncclInt = 2,
    ncclUint32 = 3,
    ncclInt64 = 4,
    ncclUint64 = 5,
    ncclFloat16 = 6,
    ncclHalf = 6,
    ncclFloat32 = 7,
    ncclFloat = 7,
    ncclFloat64 = 8,
    ncclDouble = 8,
    ncclBfloat16 = 9,
    ncclFloat8e4m3 = 10,
    ncclFp8E4M3 = 10,
    ncclFloat8e5m2 = 11,
    ncclFp8E5M2 = 11,
    ncclNumTypes = 12
} ncclDataType_t;

typedef enum { ncclScalarDevice = 0, ncclScalarHostImmediate = 1 } ncclScalarResidence_t;

typedef struct ncclConfig_v21700 {
    size_t size;
    unsigned int magic;
    unsigned int version;
    int blocking;
    int cgaClusterSize;
    int minCTAs;
    int maxCTAs;
    const char *netName;
    int splitShare;
} ncclConfig_t;

#define NCCL_CONFIG_INITIALIZER                                                                                        \
    {                                                                                                                  \
        sizeof(ncclConfig_t), 0xcafebeef, NCCL_VERSION(NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH), NCCL_CONFIG_UNDEF_INT,     \
            NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_PTR,                \
            NCCL_CONFIG_UNDEF_INT                                                                                      \
    }

// Each function is there under a profiler's name too.
#define HIPIFY_RCCL(result, name, ...) \
    result name(__VA_ARGS__);          \
    result p##name(__VA_ARGS__)

HIPIFY_RCCL(ncclResult_t, ncclGetVersion, int *version);
HIPIFY_RCCL(ncclResult_t, ncclGetUniqueId, ncclUniqueId *uniqueId);
HIPIFY_RCCL(const char *, ncclGetErrorString, ncclResult_t result);
const char *ncclGetLastError(ncclComm_t comm);

HIPIFY_RCCL(ncclResult_t, ncclCommInitRank, ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank);
ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank, ncclConfig_t *config);
HIPIFY_RCCL(ncclResult_t, ncclCommInitAll, ncclComm_t *comm, int ndev, const int *devlist);
ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *newcomm, ncclConfig_t *config);
ncclResult_t ncclCommFinalize(ncclComm_t comm);
HIPIFY_RCCL(ncclResult_t, ncclCommDestroy, ncclComm_t comm);
HIPIFY_RCCL(ncclResult_t, ncclCommAbort, ncclComm_t comm);
HIPIFY_RCCL(ncclResult_t, ncclCommGetAsyncError, ncclComm_t comm, ncclResult_t *asyncError);
HIPIFY_RCCL(ncclResult_t, ncclCommCount, const ncclComm_t comm, int *count);
HIPIFY_RCCL(ncclResult_t, ncclCommCuDevice, const ncclComm_t comm, int *device);
HIPIFY_RCCL(ncclResult_t, ncclCommUserRank, const ncclComm_t comm, int *rank);
ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buff, size_t size, void **handle);
ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle);
ncclResult_t ncclMemAlloc(void **ptr, size_t size);
ncclResult_t ncclMemFree(void *ptr);

HIPIFY_RCCL(ncclResult_t, ncclRedOpCreatePreMulSum, ncclRedOp_t *op, void *scalar, ncclDataType_t datatype,
            ncclScalarResidence_t residence, ncclComm_t comm);
HIPIFY_RCCL(ncclResult_t, ncclRedOpDestroy, ncclRedOp_t op, ncclComm_t comm);

HIPIFY_RCCL(ncclResult_t, ncclReduce, const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
            ncclRedOp_t op, int root, ncclComm_t comm, hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclBcast, void *buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
            hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclBroadcast, const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
            int root, ncclComm_t comm, hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclAllReduce, const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
            ncclRedOp_t op, ncclComm_t comm, hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclReduceScatter, const void *sendbuff, void *recvbuff, size_t recvcount,
            ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm, hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclAllGather, const void *sendbuff, void *recvbuff, size_t sendcount,
            ncclDataType_t datatype, ncclComm_t comm, hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclSend, const void *sendbuff, size_t count, ncclDataType_t datatype, int peer,
            ncclComm_t comm, hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclRecv, void *recvbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm,
            hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclGather, const void *sendbuff, void *recvbuff, size_t sendcount, ncclDataType_t datatype,
            int root, ncclComm_t comm, hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclScatter, const void *sendbuff, void *recvbuff, size_t recvcount, ncclDataType_t datatype,
            int root, ncclComm_t comm, hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclAllToAll, const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
            ncclComm_t comm, hipStream_t stream);
HIPIFY_RCCL(ncclResult_t, ncclAllToAllv, const void *sendbuff, const size_t sendcounts[], const size_t sdispls[],
            void *recvbuff, const size_t recvcounts[], const size_t rdispls[], ncclDataType_t datatype,
            ncclComm_t comm, hipStream_t stream);

HIPIFY_RCCL(ncclResult_t, ncclGroupStart, void);
HIPIFY_RCCL(ncclResult_t, ncclGroupEnd, void);

#undef HIPIFY_RCCL

#ifdef __cplusplus
}
#endif

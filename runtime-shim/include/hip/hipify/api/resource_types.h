// What textures and surfaces are made of, as both programming interfaces describe it.
#ifndef HIPIFY_API_RESOURCE_TYPES_H
#define HIPIFY_API_RESOURCE_TYPES_H

#include <stddef.h>
#include <hip/driver_types.h>

#define HIP_TRSA_OVERRIDE_FORMAT 0x01
#define HIP_TRSF_READ_AS_INTEGER 0x01
#define HIP_TRSF_NORMALIZED_COORDINATES 0x02
#define HIP_TRSF_SRGB 0x10

typedef enum hipResourceType {
    hipResourceTypeArray,
    hipResourceTypeMipmappedArray,
    hipResourceTypeLinear,
    hipResourceTypePitch2D
} hipResourceType;

typedef enum HIPresourcetype_enum {
    HIP_RESOURCE_TYPE_ARRAY,
    HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY,
    HIP_RESOURCE_TYPE_LINEAR,
    HIP_RESOURCE_TYPE_PITCH2D
} HIPresourcetype, hipResourcetype;

typedef enum HIPaddress_mode_enum {
    HIP_TR_ADDRESS_MODE_WRAP,
    HIP_TR_ADDRESS_MODE_CLAMP,
    HIP_TR_ADDRESS_MODE_MIRROR,
    HIP_TR_ADDRESS_MODE_BORDER
} HIPaddress_mode;

typedef enum HIPfilter_mode_enum {
    HIP_TR_FILTER_MODE_POINT,
    HIP_TR_FILTER_MODE_LINEAR
} HIPfilter_mode;

typedef struct HIP_TEXTURE_DESC_st {
    HIPaddress_mode addressMode[3];
    HIPfilter_mode filterMode;
    unsigned int flags;
    unsigned int maxAnisotropy;
    HIPfilter_mode mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
    float borderColor[4];
    int reserved[12];
} HIP_TEXTURE_DESC;

typedef enum hipResourceViewFormat {
    hipResViewFormatNone,
    hipResViewFormatUnsignedChar1,
    hipResViewFormatUnsignedChar2,
    hipResViewFormatUnsignedChar4,
    hipResViewFormatSignedChar1,
    hipResViewFormatSignedChar2,
    hipResViewFormatSignedChar4,
    hipResViewFormatUnsignedShort1,
    hipResViewFormatUnsignedShort2,
    hipResViewFormatUnsignedShort4,
    hipResViewFormatSignedShort1,
    hipResViewFormatSignedShort2,
    hipResViewFormatSignedShort4,
    hipResViewFormatUnsignedInt1,
    hipResViewFormatUnsignedInt2,
    hipResViewFormatUnsignedInt4,
    hipResViewFormatSignedInt1,
    hipResViewFormatSignedInt2,
    hipResViewFormatSignedInt4,
    hipResViewFormatHalf1,
    hipResViewFormatHalf2,
    hipResViewFormatHalf4,
    hipResViewFormatFloat1,
    hipResViewFormatFloat2,
    hipResViewFormatFloat4,
    hipResViewFormatUnsignedBlockCompressed1,
    hipResViewFormatUnsignedBlockCompressed2,
    hipResViewFormatUnsignedBlockCompressed3,
    hipResViewFormatUnsignedBlockCompressed4,
    hipResViewFormatSignedBlockCompressed4,
    hipResViewFormatUnsignedBlockCompressed5,
    hipResViewFormatSignedBlockCompressed5,
    hipResViewFormatUnsignedBlockCompressed6H,
    hipResViewFormatSignedBlockCompressed6H,
    hipResViewFormatUnsignedBlockCompressed7
} hipResourceViewFormat;

typedef enum HIPresourceViewFormat_enum {
    HIP_RES_VIEW_FORMAT_NONE,
    HIP_RES_VIEW_FORMAT_UINT_1X8,
    HIP_RES_VIEW_FORMAT_UINT_2X8,
    HIP_RES_VIEW_FORMAT_UINT_4X8,
    HIP_RES_VIEW_FORMAT_SINT_1X8,
    HIP_RES_VIEW_FORMAT_SINT_2X8,
    HIP_RES_VIEW_FORMAT_SINT_4X8,
    HIP_RES_VIEW_FORMAT_UINT_1X16,
    HIP_RES_VIEW_FORMAT_UINT_2X16,
    HIP_RES_VIEW_FORMAT_UINT_4X16,
    HIP_RES_VIEW_FORMAT_SINT_1X16,
    HIP_RES_VIEW_FORMAT_SINT_2X16,
    HIP_RES_VIEW_FORMAT_SINT_4X16,
    HIP_RES_VIEW_FORMAT_UINT_1X32,
    HIP_RES_VIEW_FORMAT_UINT_2X32,
    HIP_RES_VIEW_FORMAT_UINT_4X32,
    HIP_RES_VIEW_FORMAT_SINT_1X32,
    HIP_RES_VIEW_FORMAT_SINT_2X32,
    HIP_RES_VIEW_FORMAT_SINT_4X32,
    HIP_RES_VIEW_FORMAT_FLOAT_1X16,
    HIP_RES_VIEW_FORMAT_FLOAT_2X16,
    HIP_RES_VIEW_FORMAT_FLOAT_4X16,
    HIP_RES_VIEW_FORMAT_FLOAT_1X32,
    HIP_RES_VIEW_FORMAT_FLOAT_2X32,
    HIP_RES_VIEW_FORMAT_FLOAT_4X32,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC1,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC2,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC3,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC4,
    HIP_RES_VIEW_FORMAT_SIGNED_BC4,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC5,
    HIP_RES_VIEW_FORMAT_SIGNED_BC5,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H,
    HIP_RES_VIEW_FORMAT_SIGNED_BC6H,
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC7
} HIPresourceViewFormat;

typedef struct hipResourceDesc {
    enum hipResourceType resType;
    union {
        struct {
            hipArray_t array;
        } array;
        struct {
            hipMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct hipChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct hipChannelFormatDesc desc;
            size_t width;
            size_t height;
            size_t pitchInBytes;
        } pitch2D;
    } res;
} hipResourceDesc;

typedef struct HIP_RESOURCE_DESC_st {
    HIPresourcetype resType;
    union {
        struct {
            hipArray_t hArray;
        } array;
        struct {
            hipMipmappedArray_t hMipmappedArray;
        } mipmap;
        struct {
            hipDeviceptr_t devPtr;
            hipArray_Format format;
            unsigned int numChannels;
            size_t sizeInBytes;
        } linear;
        struct {
            hipDeviceptr_t devPtr;
            hipArray_Format format;
            unsigned int numChannels;
            size_t width;
            size_t height;
            size_t pitchInBytes;
        } pitch2D;
        struct {
            int reserved[32];
        } reserved;
    } res;
    unsigned int flags;
} HIP_RESOURCE_DESC;

struct hipResourceViewDesc {
    enum hipResourceViewFormat format;
    size_t width;
    size_t height;
    size_t depth;
    unsigned int firstMipmapLevel;
    unsigned int lastMipmapLevel;
    unsigned int firstLayer;
    unsigned int lastLayer;
};

typedef struct HIP_RESOURCE_VIEW_DESC_st {
    HIPresourceViewFormat format;
    size_t width;
    size_t height;
    size_t depth;
    unsigned int firstMipmapLevel;
    unsigned int lastMipmapLevel;
    unsigned int firstLayer;
    unsigned int lastLayer;
    unsigned int reserved[16];
} HIP_RESOURCE_VIEW_DESC;

#endif

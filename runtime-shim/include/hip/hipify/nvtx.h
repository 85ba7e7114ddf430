// NVIDIA's tools extension beyond what roctx has: events with attributes are marks and ranges of their message; domains,
// categories and names of threads, streams and events have no place in roctx and go nowhere, as they do in CUDA where no tool
// listens. For C too; `roctracer/roctx.h` comes first.
#ifndef HIPIFY_NVTX_H
#define HIPIFY_NVTX_H

#include <stdint.h>
#include <string.h>
#include <wchar.h>

#define NVTX_VERSION 3

typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version;
    uint16_t size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType;
    int32_t reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)(sizeof(nvtxEventAttributes_v2)))

// The text of a wide string in ASCII, cut where the place ends; what is not ASCII becomes a question mark.
#define HIPIFY_NVTX_LENGTH 256
static inline const char *__hipify_nvtx_narrow(const wchar_t *text, char *place) {
    int at = 0;
    if (text) {
        for (; text[at] && at < HIPIFY_NVTX_LENGTH - 1; ++at) place[at] = text[at] > 0 && text[at] < 128 ? (char)text[at] : '?';
    }
    place[at] = 0;
    return place;
}
static inline const char *__hipify_nvtx_text(const nvtxEventAttributes_t *event, char *place) {
    const char *text = 0;
    if (event && event->messageType == NVTX_MESSAGE_TYPE_ASCII) text = event->message.ascii;
    if (event && event->messageType == NVTX_MESSAGE_TYPE_REGISTERED) text = (const char *)event->message.registered;
    if (event && event->messageType == NVTX_MESSAGE_TYPE_UNICODE) text = __hipify_nvtx_narrow(event->message.unicode, place);
    return text ? text : "";
}

static inline void nvtxInitialize(const void *reserved) { (void)reserved; }
static inline void nvtxMarkEx(const nvtxEventAttributes_t *event) {
    char place[HIPIFY_NVTX_LENGTH];
    roctxMarkA(__hipify_nvtx_text(event, place));
}
static inline void nvtxMarkW(const wchar_t *text) {
    char place[HIPIFY_NVTX_LENGTH];
    roctxMarkA(__hipify_nvtx_narrow(text, place));
}
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *event) {
    char place[HIPIFY_NVTX_LENGTH];
    return roctxRangePushA(__hipify_nvtx_text(event, place));
}
static inline int nvtxRangePushW(const wchar_t *text) {
    char place[HIPIFY_NVTX_LENGTH];
    return roctxRangePushA(__hipify_nvtx_narrow(text, place));
}
static inline roctx_range_id_t nvtxRangeStartEx(const nvtxEventAttributes_t *event) {
    char place[HIPIFY_NVTX_LENGTH];
    return roctxRangeStartA(__hipify_nvtx_text(event, place));
}
static inline roctx_range_id_t nvtxRangeStartW(const wchar_t *text) {
    char place[HIPIFY_NVTX_LENGTH];
    return roctxRangeStartA(__hipify_nvtx_narrow(text, place));
}

static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { return (void)name, (nvtxDomainHandle_t)0; }
static inline nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name) { return (void)name, (nvtxDomainHandle_t)0; }
static inline void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
static inline void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event) {
    (void)domain;
    nvtxMarkEx(event);
}
static inline roctx_range_id_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event) {
    (void)domain;
    return nvtxRangeStartEx(event);
}
static inline void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, roctx_range_id_t range) {
    (void)domain;
    roctxRangeStop(range);
}
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event) {
    (void)domain;
    return nvtxRangePushEx(event);
}
static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return (void)domain, roctxRangePop(); }
// The text is kept for good, as that of a registered string is in CUDA.
static inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *text) {
    (void)domain;
    return (nvtxStringHandle_t)(void *)strdup(text ? text : "");
}
static inline nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t *text) {
    char place[HIPIFY_NVTX_LENGTH];
    return nvtxDomainRegisterStringA(domain, __hipify_nvtx_narrow(text, place));
}

// Names of what a number or a handle stands for. Handles of streams, events and contexts are pointers in HIP.
#define HIPIFY_NVTX_NAMES(function, Handle)                                                                   \
    static inline void function##A(Handle named, const char *name) { (void)named, (void)name; }               \
    static inline void function##W(Handle named, const wchar_t *name) { (void)named, (void)name; }
HIPIFY_NVTX_NAMES(nvtxNameCategory, uint32_t)
HIPIFY_NVTX_NAMES(nvtxNameOsThread, uint32_t)
HIPIFY_NVTX_NAMES(nvtxNameCudaDevice, int)
HIPIFY_NVTX_NAMES(nvtxNameCudaStream, const void *)
HIPIFY_NVTX_NAMES(nvtxNameCudaEvent, const void *)
HIPIFY_NVTX_NAMES(nvtxNameCuDevice, int)
HIPIFY_NVTX_NAMES(nvtxNameCuContext, const void *)
HIPIFY_NVTX_NAMES(nvtxNameCuStream, const void *)
HIPIFY_NVTX_NAMES(nvtxNameCuEvent, const void *)
#undef HIPIFY_NVTX_NAMES
static inline void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t named, const char *name) {
    (void)domain, (void)named, (void)name;
}
static inline void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t named, const wchar_t *name) {
    (void)domain, (void)named, (void)name;
}

#ifdef UNICODE
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameCuContext nvtxNameCuContextW
#define nvtxNameCuDevice nvtxNameCuDeviceW
#define nvtxNameCuEvent nvtxNameCuEventW
#define nvtxNameCuStream nvtxNameCuStreamW
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameOsThread nvtxNameOsThreadW
#else
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuEvent nvtxNameCuEventA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameOsThread nvtxNameOsThreadA
#endif

#endif

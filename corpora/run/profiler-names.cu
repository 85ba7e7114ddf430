// NVIDIA's tools extension beyond marks and ranges: events with attributes, domains, registered strings, names of streams,
// events, devices and threads.
// run: wave-any
// targets: gpus,cpu needs hip-6.0 (roctx has a package of its own with older ones)
#include "check.h"

#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>

static bool is_level(int level, int expected) { return level == expected || level < 0; }

int main() {
    Verdict verdict("profiler-names");
    cudaStream_t stream;
    cudaEvent_t event;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&event));
    nvtxNameCudaStreamA(stream, "stream");
    nvtxNameCudaStreamW(stream, L"stream");
    nvtxNameCudaEventA(event, "event");
    nvtxNameCudaDevice(0, "device");
    nvtxNameOsThreadA(1, "thread");
    nvtxNameCategoryA(3, "category");

    nvtxDomainHandle_t domain = nvtxDomainCreateA("domain");
    nvtxEventAttributes_t attributes = {};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.colorType = NVTX_COLOR_ARGB;
    attributes.color = 0xff00ff00;
    attributes.payloadType = NVTX_PAYLOAD_TYPE_INT64;
    attributes.payload.llValue = 5;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = "message";
    verdict.holds("an outer range", is_level(nvtxRangePushEx(&attributes), 0));
    attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    attributes.message.registered = nvtxDomainRegisterStringA(domain, "registered");
    verdict.holds("a range of a domain", is_level(nvtxDomainRangePushEx(domain, &attributes), 1));
    nvtxDomainMarkEx(domain, &attributes);
    nvtxMarkEx(&attributes);
    nvtxMarkW(L"wide");
    verdict.holds("its end", is_level(nvtxDomainRangePop(domain), 1));
    verdict.holds("a wide range", is_level(nvtxRangePushW(L"wide"), 1));
    verdict.holds("the end of that", is_level(nvtxRangePop(), 1));
    verdict.holds("the outer end", is_level(nvtxRangePop(), 0));
    const nvtxRangeId_t range = nvtxDomainRangeStartEx(domain, &attributes);
    nvtxDomainRangeEnd(domain, range);
    nvtxDomainDestroy(domain);
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}

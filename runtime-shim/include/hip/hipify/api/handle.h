// Handles: pointers to what only the runtime looks into.
#ifndef HIPIFY_API_HANDLE_H
#define HIPIFY_API_HANDLE_H

typedef struct ihipCtx_t *hipCtx_t;
typedef int hipDevice_t;
typedef struct ihipStream_t *hipStream_t;
typedef struct ihipEvent_t *hipEvent_t;
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;
typedef struct ihipLinkState_t *hipLinkState_t;
typedef struct ihipMemPoolHandle_t *hipMemPool_t;
typedef void *hipExternalMemory_t;
typedef void *hipExternalSemaphore_t;
typedef struct _hipGraphicsResource hipGraphicsResource;
typedef hipGraphicsResource *hipGraphicsResource_t;
typedef struct ihipGraph *hipGraph_t;
typedef struct hipGraphNode *hipGraphNode_t;
typedef struct hipGraphExec *hipGraphExec_t;
typedef struct hipUserObject *hipUserObject_t;
typedef struct ihipMemGenericAllocationHandle *hipMemGenericAllocationHandle_t;

// A function of the host that a stream or a graph calls.
typedef void (*hipHostFn_t)(void *);

#endif

// The hipRAND whose interface this is.
#pragma once

#define HIPRAND_VERSION 201200

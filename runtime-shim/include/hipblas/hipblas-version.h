// The hipBLAS whose interface this is.
#pragma once

#define hipblasVersionMajor 2
#define hipblasVersionMinor 4
#define hipblasVersionPatch 0

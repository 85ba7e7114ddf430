// The qualifiers, under the name by which rocThrust includes AMD's.
#include <hip/hipify/qualifiers.h>

// port-options: --support-header
// compile: no, nothing declares `mulhi`
unsigned umax(unsigned a, unsigned b);
unsigned llmin(unsigned a);
unsigned larger(unsigned a) { return umax(a, mulhi(a, 2)); }

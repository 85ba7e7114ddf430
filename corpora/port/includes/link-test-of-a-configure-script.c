// compile: no, the function has another type in HIP's headers
/* What a configure script compiles to see whether a library has a function: its own declaration is no runtime's. */
char cudaFree ();
int
main (void)
{
  return cudaFree ();
}

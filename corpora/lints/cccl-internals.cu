#include <thrust/device_vector.h>

template <class T> using plain = typename thrust::detail::remove_reference<T>::type; // fires
namespace detail { int mine; }
int use() { return detail::mine; }

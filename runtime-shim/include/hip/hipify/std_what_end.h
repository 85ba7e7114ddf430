// Ends what std_what_begin.h began. Where no `what` was read, two definitions are left to take away; where one was, none is.
#pragma pop_macro("what")
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wignored-pragmas"
#pragma pop_macro("return")
#pragma pop_macro("return")
#pragma clang diagnostic pop

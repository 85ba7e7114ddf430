// Exceptions that name the line that threw them, as NVIDIA's samples use them.
#pragma once
#include <cstdlib>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

template <class Base> class Exception : public Base {
  public:
    static void throw_it(const char *file, const int line, const char *detailed = "-") {
        std::ostringstream text;
        text << "Exception in file '" << file << "' in line " << line << "\nDetailed description: " << detailed << '\n';
        throw Exception(text.str());
    }
    static void throw_it(const char *file, const int line, const std::string &detailed) { throw_it(file, line, detailed.c_str()); }
    virtual ~Exception() noexcept {}

  private:
    explicit Exception(const std::string &text) : Base(text) {}
};

template <class Caught> inline void handleException(const Caught &caught) {
    std::cerr << caught.what() << std::endl;
    std::exit(EXIT_FAILURE);
}

typedef Exception<std::range_error> Range_Exception;
typedef Exception<std::runtime_error> RuntimeException;
typedef Exception<std::logic_error> Logic_Exception;

#define RUNTIME_EXCEPTION(message) RuntimeException::throw_it(__FILE__, __LINE__, message)
#define LOGIC_EXCEPTION(message) Logic_Exception::throw_it(__FILE__, __LINE__, message)
#define RANGE_EXCEPTION(message) Range_Exception::throw_it(__FILE__, __LINE__, message)

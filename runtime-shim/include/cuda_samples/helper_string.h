// Options of a sample's command line, and the search for its files, as NVIDIA's samples ask for them.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <strings.h>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(to, size, from) strcpy(to, from)
#endif
#ifndef FOPEN
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(file) ((file) == NULL)
#endif
#ifndef FSCANF
#define FSCANF fscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif
// The exit code of a sample that this machine cannot run.
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

// The number of `delimiter`s that `text` starts with.
inline int stringRemoveDelimiter(char delimiter, const char *text) {
    int start = 0;
    while (text[start] == delimiter) ++start;
    return start >= static_cast<int>(strlen(text)) ? 0 : start;
}

// Leaves what follows the last dot in `*extension`, and says where it starts; 0 without a dot.
inline int getFileExtension(char *name, char **extension) {
    char *dot = strrchr(name, '.');
    *extension = dot ? dot + 1 : NULL;
    return dot ? static_cast<int>(dot + 1 - name) : 0;
}

namespace hipify_samples {

// What follows the option's name in `-name=value`, "" for `-name`, NULL where the option is not given. The name may end in `=`.
inline const char *option(int argc, const char **argv, const char *name) {
    const char *found = NULL;
    const size_t asked = strcspn(name, "=");
    for (int i = 1; i < argc; ++i) {
        const char *word = argv[i] + stringRemoveDelimiter('-', argv[i]);
        const size_t length = strcspn(word, "=");
        if (word != argv[i] && length == asked && !STRNCASECMP(word, name, length)) found = word + length;
    }
    return found;
}

inline const char *value_of(const char *suffix) { return suffix && *suffix == '=' ? suffix + 1 : suffix; }

inline bool is_there(const std::string &path) { return std::ifstream(path.c_str(), std::ios::binary).good(); }

} // namespace hipify_samples

inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name) {
    return hipify_samples::option(argc, argv, name) != NULL;
}

template <class T> inline bool getCmdLineArgumentValue(const int argc, const char **argv, const char *name, T *value) {
    const char *suffix = hipify_samples::option(argc, argv, name);
    if (!suffix) return false;
    std::istringstream(hipify_samples::value_of(suffix)) >> *value;
    return true;
}

inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name) {
    const char *suffix = hipify_samples::option(argc, argv, name);
    return suffix ? atoi(hipify_samples::value_of(suffix)) : 0;
}

inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) {
    const char *suffix = hipify_samples::option(argc, argv, name);
    return suffix ? static_cast<float>(atof(hipify_samples::value_of(suffix))) : 0.0f;
}

// The text stays argv's.
inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value) {
    const char *suffix = hipify_samples::option(argc, argv, name);
    *value = suffix ? const_cast<char *>(hipify_samples::value_of(suffix)) : NULL;
    return suffix != NULL;
}

// The file's path, to be given to `free`; NULL where it is in none of the folders that samples keep their files in.
inline char *sdkFindFilePath(const char *name, const char *program) {
    std::string folder, own;
    if (program) {
        const std::string path(program);
        const size_t slash = path.find_last_of('/');
        if (slash != std::string::npos) folder = path.substr(0, slash + 1);
        own = path.substr(slash == std::string::npos ? 0 : slash + 1);
    }
    const std::string starts[] = {"", folder};
    const char *const ups[] = {"", "../", "../../", "../../../", "../../../../"};
    const std::string inside[] = {"", "data/", "common/", "common/data/", "Common/", "Common/data/", "src/", "inc/", own + "/",
                                  own + "/data/"};
    for (const std::string &start : starts)
        for (const char *up : ups)
            for (const std::string &in : inside) {
                const std::string path = start + up + in + name;
                if (hipify_samples::is_there(path)) return strdup(path.c_str());
            }
    return NULL;
}

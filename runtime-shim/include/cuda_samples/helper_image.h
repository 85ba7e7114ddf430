// Images in PGM and PPM files, files of numbers, and comparisons of both, as NVIDIA's samples use them.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN_EPSILON_ERROR
#define MIN_EPSILON_ERROR 1e-3f
#endif

namespace hipify_samples {

// The next word of a header; comments run from `#` to the end of their line.
inline std::string word_of(std::istream &in) {
    std::string word;
    while (in >> word && word[0] == '#') std::getline(in, word);
    return word;
}

inline bool refused(const char *what, const char *file) {
    std::cerr << what << " `" << (file ? file : "") << "`" << std::endl;
    return false;
}

// The bytes of a binary image with `channels` a pixel: P5 has one, P6 three.
inline bool read_image(const char *file, std::vector<unsigned char> &bytes, unsigned &width, unsigned &height, unsigned &channels) {
    std::ifstream in(file ? file : "", std::ios::binary);
    if (!in) return refused("cannot open", file);
    const std::string format = word_of(in);
    channels = format == "P5" ? 1 : format == "P6" ? 3 : 0;
    if (channels == 0) return refused("neither a binary PGM nor a PPM:", file);
    width = static_cast<unsigned>(atoi(word_of(in).c_str()));
    height = static_cast<unsigned>(atoi(word_of(in).c_str()));
    const int most = atoi(word_of(in).c_str());
    if (width == 0 || height == 0 || width > 1u << 16 || height > 1u << 16 || most != 255) return refused("unknown header in", file);
    in.get();
    bytes.resize(size_t(width) * height * channels);
    in.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return in.gcount() == static_cast<std::streamsize>(bytes.size()) || refused("cut short:", file);
}

inline bool write_image(const char *file, const unsigned char *bytes, unsigned width, unsigned height, unsigned channels) {
    if (!bytes || width == 0 || height == 0) return refused("no image for", file);
    std::ofstream out(file ? file : "", std::ios::binary);
    if (!out) return refused("cannot write", file);
    out << (channels == 1 ? "P5\n" : "P6\n") << width << "\n" << height << "\n255\n";
    out.write(reinterpret_cast<const char *>(bytes), static_cast<std::streamsize>(size_t(width) * height * channels));
    return out.good();
}

// A byte as a pixel and back: whole numbers as they are, floating-point ones from 0 to 1.
template <class T> inline T pixel_of(unsigned char byte) { return static_cast<T>(byte); }
template <> inline float pixel_of<float>(unsigned char byte) { return static_cast<float>(byte) / 255.0f; }
template <class T> inline unsigned char byte_of(T pixel) { return static_cast<unsigned char>(pixel); }
template <> inline unsigned char byte_of<float>(float pixel) { return static_cast<unsigned char>(pixel * 255.0f); }

} // namespace hipify_samples

// An image's bytes; `*data` is used where it is not null, and to be given to `free` else.
inline bool __loadPPM(const char *file, unsigned char **data, unsigned int *width, unsigned int *height, unsigned int *channels) {
    std::vector<unsigned char> bytes;
    if (!hipify_samples::read_image(file, bytes, *width, *height, *channels)) return false;
    if (!*data) *data = static_cast<unsigned char *>(malloc(bytes.size()));
    memcpy(*data, bytes.data(), bytes.size());
    return true;
}

inline bool __savePPM(const char *file, unsigned char *data, unsigned int width, unsigned int height, unsigned int channels) {
    return hipify_samples::write_image(file, data, width, height, channels);
}

template <class T> inline bool sdkLoadPGM(const char *file, T **data, unsigned int *width, unsigned int *height) {
    std::vector<unsigned char> bytes;
    unsigned channels = 0;
    if (!hipify_samples::read_image(file, bytes, *width, *height, channels)) return false;
    if (channels != 1) return hipify_samples::refused("no PGM:", file);
    if (!*data) *data = static_cast<T *>(malloc(bytes.size() * sizeof(T)));
    std::transform(bytes.begin(), bytes.end(), *data, hipify_samples::pixel_of<T>);
    return true;
}

// Four bytes a pixel, the fourth of which is 0.
inline bool sdkLoadPPM4(const char *file, unsigned char **data, unsigned int *width, unsigned int *height) {
    std::vector<unsigned char> bytes;
    unsigned channels = 0;
    if (!hipify_samples::read_image(file, bytes, *width, *height, channels)) return false;
    if (channels != 3) return hipify_samples::refused("no PPM:", file);
    *data = static_cast<unsigned char *>(calloc(size_t(*width) * *height, 4));
    for (size_t i = 0; i < bytes.size(); ++i) (*data)[i / 3 * 4 + i % 3] = bytes[i];
    return true;
}

inline bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *width, unsigned int *height) {
    return sdkLoadPPM4(file, data, width, height);
}

template <class T> inline bool sdkSavePGM(const char *file, T *data, unsigned int width, unsigned int height) {
    std::vector<unsigned char> bytes(size_t(width) * height);
    std::transform(data, data + bytes.size(), bytes.begin(), hipify_samples::byte_of<T>);
    return hipify_samples::write_image(file, bytes.data(), width, height, 1);
}

inline bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int width, unsigned int height) {
    std::vector<unsigned char> bytes(size_t(width) * height * 3);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = data[i / 3 * 4 + i % 3];
    return hipify_samples::write_image(file, bytes.data(), width, height, 3);
}

inline bool sdkSavePPMub(const char *file, unsigned char *data, unsigned int width, unsigned int height) {
    return hipify_samples::write_image(file, data, width, height, 3);
}

// Numbers of a text file; a last one that cannot be read ends them.
template <class T> inline bool sdkReadFile(const char *file, T **data, unsigned int *length, bool verbose) {
    std::ifstream in(file ? file : "");
    if (!in) return verbose ? hipify_samples::refused("cannot open", file) : false;
    std::vector<T> numbers;
    for (T number; in >> number;) numbers.push_back(number);
    if (*data && *length != numbers.size()) return hipify_samples::refused("another number of values in", file);
    if (!*data) *data = static_cast<T *>(malloc(numbers.size() * sizeof(T)));
    *length = static_cast<unsigned>(numbers.size());
    std::copy(numbers.begin(), numbers.end(), *data);
    return true;
}

template <class T, class S>
inline bool sdkWriteFile(const char *file, const T *data, unsigned int length, const S epsilon, bool verbose, bool append = false) {
    std::ofstream out(file ? file : "", append ? std::ios::app : std::ios::trunc);
    if (!out) return verbose ? hipify_samples::refused("cannot write", file) : false;
    out << "# " << epsilon << "\n";
    for (unsigned i = 0; i < length; ++i) out << data[i] << ' ';
    out << std::endl;
    return out.good();
}

// Whether at most `threshold` (a share from 0 to 1) of the elements differ by more than `epsilon`.
template <class T, class S>
inline bool compareData(const T *reference, const T *data, const unsigned int length, const S epsilon, const float threshold) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < length; ++i) {
        const double difference = static_cast<double>(reference[i]) - static_cast<double>(data[i]);
        wrong += std::fabs(difference) <= static_cast<double>(epsilon) ? 0 : 1;
    }
    return threshold == 0.0f ? wrong == 0 : static_cast<float>(wrong) <= static_cast<float>(length) * threshold;
}

// Whether the norm of the difference is at most `epsilon` of the reference's.
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int length, const float epsilon) {
    double error = 0, size = 0;
    for (unsigned i = 0; i < length; ++i) {
        const double difference = double(reference[i]) - double(data[i]);
        error += difference * difference;
        size += double(reference[i]) * double(reference[i]);
    }
    return size > 1e-7 && std::sqrt(error) / std::sqrt(size) < double(epsilon);
}

namespace hipify_samples {

inline bool same_images(const char *one, const char *other, float epsilon, float threshold, bool verbose) {
    std::vector<unsigned char> first, second;
    unsigned w[2], h[2], c[2];
    if (!read_image(one, first, w[0], h[0], c[0]) || !read_image(other, second, w[1], h[1], c[1])) return false;
    if (w[0] != w[1] || h[0] != h[1] || c[0] != c[1]) return verbose ? refused("another size than that of", other) : false;
    return compareData(second.data(), first.data(), static_cast<unsigned>(first.size()), epsilon, threshold);
}

} // namespace hipify_samples

inline bool sdkComparePPM(const char *file, const char *reference, const float epsilon, const float threshold, bool verbose) {
    return hipify_samples::same_images(file, reference, epsilon, threshold, verbose);
}

inline bool sdkComparePGM(const char *file, const char *reference, const float epsilon, const float threshold, bool verbose) {
    return hipify_samples::same_images(file, reference, epsilon, threshold, verbose);
}

inline void sdkDumpBin(void *data, unsigned int bytes, const char *file) {
    std::ofstream(file, std::ios::binary).write(static_cast<const char *>(data), bytes);
}

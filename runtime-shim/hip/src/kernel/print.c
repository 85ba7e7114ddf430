/* `printf` in kernels: the C library formats one conversion at a time, so that a null pointer for `%s` prints nothing, as on AMD's GPUs,
   where the C library's own printf writes "(null)". */

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hipify_print(const char *text, size_t length);

/* What a call has printed so far; `small` holds it until it has more bytes than that. */
struct output {
    char *bytes;
    size_t length, room;
    char small[512];
};

/* Makes room for `more` bytes and the zero that the C library puts after them. 0: there is no memory. */
static int grow(struct output *output, size_t more) {
    if (output->room - output->length > more) return 1;
    size_t room = 2 * (output->length + more + 1);
    char *bytes = malloc(room);
    if (!bytes) return 0;
    memcpy(bytes, output->bytes, output->length);
    if (output->bytes != output->small) free(output->bytes);
    output->bytes = bytes;
    output->room = room;
    return 1;
}

static int add(struct output *output, const char *text, size_t length) {
    if (!grow(output, length)) return 0;
    memcpy(output->bytes + output->length, text, length);
    output->length += length;
    return 1;
}

/* One conversion by itself, with its only argument. */
static int convert(struct output *output, const char *conversion, ...) {
    va_list arguments, again;
    va_start(arguments, conversion);
    va_copy(again, arguments);
    int length = vsnprintf(output->bytes + output->length, output->room - output->length, conversion, arguments);
    if (length >= 0 && (size_t)length >= output->room - output->length)
        length = grow(output, (size_t)length) ? vsnprintf(output->bytes + output->length, (size_t)length + 1, conversion, again) : -1;
    va_end(again);
    va_end(arguments);
    if (length < 0) return 0;
    output->length += (size_t)length;
    return 1;
}

/* How many of the letters at the start of `text` belong to the length of a conversion. */
static size_t length_letters(const char *text) { return strspn(text, "hlLqjzt"); }

/* Formats into `output`. 0: there is no memory, or the format is broken. */
static int format_all(struct output *output, const char *format, va_list arguments) {
    while (*format) {
        size_t plain = strcspn(format, "%");
        if (!add(output, format, plain)) return 0;
        format += plain;
        if (!*format) break;
        /* The conversion without `*`, whose values are written out. */
        char one[128];
        size_t used = 0;
        do {
            if (used + 16 > sizeof one) return 0;
            if (*format != '*') {
                one[used++] = *format++;
                continue;
            }
            int value = va_arg(arguments, int);
            ++format;
            /* A negative precision is none. */
            if (value < 0 && one[used - 1] == '.') --used;
            else used += (size_t)snprintf(one + used, sizeof one - used, "%d", value);
        } while (*format && strchr("-+ #0123456789.*'", *format));
        const size_t letters = length_letters(format);
        if (used + letters + 2 > sizeof one) return 0;
        memcpy(one + used, format, letters);
        format += letters;
        const char kind = *format;
        if (!kind) return 0;
        ++format;
        one[used + letters] = kind;
        one[used + letters + 1] = 0;
        const int wide = letters > 0 && one[used] != 'h';
        int done;
        switch (kind) {
        case '%': done = add(output, "%", 1); break;
        case 's': {
            const char *text = va_arg(arguments, const char *);
            done = convert(output, one, text ? text : wide ? (const char *)L"" : "");
            break;
        }
        case 'p': done = convert(output, one, va_arg(arguments, void *)); break;
        case 'n': *va_arg(arguments, int *) = (int)output->length, done = 1; break;
        case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
            done = one[used] == 'L' ? convert(output, one, va_arg(arguments, long double)) : convert(output, one, va_arg(arguments, double));
            break;
        default:
            /* Numbers and letters: `long` and all that is as wide have one size, and lie alike among the arguments. */
            done = wide ? convert(output, one, va_arg(arguments, long)) : convert(output, one, va_arg(arguments, int));
        }
        if (!done) return 0;
    }
    return 1;
}

static int print(const char *format, va_list arguments) {
    struct output output;
    output.bytes = output.small;
    output.length = 0;
    output.room = sizeof output.small;
    int done = format_all(&output, format, arguments);
    if (done) hipify_print(output.bytes, output.length);
    if (output.bytes != output.small) free(output.bytes);
    return done ? (int)output.length : -1;
}

int hipify_printf_v(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = print(format, arguments);
    va_end(arguments);
    return length;
}

/* Of kernels that were compiled with `-mprintf-kind=buffered`, where a result of zero says that the text is in the buffer. */
int hipify_printf_buffered_v(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = print(format, arguments);
    va_end(arguments);
    return length < 0 ? -1 : 0;
}

#ifndef FUNCTIONS_OF_OPENGL_H
#define FUNCTIONS_OF_OPENGL_H
// Included inside of `extern "C"`; `texture` is a parameter's name.
#ifdef __cplusplus
extern "C" {
#endif
typedef void (*PFNGLACTIVETEXTUREPROC)(GLenum texture);
typedef void (*PFNGLBINDTEXTUREPROC)(GLenum target, GLuint texture);
#ifdef __cplusplus
}
#endif
#endif

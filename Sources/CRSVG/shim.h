// librsvg and cairo, of which one picture in a while is drawn: they are loaded for that, with the thirty
// libraries that they need, rather than with the program. Their ABIs are stable since librsvg 2.46 and
// cairo 1.16.
#ifndef PLAYHEAD_CRSVG_SHIM_H
#define PLAYHEAD_CRSVG_SHIM_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// What is drawn, as it comes.
struct playhead_drawing {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
};

static inline void playhead_free_drawing(struct playhead_drawing *drawing) {
  free(drawing->bytes);
  drawing->bytes = NULL;
}

enum playhead_drawing_result {
  playhead_drawing_done,
  playhead_drawing_no_library,
  playhead_drawing_failed,
};

// As cairo calls it; 11 is CAIRO_STATUS_WRITE_ERROR.
static int playhead_write_drawing(void *closure, const unsigned char *bytes, unsigned count) {
  struct playhead_drawing *drawing = (struct playhead_drawing *)closure;
  if (drawing->count + count > drawing->capacity) {
    size_t capacity = 2 * (drawing->count + count);
    uint8_t *grown = (uint8_t *)realloc(drawing->bytes, capacity);
    if (grown == NULL) return 11;
    drawing->bytes = grown;
    drawing->capacity = capacity;
  }
  memcpy(drawing->bytes + drawing->count, bytes, count);
  drawing->count += count;
  return 0;
}

static inline void *playhead_open_rsvg(void) {
  static const char *const names[] = {"librsvg-2.so.2", "librsvg-2.2.dylib",
                                      "/opt/homebrew/lib/librsvg-2.2.dylib",
                                      "/usr/local/lib/librsvg-2.2.dylib"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) return library;
  }
  return NULL;
}

// Draws an SVG of `size` bytes at `width` × `height`: pixels of a PNG, or points of a PDF.
static inline enum playhead_drawing_result playhead_draw_svg(const uint8_t *svg, size_t size,
                                                             double width, double height,
                                                             int is_pdf,
                                                             struct playhead_drawing *drawing) {
  struct rectangle {
    double x, y, width, height;
  } place = {0, 0, width, height};
  typedef int (*writer)(void *, const unsigned char *, unsigned);
  void *library = playhead_open_rsvg();
  if (library == NULL) return playhead_drawing_no_library;
#define PLAYHEAD_LOAD(result, name, ...)                             \
  result (*name)(__VA_ARGS__) = (result(*)(__VA_ARGS__))dlsym(library, #name); \
  if (name == NULL) return playhead_drawing_no_library
  PLAYHEAD_LOAD(void *, rsvg_handle_new_from_data, const uint8_t *, size_t, void **);
  PLAYHEAD_LOAD(int, rsvg_handle_render_document, void *, void *, const struct rectangle *, void **);
  PLAYHEAD_LOAD(void, g_object_unref, void *);
  PLAYHEAD_LOAD(void *, cairo_image_surface_create, int, int, int);
  PLAYHEAD_LOAD(void *, cairo_pdf_surface_create_for_stream, writer, void *, double, double);
  PLAYHEAD_LOAD(void, cairo_pdf_surface_set_metadata, void *, int, const char *);
  PLAYHEAD_LOAD(void *, cairo_create, void *);
  PLAYHEAD_LOAD(void, cairo_destroy, void *);
  PLAYHEAD_LOAD(void, cairo_surface_finish, void *);
  PLAYHEAD_LOAD(int, cairo_surface_status, void *);
  PLAYHEAD_LOAD(void, cairo_surface_destroy, void *);
  PLAYHEAD_LOAD(int, cairo_surface_write_to_png_stream, void *, writer, void *);
#undef PLAYHEAD_LOAD
  void *handle = rsvg_handle_new_from_data(svg, size, NULL);
  if (handle == NULL) return playhead_drawing_failed;
  void *surface = is_pdf ? cairo_pdf_surface_create_for_stream(playhead_write_drawing, drawing, width,
                                                               height)
                         : cairo_image_surface_create(0, (int)width, (int)height);
  // The date of all (CAIRO_PDF_METADATA_CREATE_DATE), so that a picture is the same every day.
  if (is_pdf) cairo_pdf_surface_set_metadata(surface, 5, "1970-01-01T00:00:00Z");
  void *context = cairo_create(surface);
  int is_done = rsvg_handle_render_document(handle, context, &place, NULL);
  cairo_destroy(context);
  if (is_done && !is_pdf) {
    is_done = cairo_surface_write_to_png_stream(surface, playhead_write_drawing, drawing) == 0;
  }
  cairo_surface_finish(surface);
  is_done = is_done && cairo_surface_status(surface) == 0 && drawing->count > 0;
  cairo_surface_destroy(surface);
  g_object_unref(handle);
  return is_done ? playhead_drawing_done : playhead_drawing_failed;
}

#endif

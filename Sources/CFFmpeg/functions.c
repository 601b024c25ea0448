#include "CFFmpeg.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>

static struct playhead_ffmpeg functions;
static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#ifdef __APPLE__
// Linked, as the loader there maps all libraries at once.
static void open_libraries(void) {
#define PLAYHEAD_TAKE(name) functions.name = &name;
  PLAYHEAD_AVUTIL(PLAYHEAD_TAKE)
  PLAYHEAD_AVCODEC(PLAYHEAD_TAKE)
  PLAYHEAD_SIDE_DATA(PLAYHEAD_TAKE)
  PLAYHEAD_AVFORMAT(PLAYHEAD_TAKE)
}
#else
static char text[256];

// The library `name` of the version that the headers are of, as another one has other structures.
static void *open_library(const char *name, int version) {
  char file[64];
  snprintf(file, sizeof file, "%s.so.%d", name, version);
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL && failure == NULL) {
    const char *reason = dlerror();
    snprintf(text, sizeof text, "%s", reason ? reason : file);
    failure = text;
  }
  return library;
}

static void *find(void *library, const char *name) {
  void *symbol = library ? dlsym(library, name) : NULL;
  if (symbol == NULL && failure == NULL) {
    snprintf(text, sizeof text, "FFmpeg has no %s", name);
    failure = text;
  }
  return symbol;
}

static void open_libraries(void) {
  void *avutil = open_library("libavutil", LIBAVUTIL_VERSION_MAJOR);
  void *avcodec = open_library("libavcodec", LIBAVCODEC_VERSION_MAJOR);
  void *avformat = open_library("libavformat", LIBAVFORMAT_VERSION_MAJOR);
  struct playhead_ffmpeg found = {0};
#define PLAYHEAD_TAKE(name) found.name = (__typeof__(name) *)find(library, #name);
  void *library = avutil;
  PLAYHEAD_AVUTIL(PLAYHEAD_TAKE)
  library = avcodec;
  PLAYHEAD_AVCODEC(PLAYHEAD_TAKE)
  library = LIBAVFORMAT_VERSION_MAJOR < 61 ? avformat : avcodec;
  PLAYHEAD_SIDE_DATA(PLAYHEAD_TAKE)
  library = avformat;
  PLAYHEAD_AVFORMAT(PLAYHEAD_TAKE)
  if (failure == NULL) functions = found;
}
#endif

const struct playhead_ffmpeg *playhead_ffmpeg(void) {
  pthread_once(&once, open_libraries);
  return &functions;
}

const char *playhead_ffmpeg_failure(void) {
  pthread_once(&once, open_libraries);
  return failure;
}

static int get_frame_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  int code = playhead_ffmpeg()->avcodec_default_get_buffer2(context, frame, flags);
  if (code == AVERROR(ENOMEM) && context->opaque)
    __atomic_store_n((int32_t *)context->opaque, 1, __ATOMIC_RELAXED);
  return code;
}

void playhead_watch_frame_buffers(AVCodecContext *context, int32_t *shortage) {
  context->opaque = shortage;
  context->get_buffer2 = get_frame_buffer;
#if FF_API_THREAD_SAFE_CALLBACKS
  // Versions that know this decode on one thread without it; later ones take it for granted.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}

// What a container says of `type` of a stream.
static const uint8_t *side_data(const AVStream *stream, enum AVPacketSideDataType type,
                                size_t *size) {
#if LIBAVFORMAT_VERSION_MAJOR < 61
  return playhead_ffmpeg()->av_stream_get_side_data(stream, type, size);
#else
  const AVPacketSideData *data = playhead_ffmpeg()->av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#endif
}

int playhead_has_encryption(const AVStream *stream) {
  size_t size = 0;
  return side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, &size) != NULL;
}

double playhead_rotation(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *matrix = side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  if (matrix == NULL || size < 9 * sizeof(int32_t)) return NAN;
  return -playhead_ffmpeg()->av_display_rotation_get((const int32_t *)matrix);
}

int playhead_is_readable(const AVPixFmtDescriptor *format) {
  uint64_t others = AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
  return (format->flags & others) == 0 && format->nb_components > 0 && format->comp[0].depth <= 16;
}

int playhead_is_rgb(const AVPixFmtDescriptor *format) {
  return (format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0;
}

int playhead_depth(const AVPixFmtDescriptor *format) {
  return format->flags & AV_PIX_FMT_FLAG_PAL ? 8 : format->comp[0].depth;
}

void playhead_read_line(const AVFrame *frame, const AVPixFmtDescriptor *format, int component,
                        int row, int count, uint16_t *line) {
  const uint8_t *planes[4] = {frame->data[0], frame->data[1], frame->data[2], frame->data[3]};
  int is_palette = (format->flags & AV_PIX_FMT_FLAG_PAL) != 0;
  playhead_ffmpeg()->av_read_image_line2(line, planes, frame->linesize, format, 0, row, component,
                                         count, is_palette, 2);
}

uint8_t *playhead_line(const AVFrame *frame, int plane, int row) {
  return frame->data[plane] ? frame->data[plane] + (ptrdiff_t)row * frame->linesize[plane] : NULL;
}

int playhead_is_noted(const int32_t *note) {
  return __atomic_load_n(note, __ATOMIC_RELAXED) != 0;
}

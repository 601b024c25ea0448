// What Swift cannot import from FFmpeg: macros that are not plain numbers, and what it calls on any thread.
#ifndef PLAYHEAD_CFFMPEG_SHIM_H
#define PLAYHEAD_CFFMPEG_SHIM_H

#include <math.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/crc.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/hash.h>
#include <libavutil/log.h>
#include <libavutil/pixdesc.h>

static const int playhead_error_end_of_file = AVERROR_EOF;
static const int playhead_error_invalid_data = AVERROR_INVALIDDATA;
static const int playhead_error_again = AVERROR(EAGAIN);
static const int playhead_error_out_of_memory = AVERROR(ENOMEM);
static const int playhead_error_no_decoder = AVERROR_DECODER_NOT_FOUND;
static const int playhead_error_io = AVERROR(EIO);
static const int playhead_error_not_permitted = AVERROR(EPERM);
// Of ours: reading ends before the packet at which FFmpeg crashed before.
static const int playhead_error_crash = AVERROR_EXTERNAL;
static const int playhead_error_exit = AVERROR_EXIT;
static const int64_t playhead_no_timestamp = AV_NOPTS_VALUE;

// Gives a picture or sound room, as decoders do by themselves, and notes in the context's `opaque`, an
// int32_t, if there is none: some decoders then go on as if the file were damaged.
static inline int playhead_get_frame_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  int code = avcodec_default_get_buffer2(context, frame, flags);
  if (code == AVERROR(ENOMEM) && context->opaque)
    __atomic_store_n((int32_t *)context->opaque, 1, __ATOMIC_RELAXED);
  return code;
}

static inline void playhead_watch_frame_buffers(AVCodecContext *context, int32_t *shortage) {
  context->opaque = shortage;
  context->get_buffer2 = playhead_get_frame_buffer;
#if FF_API_THREAD_SAFE_CALLBACKS
  // Versions that know this decode on one thread without it; later ones take it for granted.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}

// Whether a container describes how all samples of a stream are encrypted.
static inline int playhead_has_encryption(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR < 61
  return av_stream_get_side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, NULL) != NULL;
#else
  return av_packet_side_data_get(stream->codecpar->coded_side_data,
                                 stream->codecpar->nb_coded_side_data,
                                 AV_PKT_DATA_ENCRYPTION_INIT_INFO) != NULL;
#endif
}

// By how many degrees, clockwise, a stream's pictures are turned before they are shown; NaN where
// nothing says so.
static inline double playhead_rotation(const AVStream *stream) {
  const uint8_t *matrix = NULL;
#if LIBAVFORMAT_VERSION_MAJOR < 61
  size_t size = 0;
  matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
#else
  const AVPacketSideData *data = av_packet_side_data_get(stream->codecpar->coded_side_data,
                                                         stream->codecpar->nb_coded_side_data,
                                                         AV_PKT_DATA_DISPLAYMATRIX);
  size_t size = data ? data->size : 0;
  if (data) matrix = data->data;
#endif
  if (matrix == NULL || size < 9 * sizeof(int32_t)) return NAN;
  return -av_display_rotation_get((const int32_t *)matrix);
}

// Whether pixels of a format can be read one by one, and are of colours that a picture has.
static inline int playhead_is_readable(const AVPixFmtDescriptor *format) {
  uint64_t others = AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
  return (format->flags & others) == 0 && format->nb_components > 0 && format->comp[0].depth <= 16;
}

static inline int playhead_is_rgb(const AVPixFmtDescriptor *format) {
  return (format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0;
}

// How many bits a component has; of a palette, those of its colours.
static inline int playhead_depth(const AVPixFmtDescriptor *format) {
  return format->flags & AV_PIX_FMT_FLAG_PAL ? 8 : format->comp[0].depth;
}

// The `count` first samples of a component in row `row`.
static inline void playhead_read_line(const AVFrame *frame, const AVPixFmtDescriptor *format,
                                      int component, int row, int count, uint16_t *line) {
  const uint8_t *planes[4] = {frame->data[0], frame->data[1], frame->data[2], frame->data[3]};
  int is_palette = (format->flags & AV_PIX_FMT_FLAG_PAL) != 0;
  av_read_image_line2(line, planes, frame->linesize, format, 0, row, component, count, is_palette, 2);
}

// The row `row` of a plane.
static inline uint8_t *playhead_line(const AVFrame *frame, int plane, int row) {
  return frame->data[plane] ? frame->data[plane] + (ptrdiff_t)row * frame->linesize[plane] : NULL;
}

static inline int playhead_is_noted(const int32_t *note) {
  return __atomic_load_n(note, __ATOMIC_RELAXED) != 0;
}

#endif

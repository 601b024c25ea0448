// FFmpeg as Swift calls it. Its libraries are opened when something is read, as they take a hundred
// others with them, for which a program that reads nothing would wait at each start. Beside its
// functions, what Swift cannot import: macros that are not plain numbers, and what FFmpeg calls on
// any thread.
#ifndef PLAYHEAD_CFFMPEG_H
#define PLAYHEAD_CFFMPEG_H

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

// The functions in use, by the library that has them.
#define PLAYHEAD_AVUTIL(of) \
  of(av_aes_alloc) of(av_aes_crypt) of(av_aes_init) of(av_dict_free) of(av_dict_get) \
  of(av_dict_set_int) of(av_display_rotation_get) of(av_frame_alloc) of(av_frame_free) \
  of(av_frame_get_buffer) of(av_free) of(av_hash_alloc) of(av_hash_final) of(av_hash_freep) \
  of(av_hash_get_size) of(av_hash_init) of(av_hash_update) of(av_log_format_line2) \
  of(av_log_set_callback) of(av_malloc) of(av_pix_fmt_desc_get) of(av_read_image_line2) \
  of(av_rescale_q) of(av_strdup) of(av_strerror) of(avutil_version)
#define PLAYHEAD_AVCODEC(of) \
  of(av_codec_is_decoder) of(av_codec_iterate) of(av_packet_alloc) of(av_packet_free) \
  of(av_packet_get_side_data) of(av_packet_move_ref) of(av_packet_unref) of(av_parser_close) \
  of(av_parser_init) of(av_parser_parse2) of(avcodec_alloc_context3) \
  of(avcodec_default_get_buffer2) of(avcodec_descriptor_get) of(avcodec_find_decoder) \
  of(avcodec_find_encoder) of(avcodec_flush_buffers) of(avcodec_free_context) \
  of(avcodec_get_name) of(avcodec_open2) of(avcodec_parameters_to_context) \
  of(avcodec_profile_name) of(avcodec_receive_frame) of(avcodec_receive_packet) \
  of(avcodec_send_frame) of(avcodec_send_packet) of(avcodec_version)
#if LIBAVFORMAT_VERSION_MAJOR < 61
#define PLAYHEAD_SIDE_DATA(of) of(av_stream_get_side_data)
#else
#define PLAYHEAD_SIDE_DATA(of) of(av_packet_side_data_get)
#endif
#define PLAYHEAD_AVFORMAT(of) \
  of(av_find_best_stream) of(av_probe_input_buffer2) of(av_read_frame) of(av_seek_frame) \
  of(avformat_alloc_context) of(avformat_close_input) of(avformat_find_stream_info) \
  of(avformat_index_get_entries_count) of(avformat_index_get_entry) of(avformat_open_input) \
  of(avformat_version) of(avio_alloc_context) of(avio_context_free) of(avio_seek)

struct playhead_ffmpeg {
#define PLAYHEAD_FIELD(name) __typeof__(name) *name;
  PLAYHEAD_AVUTIL(PLAYHEAD_FIELD)
  PLAYHEAD_AVCODEC(PLAYHEAD_FIELD)
  PLAYHEAD_SIDE_DATA(PLAYHEAD_FIELD)
  PLAYHEAD_AVFORMAT(PLAYHEAD_FIELD)
#undef PLAYHEAD_FIELD
};

// FFmpeg's functions; opens its libraries at the first call. All are null if that fails.
const struct playhead_ffmpeg *playhead_ffmpeg(void);

// Why the libraries cannot be opened; null if they can.
const char *playhead_ffmpeg_failure(void);

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

// Gives pictures and sounds room, as decoders do by themselves, and notes in `shortage` if there is
// none: some decoders then go on as if the file were damaged.
void playhead_watch_frame_buffers(AVCodecContext *context, int32_t *shortage);

// Whether a container describes how all samples of a stream are encrypted.
int playhead_has_encryption(const AVStream *stream);

// By how many degrees, clockwise, a stream's pictures are turned before they are shown; NaN where
// nothing says so.
double playhead_rotation(const AVStream *stream);

// Whether pixels of a format can be read one by one, and are of colours that a picture has.
int playhead_is_readable(const AVPixFmtDescriptor *format);

int playhead_is_rgb(const AVPixFmtDescriptor *format);

// How many bits a component has; of a palette, those of its colours.
int playhead_depth(const AVPixFmtDescriptor *format);

// The `count` first samples of a component in row `row`.
void playhead_read_line(const AVFrame *frame, const AVPixFmtDescriptor *format, int component,
                        int row, int count, uint16_t *line);

// The row `row` of a plane.
uint8_t *playhead_line(const AVFrame *frame, int plane, int row);

int playhead_is_noted(const int32_t *note);

#endif

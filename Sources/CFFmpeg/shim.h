// What Swift cannot import from FFmpeg: macros that are not plain numbers, and nothing else.
#ifndef PLAYHEAD_CFFMPEG_SHIM_H
#define PLAYHEAD_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/crc.h>
#include <libavutil/dict.h>
#include <libavutil/hash.h>
#include <libavutil/log.h>

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

#endif

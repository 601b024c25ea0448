// What Swift need not know of libchafa and GLib: a picture as text for a terminal.
#ifndef PLAYHEAD_CCHAFA_SHIM_H
#define PLAYHEAD_CCHAFA_SHIM_H

#include <chafa.h>
#include <stdint.h>
#include <string.h>

// How pictures are drawn.
enum playhead_picture_mode {
  playhead_picture_symbols,
  playhead_picture_sixel,
  playhead_picture_kitty,
};

// A picture of red, green and blue bytes as text for so many columns and rows, to be freed by
// playhead_free_picture; NULL without memory. `colors` is the number that the terminal has.
static inline char *playhead_draw_picture(
    const uint8_t *pixels, int width, int height, int columns, int rows, int cell_width,
    int cell_height, int colors, int is_unicode, enum playhead_picture_mode mode) {
  ChafaSymbolMap *symbols = chafa_symbol_map_new();
  chafa_symbol_map_add_by_tags(
      symbols,
      is_unicode ? CHAFA_SYMBOL_TAG_VHALF | CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID
                 : CHAFA_SYMBOL_TAG_ASCII);
  ChafaCanvasConfig *config = chafa_canvas_config_new();
  chafa_canvas_config_set_geometry(config, columns, rows);
  chafa_canvas_config_set_symbol_map(config, symbols);
  chafa_canvas_config_set_cell_geometry(config, cell_width, cell_height);
  chafa_canvas_config_set_canvas_mode(
      config, mode != playhead_picture_symbols || colors > 256 ? CHAFA_CANVAS_MODE_TRUECOLOR
              : colors >= 256                                  ? CHAFA_CANVAS_MODE_INDEXED_240
              : colors >= 16                                   ? CHAFA_CANVAS_MODE_INDEXED_16
                                                               : CHAFA_CANVAS_MODE_INDEXED_8);
  chafa_canvas_config_set_pixel_mode(
      config, mode == playhead_picture_sixel   ? CHAFA_PIXEL_MODE_SIXELS
              : mode == playhead_picture_kitty ? CHAFA_PIXEL_MODE_KITTY
                                               : CHAFA_PIXEL_MODE_SYMBOLS);
  ChafaCanvas *canvas = chafa_canvas_new(config);
  chafa_canvas_draw_all_pixels(
      canvas, CHAFA_PIXEL_RGB8, pixels, width, height, width * 3);
  // Sequences that every terminal of the kind knows, as no database of terminals has them all.
  ChafaTermInfo *terminal = chafa_term_db_get_fallback_info(chafa_term_db_get_default());
  ChafaTermInfo *known = chafa_term_info_copy(terminal);
  chafa_term_info_unref(terminal);
  chafa_term_info_set_seq(known, CHAFA_TERM_SEQ_BEGIN_SIXELS, "\033P%1;%2;%3q", NULL);
  chafa_term_info_set_seq(known, CHAFA_TERM_SEQ_END_SIXELS, "\033\\", NULL);
  chafa_term_info_set_seq(
      known, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1,
      "\033_Ga=T,f=%1,s=%2,v=%3,c=%4,r=%5,m=1,q=2\033\\", NULL);
  chafa_term_info_set_seq(known, CHAFA_TERM_SEQ_END_KITTY_IMAGE, "\033_Gm=0\033\\", NULL);
  chafa_term_info_set_seq(known, CHAFA_TERM_SEQ_BEGIN_KITTY_IMAGE_CHUNK, "\033_Gm=1;", NULL);
  chafa_term_info_set_seq(known, CHAFA_TERM_SEQ_END_KITTY_IMAGE_CHUNK, "\033\\", NULL);
  GString *text = chafa_canvas_print(canvas, known);
  chafa_term_info_unref(known);
  chafa_canvas_unref(canvas);
  chafa_canvas_config_unref(config);
  chafa_symbol_map_unref(symbols);
  return text ? g_string_free(text, FALSE) : NULL;
}

static inline void playhead_free_picture(char *text) { g_free(text); }

#endif

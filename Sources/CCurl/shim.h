// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call.
#ifndef PLAYHEAD_CCURL_SHIM_H
#define PLAYHEAD_CCURL_SHIM_H

#include <curl/curl.h>

#endif

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call: here is each with
// the one type of argument that an option takes. Nothing else belongs in here.
#ifndef PLAYHEAD_CCURL_SHIM_H
#define PLAYHEAD_CCURL_SHIM_H

#include <curl/curl.h>

static inline CURLcode playhead_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

// libcurl copies the string, except for CURLOPT_POSTFIELDS, which is not used.
static inline CURLcode playhead_curl_set_string(
    CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode playhead_curl_set_error_buffer(CURL *handle, char *buffer) {
  return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

static inline CURLcode playhead_curl_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode playhead_curl_set_header_callback(
    CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_HEADERDATA, context) : code;
}

static inline CURLcode playhead_curl_set_body_callback(
    CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

// The options that take names came with 7.85, which deprecated those that take bits.
static inline CURLcode playhead_curl_allow_only_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  return code == CURLE_OK
      ? curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https") : code;
#else
  const long http = CURLPROTO_HTTP | CURLPROTO_HTTPS;
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS, http);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, http) : code;
#endif
}

// Lets a cleanup leave a name lookup behind instead of waiting for it. It came with 7.87.
static inline CURLcode playhead_curl_do_not_wait_for_lookups(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)handle;
  return CURLE_OK;
#endif
}

static inline CURLcode playhead_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode playhead_curl_get_string(CURL *handle, CURLINFO info, const char **value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode playhead_curl_set_open_socket(
    CURL *handle, curl_opensocket_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context) : code;
}

static inline CURLMcode playhead_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// The next transfer that has ended, and how; NULL if none has. The message is a union, so it is
// read here.
static inline CURL *playhead_curl_take_result(CURLM *multi, CURLcode *result) {
  int left = 0;
  for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)) != NULL;) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}

#endif

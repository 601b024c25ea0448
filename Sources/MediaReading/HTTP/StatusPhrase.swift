/// The reason phrase of a status, for servers that send none, such as all with HTTP/2 and later.
func statusPhrase(_ status: Int) -> String {
  switch status {
  case 204: "No Content"
  case 304: "Not Modified"
  case 400: "Bad Request"
  case 401: "Unauthorized"
  case 403: "Forbidden"
  case 404: "Not Found"
  case 405: "Method Not Allowed"
  case 406: "Not Acceptable"
  case 407: "Proxy Authentication Required"
  case 408: "Request Timeout"
  case 410: "Gone"
  case 416: "Range Not Satisfiable"
  case 429: "Too Many Requests"
  case 451: "Unavailable For Legal Reasons"
  case 500: "Internal Server Error"
  case 502: "Bad Gateway"
  case 503: "Service Unavailable"
  case 504: "Gateway Timeout"
  default: ""
  }
}

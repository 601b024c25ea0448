// Swift can call all of libxml2 that is needed here: this only finds its headers.
#ifndef PLAYHEAD_CXML2_SHIM_H
#define PLAYHEAD_CXML2_SHIM_H

// Debian's headers include those of ICU, which are not the ones that Foundation brings.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlerror.h>

#endif

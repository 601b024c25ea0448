// Swift can call all of libyaml that is needed here: this only finds its header.
#ifndef PLAYHEAD_CYAML_SHIM_H
#define PLAYHEAD_CYAML_SHIM_H

#include <yaml.h>

#endif

#include <libwebsockets.h>

// The bytes that must be free before what is written, as a constant that Swift can see.
enum { homework_lws_before = LWS_PRE };

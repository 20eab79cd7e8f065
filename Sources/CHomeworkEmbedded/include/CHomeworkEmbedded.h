#ifndef CHOMEWORKEMBEDDED_H
#define CHOMEWORKEMBEDDED_H

/// The text of a file that is part of the programs, such as `diet.tokens.json`; NULL where there is none of that name.
const char *_Nullable homework_embedded_text(const char *_Nonnull name);

#endif

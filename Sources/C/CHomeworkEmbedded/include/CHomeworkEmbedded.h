#ifndef CHOMEWORKEMBEDDED_H
#define CHOMEWORKEMBEDDED_H

/// Returns the text of a file embedded in the programs, such as `diet.tokens.json`; NULL if there is no file of that
/// name.
const char *_Nullable homework_embedded_text(const char *_Nonnull name);

#endif

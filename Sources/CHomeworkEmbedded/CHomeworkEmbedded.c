#include "CHomeworkEmbedded.h"

#include <stddef.h>
#include <string.h>

// SwiftPM embeds each file as an array literal, for which the Swift compiler needs a second per 4 KB.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char schema[] = {
#embed "../HomeworkMotion/Designs/animations.schema.json" suffix(, 0)
};
static const unsigned char diet[] = {
#embed "../HomeworkMotion/Designs/diet.tokens.json" suffix(, 0)
};
static const unsigned char homework[] = {
#embed "../HomeworkMotion/Designs/homework.tokens.json" suffix(, 0)
};
static const unsigned char mcqStreak[] = {
#embed "../HomeworkMotion/Designs/mcq-streak.tokens.json" suffix(, 0)
};
static const unsigned char ncdb[] = {
#embed "../HomeworkMotion/Designs/ncdb.tokens.json" suffix(, 0)
};
static const unsigned char offload[] = {
#embed "../HomeworkMotion/Designs/offload.tokens.json" suffix(, 0)
};
static const unsigned char page[] = {
#embed "../HomeworkReports/Page/page.html" suffix(, 0)
};
static const unsigned char style[] = {
#embed "../HomeworkReports/Page/page.css" suffix(, 0)
};
static const unsigned char player[] = {
#embed "../HomeworkReports/Page/player.js" suffix(, 0)
};
static const unsigned char cards[] = {
#embed "../HomeworkReports/Page/cards.js" suffix(, 0)
};
static const unsigned char overview[] = {
#embed "../HomeworkReports/Page/overview.css" suffix(, 0)
};
static const unsigned char worksheet[] = {
#embed "../HomeworkFormats/Page/worksheet.css" suffix(, 0)
};

static const struct {
  const char *name;
  const unsigned char *text;
} files[] = {
    {"animations.schema.json", schema},
    {"diet.tokens.json", diet},
    {"homework.tokens.json", homework},
    {"mcq-streak.tokens.json", mcqStreak},
    {"ncdb.tokens.json", ncdb},
    {"offload.tokens.json", offload},
    {"page.html", page},
    {"page.css", style},
    {"player.js", player},
    {"cards.js", cards},
    {"overview.css", overview},
    {"worksheet.css", worksheet},
};

const char *homework_embedded_text(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return (const char *)files[i].text;
  }
  return NULL;
}

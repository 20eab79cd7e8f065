#include "CHomeworkEmbedded.h"

#include <stddef.h>
#include <string.h>

// SwiftPM embeds each file as an array literal, for which the Swift compiler needs a second per 4 KB.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char sqlite_0001[] = {
#embed "../../../Migrations/SQLite/0001_library.sql" suffix(, 0)
};
static const unsigned char postgres_0001[] = {
#embed "../../../Migrations/Postgres/0001_library.sql" suffix(, 0)
};
static const unsigned char schema[] = {
#embed "../../HomeworkMotion/Designs/animations.schema.json" suffix(, 0)
};
static const unsigned char diet[] = {
#embed "../../HomeworkMotion/Designs/diet.tokens.json" suffix(, 0)
};
static const unsigned char homework[] = {
#embed "../../HomeworkMotion/Designs/homework.tokens.json" suffix(, 0)
};
static const unsigned char mcqStreak[] = {
#embed "../../HomeworkMotion/Designs/mcq-streak.tokens.json" suffix(, 0)
};
static const unsigned char ncdb[] = {
#embed "../../HomeworkMotion/Designs/ncdb.tokens.json" suffix(, 0)
};
static const unsigned char offload[] = {
#embed "../../HomeworkMotion/Designs/offload.tokens.json" suffix(, 0)
};
static const unsigned char page[] = {
#embed "../../HomeworkReports/Page/page.html" suffix(, 0)
};
static const unsigned char style[] = {
#embed "../../HomeworkReports/Page/page.css" suffix(, 0)
};
static const unsigned char motion[] = {
#embed "../../HomeworkReports/Page/motion.js" suffix(, 0)
};
static const unsigned char player[] = {
#embed "../../HomeworkReports/Page/player.js" suffix(, 0)
};
static const unsigned char cards[] = {
#embed "../../HomeworkReports/Page/cards.js" suffix(, 0)
};
static const unsigned char worksheet[] = {
#embed "../../HomeworkFormats/Page/worksheet.css" suffix(, 0)
};
static const unsigned char entities[] = {
#embed "../../HomeworkFormats/Text/entities.txt" suffix(, 0)
};
static const unsigned char words[] = {
#embed "../../HomeworkFormats/Text/words.txt" suffix(, 0)
};
static const unsigned char web_attempt_js[] = {
#embed "../../HomeworkWeb/Page/attempt.js" suffix(, 0)
};
static const unsigned char web_confetti_js[] = {
#embed "../../HomeworkWeb/Page/confetti.js" suffix(, 0)
};
static const unsigned char web_cues_js[] = {
#embed "../../HomeworkWeb/Page/cues.js" suffix(, 0)
};
static const unsigned char web_curves_js[] = {
#embed "../../HomeworkWeb/Page/curves.js" suffix(, 0)
};
static const unsigned char web_dom_js[] = {
#embed "../../HomeworkWeb/Page/dom.js" suffix(, 0)
};
static const unsigned char web_dots_js[] = {
#embed "../../HomeworkWeb/Page/dots.js" suffix(, 0)
};
static const unsigned char web_frame_js[] = {
#embed "../../HomeworkWeb/Page/frame.js" suffix(, 0)
};
static const unsigned char web_index_html[] = {
#embed "../../HomeworkWeb/Page/index.html" suffix(, 0)
};
static const unsigned char web_list_js[] = {
#embed "../../HomeworkWeb/Page/list.js" suffix(, 0)
};
static const unsigned char web_main_js[] = {
#embed "../../HomeworkWeb/Page/main.js" suffix(, 0)
};
static const unsigned char web_page_css[] = {
#embed "../../HomeworkWeb/Page/page.css" suffix(, 0)
};
static const unsigned char web_answers_js[] = {
#embed "../../HomeworkWeb/Page/answers.js" suffix(, 0)
};
static const unsigned char web_pictures_js[] = {
#embed "../../HomeworkWeb/Page/pictures.js" suffix(, 0)
};
static const unsigned char web_question_js[] = {
#embed "../../HomeworkWeb/Page/question.js" suffix(, 0)
};
static const unsigned char web_quiz_js[] = {
#embed "../../HomeworkWeb/Page/quiz.js" suffix(, 0)
};
static const unsigned char web_results_js[] = {
#embed "../../HomeworkWeb/Page/results.js" suffix(, 0)
};
static const unsigned char web_rpc_js[] = {
#embed "../../HomeworkWeb/Page/rpc.js" suffix(, 0)
};

static const struct {
  const char *name;
  const unsigned char *text;
} files[] = {
    {"SQLite/0001_library.sql", sqlite_0001},
    {"Postgres/0001_library.sql", postgres_0001},
    {"animations.schema.json", schema},
    {"diet.tokens.json", diet},
    {"homework.tokens.json", homework},
    {"mcq-streak.tokens.json", mcqStreak},
    {"ncdb.tokens.json", ncdb},
    {"offload.tokens.json", offload},
    {"page.html", page},
    {"page.css", style},
    {"motion.js", motion},
    {"player.js", player},
    {"cards.js", cards},
    {"worksheet.css", worksheet},
    {"entities.txt", entities},
    {"words.txt", words},
    {"web/motion.js", motion},
    {"web/attempt.js", web_attempt_js},
    {"web/confetti.js", web_confetti_js},
    {"web/cues.js", web_cues_js},
    {"web/curves.js", web_curves_js},
    {"web/dom.js", web_dom_js},
    {"web/dots.js", web_dots_js},
    {"web/frame.js", web_frame_js},
    {"web/index.html", web_index_html},
    {"web/list.js", web_list_js},
    {"web/main.js", web_main_js},
    {"web/page.css", web_page_css},
    {"web/answers.js", web_answers_js},
    {"web/pictures.js", web_pictures_js},
    {"web/question.js", web_question_js},
    {"web/quiz.js", web_quiz_js},
    {"web/results.js", web_results_js},
    {"web/rpc.js", web_rpc_js},
};

const char *homework_embedded_text(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return (const char *)files[i].text;
  }
  return NULL;
}

"""Every value of the protocol, by name: dictionaries as they come, with their keys known to type checkers.

Times are ISO 8601 in UTC, days `2026-11-20`; a member that ends in `Ms` is in milliseconds.

Written by Clients/generate: change the protocol, and run it again.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union

Achievement: TypeAlias = Literal["firstPerfect", "fullCycle", "tenStars", "hundredStars"]
Action: TypeAlias = Literal["answers", "all"]
AnimationForm: TypeAlias = Literal["unchanged", "phases", "instant", "hapticOnly", "removed"]
AnimationKind: TypeAlias = Literal[
    "light", "medium", "heavy", "selection", "success", "warning", "error", "notification",
]
AnswerOutcome: TypeAlias = Literal["correct", "wrong", "skipped"]
AttemptState: TypeAlias = Literal["inProgress", "completed", "abandoned"]
Bar: TypeAlias = Literal["empty", "green", "star"]
Behaviour: TypeAlias = Literal["dotSettle", "star", "sizeSettle", "confetti", "badge", "countUp"]
CueReason: TypeAlias = Literal[
    "lowPower", "reduceMotion", "noStars", "killResume", "alreadyCelebrated", "superseded", "left",
    "burstCap",
]
DatabaseKind: TypeAlias = Literal[
    "structure", "reference", "checksum", "unsigned", "question", "questionCount", "streakPosition",
    "standing", "credit", "progress", "picture", "events", "value", "search",
]
Disposition: TypeAlias = Literal[
    "played", "reduced", "suppressed", "interrupted", "capped", "running",
]
Due: TypeAlias = Literal["today", "week", "overdue"]
EventKind: TypeAlias = Literal[
    "homeworkAdded", "homeworkUpdated", "homeworkCompleted", "homeworkReopened", "homeworkDeleted",
    "homeworkRestored", "firstCapture", "collectionCompleted", "quizSet", "generationChanged",
    "attemptStarted", "answerSettled", "attemptFinished", "attemptAbandoned", "achievementUnlocked",
    "milestoneReached", "learnerAdded", "learnerUpdated", "erased", "databaseRestored",
]
Fact: TypeAlias = Literal[
    "answerSettled", "attemptFinished", "revisited", "homeworkAdded", "homeworkCompleted", "homeworkDeleted",
    "collectionCompleted", "achievementUnlocked", "milestoneReached", "generationChanged", "inputRejected",
    "screen",
]
FieldKind: TypeAlias = Literal["persisted", "derived", "ephemeral", "environment"]
FieldName: TypeAlias = Literal[
    "homework", "quiz", "collections", "progress", "attempts", "answers", "ledger", "total", "events",
    "replies", "deletion", "learners", "stars", "streak", "question", "bar", "longest-run", "first-capture",
    "achievements", "milestones", "activation", "activated-question", "full-bar", "celebrated-questions",
    "intensity", "bursts", "running-a1", "size-settle", "results", "badge", "count", "draft", "question-time",
    "occurrences", "others", "motion", "profiles", "low-power", "screen", "clock",
]
GenerationReason: TypeAlias = Literal[
    "missingKey", "network", "timeout", "invalidResponse", "rateLimited", "unreadableImage",
]
GenerationState: TypeAlias = Literal["none", "pending", "ready", "failed"]
Grade: TypeAlias = Literal["excellent", "greatJob", "goodEffort", "keepPracticing"]
ImportFormat: TypeAlias = Literal[
    "json", "gift", "moodle-xml", "aiken", "open-trivia", "csv", "tsv", "anki", "xlsx", "qti", "blackboard",
    "open-trivia-qa", "markdown",
]
Intensity: TypeAlias = Literal["standard", "medium", "max"]
Layer: TypeAlias = Literal["question", "results", "anywhere"]
MediaType: TypeAlias = Literal["image/jpeg", "image/png", "image/heic"]
Mode: TypeAlias = Literal["simulated", "process", "power-loss"]
Motion: TypeAlias = Literal["full", "reduced"]
MotionFindingKind: TypeAlias = Literal[
    "total", "peak", "duration", "spring", "guideline", "stagger", "contradiction", "removed", "stillMoves",
    "jump", "inferred", "earlierDraft",
]
MotionFormat: TypeAlias = Literal["tokens", "css"]
Only: TypeAlias = Literal["wrong", "due"]
Part: TypeAlias = Literal[
    "type", "question", "options", "correctIndex", "correctAnswer", "acceptedAnswers", "keyConcepts",
    "explanation",
]
Property: TypeAlias = Literal[
    "opacity", "scale", "rotation", "x", "y", "size", "slide", "colour", "progress", "glow", "shimmer",
    "particles", "count",
]
QuizChangeKind: TypeAlias = Literal["added", "removed", "changed", "moved"]
QuizFormat: TypeAlias = Literal[
    "auto", "json", "gift", "moodle-xml", "aiken", "open-trivia", "csv", "tsv", "anki", "xlsx", "qti",
    "blackboard", "open-trivia-qa", "markdown",
]
QuizFormatWord: TypeAlias = Literal["json", "gift", "moodle-xml", "aiken", "csv", "worksheet"]
Resume: TypeAlias = Literal["ephemeral", "once", "routine"]
Role: TypeAlias = Literal[
    "decoration", "celebration", "transition", "loading", "confirmation", "error", "focus",
]
ScenarioReportOutcome: TypeAlias = Literal["passed", "failed", "error", "skipped"]
Shuffle: TypeAlias = Literal["questions", "options", "both"]
Status: TypeAlias = Literal["new", "started", "completed"]
Unstated: TypeAlias = Literal["duration", "curve", "values", "reduced"]
Verdict: TypeAlias = Literal["kept", "lost", "leaked", "forgotten", "asked"]


class Animation(TypedDict):
    """An animation of the catalogue."""

    #: What else starts it.
    alsoOn: NotRequired[list[AnimationAlsoOn]]
    #: The built-in behaviour, if the program decides when it plays.
    behaviour: NotRequired[Behaviour]
    #: The delay after that.
    delayMs: int
    #: The document that describes it.
    document: str
    #: The screen event that ends a repeating animation.
    endsOn: NotRequired[str]
    #: The haptic feedback of the first variant.
    haptic: NotRequired[AnimationHaptic]
    #: The layer it is drawn on.
    layer: Layer
    #: The name.
    name: str
    #: The design or file that it belongs to.
    profile: str
    #: Its form under reduced motion.
    reduced: AnimationReduced
    #: What a kill does to it.
    resume: Resume
    #: Its role.
    role: Role
    #: The section of the document.
    section: str
    #: The stagger, if items start one after the other.
    stagger: NotRequired[AnimationStagger]
    #: The title.
    title: str
    #: What starts it.
    trigger: AnimationTrigger
    #: What the document does not state.
    unstated: list[Unstated]
    #: Further values of the design, by name.
    values: NotRequired[dict[str, float | str | list[str]]]
    #: The variants.
    variants: list[AnimationVariant]


class AnimationAlsoOn(TypedDict):
    """Part of a value."""

    #: The screen event.
    event: NotRequired[str]
    #: The fact, or `screen` for a screen event.
    fact: Fact
    #: Further conditions, in words.
    when: NotRequired[str]


class AnimationFile(TypedDict):
    """A Design Tokens file of animations."""

    #: The file name, used in messages.
    name: str
    #: The content of the file.
    text: str


class AnimationHaptic(TypedDict):
    """The haptic feedback of the first variant."""

    #: The time from the start of the animation.
    atMs: int
    #: The kind of feedback.
    kind: AnimationKind


class AnimationReduced(TypedDict):
    """Its form under reduced motion."""

    #: The reduced form.
    form: AnimationForm
    #: The phases of the reduced form, if it has any.
    phases: NotRequired[list[Phase]]


class AnimationStagger(TypedDict):
    """The stagger, if items start one after the other."""

    #: The delay between two items.
    delayMs: int
    #: The maximum number of delayed items; the rest start with the last of them.
    limit: NotRequired[int]


class AnimationTrigger(TypedDict):
    """What starts it."""

    #: The screen event.
    event: NotRequired[str]
    #: The fact, or `screen` for a screen event.
    fact: Fact
    #: Further conditions, in words.
    when: NotRequired[str]


class AnimationVariant(TypedDict):
    """Part of a value."""

    #: The duration; for a repeating animation, that of one round.
    durationMs: int
    #: The haptic feedback.
    haptic: NotRequired[AnimationVariantHaptic]
    #: The name of the icon in the design.
    icon: NotRequired[str]
    #: The name, if there are several.
    name: NotRequired[str]
    #: The number of particles.
    particles: NotRequired[AnimationVariantParticles]
    #: The phases.
    phases: list[Phase]
    #: Its form under reduced motion, if it has its own.
    reduced: NotRequired[AnimationVariantReduced]
    #: The sound.
    sound: NotRequired[AnimationVariantSound]
    #: The text to show.
    text: NotRequired[AnimationVariantText]
    #: The condition of the variant, in words.
    when: NotRequired[str]


class AnimationVariantHaptic(TypedDict):
    """The haptic feedback."""

    #: The time from the start of the animation.
    atMs: int
    #: The kind of feedback.
    kind: AnimationKind


#: The number of particles.
AnimationVariantParticles = TypedDict("AnimationVariantParticles", {
    #: The colours, by their names in the design.
    "colours": NotRequired["list[str]"],
    #: The minimum.
    "from": "int",
    #: Whether the number is inferred because the document gives none.
    "inferred": NotRequired["bool"],
    #: The maximum.
    "to": "int",
})


class AnimationVariantReduced(TypedDict):
    """Its form under reduced motion, if it has its own."""

    #: The reduced form.
    form: AnimationForm
    #: The phases of the reduced form, if it has any.
    phases: NotRequired[list[Phase]]


class AnimationVariantSound(TypedDict):
    """The sound."""

    #: The time from the start of the animation.
    atMs: int
    #: The name of the sound in the design.
    name: str


class AnimationVariantText(TypedDict):
    """The text to show."""

    #: The titles of its buttons.
    actions: NotRequired[list[str]]
    #: The title of the button that cannot be undone.
    destructive: NotRequired[str]
    #: The message below the title.
    message: NotRequired[str]
    #: A suggestion that may help.
    suggestion: NotRequired[str]
    #: The title.
    title: str


class Answer(TypedDict):
    """An answer to one question of an attempt."""

    #: When the answer was given.
    answeredAt: str
    #: The time spent on the question, in milliseconds.
    elapsedMs: int
    #: In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework.
    homeworkId: NotRequired[str]
    #: The question's index in the attempt, from 0.
    index: int
    #: The outcome.
    outcome: AnswerOutcome
    #: The question.
    questionId: str
    #: The letter of the option as shown, or the text; omitted if skipped.
    response: NotRequired[str]
    #: The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds.
    streakPosition: NotRequired[int]


class AskedQuestion(TypedDict):
    """One question of an attempt whose order differs from the quiz."""

    #: For each option shown, its index in the quiz, from 0; empty for a text question.
    options: list[int]
    #: The question.
    questionId: str


class Attempt(TypedDict):
    """One play of a quiz, with the answers so far."""

    #: The answers, in the order of the questions.
    answers: list[Answer]
    #: The last moment at which answers are accepted.
    deadline: NotRequired[str]
    #: The time spent on answered questions, in milliseconds.
    elapsedMs: int
    #: When it was completed or abandoned.
    finishedAt: NotRequired[str]
    #: The grade, once the attempt is completed.
    grade: NotRequired[Grade]
    #: The quiz's homework; omitted in a review, which asks questions of many.
    homeworkId: NotRequired[str]
    #: The id.
    id: str
    #: True if the attempt does not change progress or stars; otherwise omitted.
    isPractice: NotRequired[bool]
    #: The learner who plays.
    learnerId: str
    #: The questions and options in this attempt's order, if it differs from the quiz's. Answers refer to it.
    order: NotRequired[list[AskedQuestion]]
    #: The percentage of correct answers among all questions, rounded half up.
    percentage: int
    #: The number of questions.
    questionCount: int
    #: The index of the current question, from 0.
    questionIndex: int
    #: The quiz; omitted in a review.
    quizId: NotRequired[str]
    #: The number of correct answers.
    score: int
    #: The seed of the order.
    seed: NotRequired[int]
    #: What was shuffled.
    shuffle: NotRequired[Shuffle]
    #: The stars: one for each correct MCQ at streak positions 5 to 10.
    starsEarned: int
    #: When it was started.
    startedAt: str
    #: The state of the attempt.
    state: AttemptState
    #: The streak of correct MCQs.
    streak: AttemptStreak


class AttemptListResult(TypedDict):
    """Part of a value."""

    #: Newest first.
    items: list[Attempt]
    #: The cursor of the next page: pass it as `after`.
    next: NotRequired[str]


class AttemptStreak(TypedDict):
    """The streak of correct MCQs."""

    #: The ten dots of the cycle.
    bar: list[Bar]
    #: The longest run of correct MCQs, not capped at ten.
    longest: int
    #: The number of correct MCQs in a row in the current cycle.
    position: int


class AttemptSummary(TypedDict):
    """One play of a quiz, without its answers."""

    #: The last moment at which answers are accepted.
    deadline: NotRequired[str]
    #: The time spent on answered questions, in milliseconds.
    elapsedMs: int
    #: When it was completed or abandoned.
    finishedAt: NotRequired[str]
    #: The grade, once the attempt is completed.
    grade: NotRequired[Grade]
    #: The quiz's homework; omitted in a review, which asks questions of many.
    homeworkId: NotRequired[str]
    #: The id.
    id: str
    #: True if the attempt does not change progress or stars; otherwise omitted.
    isPractice: NotRequired[bool]
    #: The learner who plays.
    learnerId: str
    #: The percentage of correct answers among all questions, rounded half up.
    percentage: int
    #: The number of questions.
    questionCount: int
    #: The index of the current question, from 0.
    questionIndex: int
    #: The quiz; omitted in a review.
    quizId: NotRequired[str]
    #: The number of correct answers.
    score: int
    #: The seed of the order.
    seed: NotRequired[int]
    #: What was shuffled.
    shuffle: NotRequired[Shuffle]
    #: The stars: one for each correct MCQ at streak positions 5 to 10.
    starsEarned: int
    #: When it was started.
    startedAt: str
    #: The state of the attempt.
    state: AttemptState
    #: The streak of correct MCQs.
    streak: AttemptSummaryStreak


class AttemptSummaryStreak(TypedDict):
    """The streak of correct MCQs."""

    #: The ten dots of the cycle.
    bar: list[Bar]
    #: The longest run of correct MCQs, not capped at ten.
    longest: int
    #: The number of correct MCQs in a row in the current cycle.
    position: int


class CollectionListResult(TypedDict):
    """Part of a value."""

    #: The items.
    items: list[CollectionListResultItem]


class CollectionListResultItem(TypedDict):
    """Part of a value."""

    #: The number of homework marked as done.
    completedHomework: int
    #: The number of homework in it.
    homework: int
    #: The name of the collection.
    name: str


class Cue(TypedDict):
    """One animation on screen, with its state at one moment."""

    #: The animation's name in the catalogue.
    animation: str
    #: How it ended, or will end because of this event; otherwise `running`.
    disposition: Disposition
    #: The duration; for a repeating animation, that of one round.
    durationMs: int
    #: When it ended, or will end because of this event. A time before the start means that it never showed.
    endedMs: NotRequired[int]
    #: The haptic feedback.
    haptic: NotRequired[str]
    #: The time of the haptic feedback, from the start of the cue.
    hapticAtMs: NotRequired[int]
    #: The name of the icon in the design.
    icon: NotRequired[str]
    #: The number of particles.
    particles: NotRequired[int]
    #: The phases of the animation; omitted in the cues of an answer, for which motion.get returns them.
    phases: NotRequired[list[Phase]]
    #: Why it did not play to its end.
    reason: NotRequired[CueReason]
    #: The name of the sound in the design.
    sound: NotRequired[str]
    #: The time of the sound, from the start of the cue.
    soundAtMs: NotRequired[int]
    #: The start, on the session's clock.
    startMs: int
    #: The text to show.
    text: NotRequired[CueText]
    #: The occurrence that triggers it.
    trigger: Trigger
    #: The variant, such as `newStreak` of A1 or `standard` of A4.
    variant: NotRequired[str]


class CueNotification(TypedDict):
    """Part of a value."""

    #: The cue.
    cue: Cue
    #: The library, if the daemon serves several.
    library: NotRequired[str]
    #: The number of the event.
    sequence: int
    #: The session.
    sessionId: str


class CueText(TypedDict):
    """The text to show."""

    #: The titles of its buttons.
    actions: NotRequired[list[str]]
    #: The title of the button that cannot be undone.
    destructive: NotRequired[str]
    #: The message below the title.
    message: NotRequired[str]
    #: A suggestion that may help.
    suggestion: NotRequired[str]
    #: The title.
    title: str


class DatabaseBackupResult(TypedDict):
    """Part of a value."""

    #: The path of the copy.
    path: str


class DatabaseCheckResult(TypedDict):
    """Part of a value."""

    #: The findings; may be empty.
    findings: list[DatabaseCheckResultFinding]


class DatabaseCheckResultFinding(TypedDict):
    """Part of a value."""

    #: What is stored, and what it should be.
    detail: str
    #: What is damaged.
    kind: DatabaseKind
    #: Where it is.
    place: str


class DatabaseInfo(TypedDict):
    """The database's file, schema and contents."""

    #: The number of answers.
    answers: int
    #: The number of attempts.
    attempts: int
    #: The size of the file in bytes.
    fileBytes: int
    #: Unused bytes in the file.
    freeBytes: int
    #: The number of homework.
    homework: int
    #: The size of the write-ahead log in bytes.
    logBytes: int
    #: The number of the newest event; 0 if there is none.
    newestEvent: int
    #: The number of the oldest event kept.
    oldestEvent: int
    #: The path of the file.
    path: NotRequired[str]
    #: The number of pictures.
    pictures: int
    #: The version of the server, on PostgreSQL.
    postgresVersion: NotRequired[str]
    #: The number of questions.
    questions: int
    #: The number of quizzes.
    quizzes: int
    #: The version of the schema.
    schemaVersion: int
    #: The version of SQLite.
    sqliteVersion: str


class DatabaseRepairResult(TypedDict):
    """Part of a value."""

    #: What was wrong before.
    found: list[DatabaseRepairResultFound]
    #: What could not be repaired.
    left: list[DatabaseRepairResultLeft]


class DatabaseRepairResultFound(TypedDict):
    """Part of a value."""

    #: What is stored, and what it should be.
    detail: str
    #: What is damaged.
    kind: DatabaseKind
    #: Where it is.
    place: str


class DatabaseRepairResultLeft(TypedDict):
    """Part of a value."""

    #: What is stored, and what it should be.
    detail: str
    #: What is damaged.
    kind: DatabaseKind
    #: Where it is.
    place: str


class DueHomework(TypedDict):
    """The number of due questions of one homework."""

    #: The number of due questions.
    due: int
    #: The homework's id.
    homeworkId: str
    #: When the next question is due, if none is due now.
    nextDueAt: NotRequired[str]
    #: The title.
    title: str


class DueReviews(TypedDict):
    """The questions that are due for a learner, by homework."""

    #: Every homework with an answered question, by number of due questions, then by next due time.
    homework: list[DueHomework]
    #: The number of due questions in all homework.
    total: int


class Event(TypedDict):
    """A fact of a library, numbered without gaps."""

    #: When.
    at: str
    #: The attempt.
    attemptId: NotRequired[str]
    #: The homework, which may have been deleted since.
    homeworkId: NotRequired[str]
    #: What happened.
    kind: EventKind
    #: The learner it concerns.
    learnerId: NotRequired[str]
    #: The library, if the daemon serves several.
    library: NotRequired[str]
    #: The name of the collection, achievement or generation state; the number of a milestone.
    name: NotRequired[str]
    #: The outcome of the answer.
    outcome: NotRequired[AnswerOutcome]
    #: The question, from 0.
    questionIndex: NotRequired[int]
    #: Why the generation failed.
    reason: NotRequired[str]
    #: How long the generation must not be tried again, from then on.
    retryAfterSeconds: NotRequired[int]
    #: The number, from 1.
    sequence: int
    #: The streak position of the answer, for MCQs.
    streakPosition: NotRequired[int]


class EventsSubscribeResult(TypedDict):
    """Part of a value."""

    #: The number after which events are sent.
    sequence: int


class Exploration(TypedDict):
    """The result of exploring scenarios or sequences."""

    #: The result for each scenario.
    scenarios: NotRequired[list[ExplorationScenario]]
    #: The result for sequences.
    sequences: NotRequired[ExplorationSequences]


class ExplorationScenario(TypedDict):
    """Part of a value."""

    #: What went wrong without further kills.
    failures: NotRequired[list[str]]
    #: The file.
    file: str
    #: The line where it starts.
    line: int
    #: The name.
    name: str
    #: The laws that were not checked, and why.
    notChecked: NotRequired[str]
    #: The number of points where it can be killed.
    pointsKnown: int
    #: The number of points tried.
    pointsTried: int
    #: Why it was skipped.
    skipped: NotRequired[str]
    #: The earliest violation, with a shortened script.
    violation: NotRequired[ExplorationScenarioViolation]


class ExplorationScenarioViolation(TypedDict):
    """The earliest violation, with a shortened script."""

    #: What broke it.
    detail: str
    #: The number of the law; 0 for what the script always expects.
    law: int
    #: The name of the law.
    name: str
    #: A script that reproduces it.
    script: str


class ExplorationSequences(TypedDict):
    """The result for sequences."""

    #: The number of kills tried.
    points: int
    #: The number of sequences that were also killed with a database on disk.
    sampled: int
    #: The number of sequences.
    sequences: int
    #: The number of actions played.
    steps: int
    #: The length of the longest sequence.
    upTo: int
    #: The earliest violation, with a shortened script.
    violation: NotRequired[ExplorationSequencesViolation]


class ExplorationSequencesViolation(TypedDict):
    """The earliest violation, with a shortened script."""

    #: What broke it.
    detail: str
    #: The number of the law; 0 for what the script always expects.
    law: int
    #: The name of the law.
    name: str
    #: A script that reproduces it.
    script: str


class Fault(TypedDict):
    """Something that is wrong or was left out."""

    #: What is wrong.
    message: str
    #: Where it is: a path such as `questions[0].options`, a line, or a kind of question.
    path: str


class Field(TypedDict):
    """A field of a session or its attempt, and what a kill does to it."""

    #: The name of the field.
    field: FieldName
    #: What a kill does to it.
    kind: FieldKind
    #: The reason for that.
    reason: str
    #: The value, or `null`.
    value: str | int | list[str] | None


class Finish(TypedDict):
    """The result of finishing an attempt."""

    #: The achievements that it unlocked.
    achievements: list[Achievement]
    #: The attempt.
    attempt: AttemptSummary
    #: The cues that it starts in a new session.
    cues: list[Cue]
    #: The milestones that it reached.
    milestones: list[int]
    #: The homework's progress, including this attempt; omitted for a review.
    progress: NotRequired[Progress]
    #: The total of stars, including this attempt.
    starsTotal: int


class Generation(TypedDict):
    """The generation of an assignment's quiz."""

    #: Why it failed.
    reason: NotRequired[GenerationReason]
    #: The earliest time of the next try.
    retryAt: NotRequired[str]
    #: The state of the generation.
    state: GenerationState


class Homework(TypedDict):
    """One piece of work to revise."""

    #: The collections it belongs to, sorted by name.
    collections: list[str]
    #: When it was marked as done.
    completedAt: NotRequired[str]
    #: When the homework was added.
    createdAt: str
    #: The day it is due.
    dueOn: NotRequired[str]
    #: The generation of its quiz.
    generation: Generation
    #: The id.
    id: str
    #: The picture.
    image: NotRequired[HomeworkImage]
    #: A note to it.
    note: NotRequired[str]
    #: The attempt in progress at its quiz.
    openAttemptId: NotRequired[str]
    #: The totals of its finished attempts.
    progress: Progress
    #: The number of questions in its quiz; 0 without a quiz.
    questionCount: int
    #: The quiz.
    quizId: NotRequired[str]
    #: The subject, such as Mathematics.
    subject: NotRequired[str]
    #: The text.
    text: NotRequired[str]
    #: The title, 1 to 500 characters.
    title: str


class HomeworkDeleteResult(TypedDict):
    """Part of a value."""

    #: The ids of the deleted homework.
    deleted: list[str]


class HomeworkImage(TypedDict):
    """The picture."""

    #: The size of the file in bytes.
    byteCount: int
    #: The SHA-256 digest of the file, in hexadecimal.
    digest: str
    #: The media type.
    mediaType: MediaType


class HomeworkListResult(TypedDict):
    """Part of a value."""

    #: Newest first.
    items: list[Homework]
    #: The cursor of the next page: pass it as `after`.
    next: NotRequired[str]


class HomeworkPictureResult(TypedDict):
    """Part of a value."""

    #: The bytes of the file, in Base64.
    base64: str
    #: The size of the file.
    byteCount: int
    #: The media type.
    mediaType: MediaType


class HomeworkUndeleteResult(TypedDict):
    """Part of a value."""

    #: The items.
    items: list[Homework]


class Import(TypedDict):
    """What was imported from a quiz file, and what was left out and why."""

    #: The number of questions added.
    added: int
    #: Existing homework with the same quiz, not added again.
    alreadyThere: list[str]
    #: The text of each question left out.
    blocks: NotRequired[list[ImportBlock]]
    #: The number of questions changed.
    changed: int
    #: What was changed, and why.
    changes: list[Fault]
    #: The format of the file.
    format: ImportFormat
    #: The homework that was added.
    homework: list[Homework]
    #: What was left out, and why.
    left: list[Fault]
    #: The number of questions left out.
    leftOut: int
    #: For a dry run: the quizzes that would be added.
    quizzes: NotRequired[list[QuizInput]]
    #: The titles of the quizzes.
    titles: list[str]


class ImportBlock(TypedDict):
    """Part of a value."""

    #: Why it was left out.
    message: str
    #: The place in the file.
    path: str
    #: The text in the file.
    text: str


class Learner(TypedDict):
    """A person who plays."""

    #: When the learner was added.
    createdAt: str
    #: The id.
    id: str
    #: Whether this is the default learner.
    isDefault: bool
    #: The name, unique in the library without regard to case.
    name: str


class LearnerEraseResult(TypedDict):
    """Part of a value."""

    #: The number of erased attempts.
    attempts: int
    #: Backups made before migrations, which still contain the learner: delete them yourself.
    copies: list[str]
    #: The erased learner.
    learner: Learner
    #: The learner who is the default now, if the erased learner was.
    newDefault: NotRequired[Learner]
    #: Files that still hold erased bytes because another program is reading: close it, then vacuum.
    pending: list[str]


class LearnerExportResult(TypedDict):
    """Part of a value."""

    #: The document, if no path was given.
    document: NotRequired[str]
    #: The file, if a path was given.
    path: NotRequired[str]


class LearnerListResult(TypedDict):
    """Part of a value."""

    #: The items.
    items: list[Learner]


class Library(TypedDict):
    """A library and its file."""

    #: When the file was last changed.
    changedAt: str
    #: The size of the file in bytes.
    fileBytes: int
    #: The name.
    name: str


class LibraryDeleteResult(TypedDict):
    """Part of a value."""

    #: The name of the deleted library.
    deleted: str


class LibraryExportResult(TypedDict):
    """Part of a value."""

    #: The path of the copy.
    path: str


class LibraryListResult(TypedDict):
    """Part of a value."""

    #: The libraries, by name.
    items: list[Library]
    #: The cursor of the next page: pass it as `after`.
    next: NotRequired[str]


class MotionCheckResult(TypedDict):
    """Part of a value."""

    #: The names of its animations.
    animations: list[str]
    #: Warnings about valid content.
    findings: list[MotionFinding]


class MotionExportResult(TypedDict):
    """Part of a value."""

    #: The exported text.
    text: str


class MotionFinding(TypedDict):
    """A contradiction in the catalogue or with a document, or a number that was inferred."""

    #: The animation.
    animation: str
    #: What was computed.
    computed: str
    #: The document.
    document: str
    #: The kind of finding.
    kind: MotionFindingKind
    #: The section.
    section: str
    #: What the document states.
    stated: str


class MotionLintResult(TypedDict):
    """Part of a value."""

    #: The findings; may be empty.
    findings: list[MotionFinding]


class MotionListResult(TypedDict):
    """Part of a value."""

    #: The animations.
    items: list[Animation]
    #: The named durations and springs.
    tokens: list[MotionToken]


class MotionParticlesResult(TypedDict):
    """Part of a value."""

    #: The number of particles in the burst.
    count: int
    #: The lifespan of the burst.
    durationMs: int
    #: The particles.
    particles: list[MotionParticlesResultParticle]


class MotionParticlesResultParticle(TypedDict):
    """Part of a value."""

    #: The opacity, 0 to 1.
    opacity: float
    #: The rotation in degrees.
    rotationDegrees: float
    #: The horizontal position in points.
    x: float
    #: The vertical position in points, downwards.
    y: float


class MotionParticlesScreen(TypedDict):
    """Part of a value."""

    #: The height in points, above 0.
    height: float
    #: The width in points, above 0.
    width: float


class MotionSchemaResult(TypedDict):
    """Part of a value."""

    #: The schema, in draft 2020-12.
    schema: Any


class MotionTimeline(TypedDict):
    """The samples of an animation over time."""

    #: The name.
    animation: str
    #: The time between two samples.
    everyMs: int
    #: Full or reduced.
    motion: Motion
    #: The variants.
    variants: list[MotionTimelineVariant]


class MotionTimelineVariant(TypedDict):
    """Part of a value."""

    #: The duration.
    durationMs: int
    #: The name, if there are several.
    name: NotRequired[str]
    #: The phases.
    phases: list[Phase]
    #: The value of each property at each moment.
    samples: list[MotionTimelineVariantSample]
    #: The time until the last spring has settled.
    visibleMs: int


class MotionTimelineVariantSample(TypedDict):
    """Part of a value."""

    #: The time from the start of the animation.
    atMs: int
    #: The values by property, prefixed with the animated part if there is one.
    values: dict[str, float]


class MotionToken(TypedDict):
    """A named duration or spring of a design."""

    #: The spring.
    curve: NotRequired[str]
    #: The duration.
    durationMs: NotRequired[int]
    #: The name.
    name: str
    #: The design.
    profile: str


class OverrunNotification(TypedDict):
    """Part of a value."""

    #: The number of the last event sent.
    lastSequence: int
    #: The library, if the daemon serves several.
    library: NotRequired[str]


class Overview(TypedDict):
    """The progress of all learners in a library."""

    #: A cell for each learner and each homework that they played or marked as done.
    cells: list[OverviewCell]
    #: Up to 20 questions with wrong answers, most wrong answers first.
    hardest: list[OverviewHardest]
    #: Newest first.
    homework: list[OverviewHomework]
    #: The learners, in the order they were added.
    learners: list[Learner]


class OverviewCell(TypedDict):
    """Part of a value."""

    #: When the learner marked it as done.
    completedAt: NotRequired[str]
    #: The homework.
    homeworkId: str
    #: Whether an attempt is in progress.
    isPlaying: bool
    #: The learner who plays.
    learnerId: str
    #: The progress in it.
    progress: Progress


class OverviewHardest(TypedDict):
    """Part of a value."""

    #: The correct answer.
    correctAnswer: str
    #: The homework.
    homeworkId: str
    #: The text of the question.
    prompt: str
    #: The question.
    questionId: str
    #: How often it was answered or skipped, without abandoned attempts.
    settled: int
    #: How often it was skipped.
    skipped: int
    #: How often the answer was wrong.
    wrong: int
    #: Up to five wrong answers, most frequent first.
    wrongAnswers: list[OverviewHardestWrongAnswer]


class OverviewHardestWrongAnswer(TypedDict):
    """Part of a value."""

    #: How often it was given.
    count: int
    #: The option or text.
    text: str


class OverviewHomework(TypedDict):
    """Part of a value."""

    #: The day it is due.
    dueOn: NotRequired[str]
    #: The homework.
    id: str
    #: The title.
    title: str


#: One phase of an animation. Times are in milliseconds from the start of the animation.
Phase = TypedDict("Phase", {
    #: The first and last colour, by their names in the design.
    "colours": NotRequired["list[str]"],
    #: The curve, such as `easeOut` or `spring(0.45, 0.55)`.
    "curve": NotRequired["str"],
    #: The duration.
    "durationMs": "int",
    #: The value at the start.
    "from": "float",
    #: The start value by the number of the screen event: pairs of number and value, linear in between.
    "fromNumber": NotRequired["list[list[float]]"],
    #: Whether the numbers are inferred because the document gives none.
    "inferred": NotRequired["bool"],
    #: Whether it starts at another value than the phase before it ended at.
    "jump": NotRequired["bool"],
    #: The name in the document.
    "name": "str",
    #: The animated part of the picture; all of it by default.
    "of": NotRequired["str"],
    #: The animated property.
    "property": "Property",
    #: The start.
    "startMs": "int",
    #: The value at the end.
    "to": "float",
})


class Progress(TypedDict):
    """Totals of the finished attempts at an assignment. They never decrease."""

    #: The number of correct answers in the best attempt.
    bestScore: NotRequired[int]
    #: The number of questions in the best attempt.
    bestTotal: NotRequired[int]
    #: The highest percentage reached.
    completionPercentage: int
    #: When the last attempt was completed.
    lastPlayedAt: NotRequired[str]
    #: The number of completed attempts.
    totalAttempts: int


class QuestionFillBlank(TypedDict):
    """A question with its answer and explanation. This one is of type `fillBlank`."""

    #: Other accepted answers.
    acceptedAnswers: list[str]
    #: The correct answer, or a model answer.
    correctAnswer: str
    #: The explanation, shown after the answer; may be empty.
    explanation: str
    #: The id.
    id: str
    #: The text of the question.
    question: str
    #: The type.
    type: Literal["fillBlank"]


class QuestionInputFillBlank(TypedDict):
    """A question to store. This one is of type `fillBlank`."""

    #: Other accepted answers.
    acceptedAnswers: NotRequired[list[str]]
    #: The correct answer, or a model answer.
    correctAnswer: str
    #: The explanation, shown after the answer; may be empty.
    explanation: NotRequired[str]
    #: Ignored.
    id: NotRequired[Any]
    #: The text of the question.
    question: str
    #: The type.
    type: Literal["fillBlank"]


class QuestionInputMcq(TypedDict):
    """A question to store. This one is of type `mcq`."""

    #: The index of the correct option, from 0.
    correctIndex: int
    #: The explanation, shown after the answer; may be empty.
    explanation: NotRequired[str]
    #: Ignored.
    id: NotRequired[Any]
    #: The options, 2 to 26.
    options: list[str]
    #: The text of the question.
    question: str
    #: The type.
    type: Literal["mcq"]


class QuestionInputShortAnswer(TypedDict):
    """A question to store. This one is of type `shortAnswer`."""

    #: The correct answer, or a model answer.
    correctAnswer: str
    #: The explanation, shown after the answer; may be empty.
    explanation: NotRequired[str]
    #: Ignored.
    id: NotRequired[Any]
    #: Key concepts: a response must contain one alternative of each, as whole words.
    keyConcepts: NotRequired[list[list[str]]]
    #: The text of the question.
    question: str
    #: The type.
    type: Literal["shortAnswer"]


class QuestionMcq(TypedDict):
    """A question with its answer and explanation. This one is of type `mcq`."""

    #: The index of the correct option, from 0.
    correctIndex: int
    #: The explanation, shown after the answer; may be empty.
    explanation: str
    #: The id.
    id: str
    #: The options, 2 to 26.
    options: list[str]
    #: The text of the question.
    question: str
    #: The type.
    type: Literal["mcq"]


class QuestionShortAnswer(TypedDict):
    """A question with its answer and explanation. This one is of type `shortAnswer`."""

    #: The correct answer, or a model answer.
    correctAnswer: str
    #: The explanation, shown after the answer; may be empty.
    explanation: str
    #: The id.
    id: str
    #: Key concepts: a response must contain one alternative of each, as whole words.
    keyConcepts: list[list[str]]
    #: The text of the question.
    question: str
    #: The type.
    type: Literal["shortAnswer"]


class Quiz(TypedDict):
    """The questions made from one homework, in order."""

    #: How confident the generator of the quiz was.
    confidence: NotRequired[float]
    #: The homework it belongs to; omitted in a review's quiz.
    homeworkId: NotRequired[str]
    #: The id.
    id: str
    #: 1 to 200.
    questions: list[Question]
    #: The revision, from 1; each edit makes a new one.
    revision: int
    #: The part of the topic that the quiz covers.
    subtopic: NotRequired[str]
    #: The topic.
    topic: NotRequired[str]


#: A change to one question from one revision to the next.
QuizChange = TypedDict("QuizChange", {
    #: The former index of a moved question.
    "from": NotRequired["int"],
    #: The question's index, from 0; for a removed question, its former index.
    "index": "int",
    #: The kind of change.
    "kind": "QuizChangeKind",
    #: The changed parts of a changed question.
    "parts": "list[Part]",
    #: The question's text.
    "question": "str",
    #: The question.
    "questionId": "str",
})


class QuizEditAdd(TypedDict):
    """One change to a quiz, applied after the changes before it. This one is of type `add`."""

    #: The new question's index, from 0; the end by default.
    index: NotRequired[int]
    #: The question to add.
    question: QuestionInput
    #: The type.
    type: Literal["add"]


class QuizEditChange(TypedDict):
    """One change to a quiz, applied after the changes before it. This one is of type `change`."""

    #: The index of the question, from 0.
    index: int
    #: The new question.
    question: QuestionInput
    #: The type.
    type: Literal["change"]


class QuizEditMove(TypedDict):
    """One change to a quiz, applied after the changes before it. This one is of type `move`."""

    #: The index of the question, from 0.
    index: int
    #: The question's new index, from 0.
    to: int
    #: The type.
    type: Literal["move"]


class QuizEditRemove(TypedDict):
    """One change to a quiz, applied after the changes before it. This one is of type `remove`."""

    #: The index of the question, from 0.
    index: int
    #: The type.
    type: Literal["remove"]


class QuizExportResult(TypedDict):
    """Part of a value."""

    #: What the format cannot represent.
    left: list[Fault]
    #: The number of questions left out.
    leftOut: int
    #: The exported text.
    text: str


class QuizHistoryResult(TypedDict):
    """Part of a value."""

    #: Newest first.
    items: list[QuizRevision]


class QuizInputWhole(TypedDict):
    """A quiz to store. Ids are optional, and an array of questions is also accepted."""

    #: How confident the generator of the quiz was.
    confidence: NotRequired[float]
    #: Ignored.
    homeworkId: NotRequired[Any]
    #: Ignored.
    id: NotRequired[Any]
    #: 1 to 200.
    questions: list[QuestionInput]
    #: The part of the topic that the quiz covers.
    subtopic: NotRequired[str]
    #: The topic.
    topic: NotRequired[str]


class QuizRevision(TypedDict):
    """One revision of an assignment's quiz."""

    #: The changes from the revision before; empty for the first one.
    changes: list[QuizChange]
    #: When the revision was made; omitted if unknown.
    createdAt: NotRequired[str]
    #: Whether new attempts use this revision.
    isCurrent: bool
    #: The number of questions.
    questionCount: int
    #: The id, for quiz.get.
    quizId: str
    #: The number of the revision, from 1.
    revision: int


class ResumeReport(TypedDict):
    """What a kill did to the former session: what is kept, what is lost, and which cues do not show again."""

    #: Fields derived from what is on disk.
    kept: list[ResumeReportKept]
    #: Fields that only the session held.
    lost: list[ResumeReportLost]
    #: Cues that had not ended when the session was killed.
    suppressed: list[Cue]


class ResumeReportKept(TypedDict):
    """Part of a value."""

    #: The name of the field.
    field: FieldName
    #: The value.
    value: str | int | list[str] | None


class ResumeReportLost(TypedDict):
    """Part of a value."""

    #: The name of the field.
    field: FieldName
    #: Why it is lost.
    reason: str
    #: The lost value.
    value: str | int | list[str] | None


class ReviewedAnswer(TypedDict):
    """An answer to one question of an attempt and, if requested, the question."""

    #: When the answer was given.
    answeredAt: str
    #: The correct answer.
    correctAnswer: NotRequired[str]
    #: The index of an MCQ's correct option, from 0.
    correctIndex: NotRequired[int]
    #: The time spent on the question, in milliseconds.
    elapsedMs: int
    #: The explanation; may be empty.
    explanation: NotRequired[str]
    #: In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework.
    homeworkId: NotRequired[str]
    #: The question's index in the attempt, from 0.
    index: int
    #: The options of an MCQ, in the order of their letters.
    options: NotRequired[list[str]]
    #: The outcome.
    outcome: AnswerOutcome
    #: The question, as it was worded in this attempt.
    question: NotRequired[str]
    #: The question.
    questionId: str
    #: The letter of the option as shown, or the text; omitted if skipped.
    response: NotRequired[str]
    #: The text of the chosen option, or the text entered; omitted if the question was skipped.
    responseText: NotRequired[str]
    #: The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds.
    streakPosition: NotRequired[int]


class ReviewedAttempt(TypedDict):
    """One play of a quiz with the answers so far and, if requested, their questions."""

    #: The answers, in the order of the questions.
    answers: list[ReviewedAnswer]
    #: The last moment at which answers are accepted.
    deadline: NotRequired[str]
    #: The time spent on answered questions, in milliseconds.
    elapsedMs: int
    #: When it was completed or abandoned.
    finishedAt: NotRequired[str]
    #: The grade, once the attempt is completed.
    grade: NotRequired[Grade]
    #: The quiz's homework; omitted in a review, which asks questions of many.
    homeworkId: NotRequired[str]
    #: The id.
    id: str
    #: True if the attempt does not change progress or stars; otherwise omitted.
    isPractice: NotRequired[bool]
    #: The learner who plays.
    learnerId: str
    #: The questions and options in this attempt's order, if it differs from the quiz's. Answers refer to it.
    order: NotRequired[list[AskedQuestion]]
    #: The percentage of correct answers among all questions, rounded half up.
    percentage: int
    #: The number of questions.
    questionCount: int
    #: The index of the current question, from 0.
    questionIndex: int
    #: The quiz; omitted in a review.
    quizId: NotRequired[str]
    #: The number of correct answers.
    score: int
    #: The seed of the order.
    seed: NotRequired[int]
    #: What was shuffled.
    shuffle: NotRequired[Shuffle]
    #: The stars: one for each correct MCQ at streak positions 5 to 10.
    starsEarned: int
    #: When it was started.
    startedAt: str
    #: The state of the attempt.
    state: AttemptState
    #: The streak of correct MCQs.
    streak: ReviewedAttemptStreak


class ReviewedAttemptStreak(TypedDict):
    """The streak of correct MCQs."""

    #: The ten dots of the cycle.
    bar: list[Bar]
    #: The longest run of correct MCQs, not capped at ten.
    longest: int
    #: The number of correct MCQs in a row in the current cycle.
    position: int


class Run(TypedDict):
    """The results of the scenarios of one run."""

    #: The number of scenarios that failed.
    failed: int
    #: The number of scenarios that passed.
    passed: int
    #: The result of each scenario.
    scenarios: list[ScenarioReport]
    #: The number of scenarios skipped because the program under test does not support them.
    skipped: int


class ScenarioCheckResult(TypedDict):
    """Part of a value."""

    #: The names of its scenarios.
    scenarios: list[str]


class ScenarioReport(TypedDict):
    """The result of one scenario."""

    #: Every cue once, by start, with its final disposition.
    cues: list[Cue]
    #: The duration on the session's clock.
    durationMs: int
    #: The end of the program's standard error.
    errorOutput: NotRequired[str]
    #: The expectations that failed.
    failures: list[ScenarioReportFailure]
    #: The file.
    file: str
    #: Whether the script asked for what cannot be.
    isMistaken: NotRequired[bool]
    #: Each kill.
    kills: list[ScenarioReportKill]
    #: The message of a known failure that occurred.
    knownFailure: NotRequired[str]
    #: Each law, and whether it held.
    laws: list[ScenarioReportLaw]
    #: The line where it starts.
    line: int
    #: The mode of its kills.
    mode: Mode
    #: The name.
    name: str
    #: Whether it passed.
    outcome: ScenarioReportOutcome
    #: The real duration, in seconds.
    seconds: NotRequired[float]
    #: Why it was skipped.
    skipped: NotRequired[str]
    #: The fields before and after each kill.
    states: list[list[ScenarioReportState]]
    #: The actions and their effects, in order.
    trace: list[ScenarioReportTrace]


class ScenarioReportFailure(TypedDict):
    """Part of a value."""

    #: What was expected.
    expected: str
    #: What was found.
    found: str
    #: An expectation that would hold, or what to do first.
    hint: NotRequired[str]
    #: The last cues before it, one per line; only for the first failure.
    lastCues: list[str]
    #: The line.
    line: int
    #: The statement in the script.
    statement: NotRequired[str]


class ScenarioReportKill(TypedDict):
    """Part of a value."""

    #: The time on the session's clock.
    at: int
    #: How.
    mode: Mode
    #: The process that was killed.
    pid: NotRequired[int]
    #: The point of the kill.
    point: str
    #: The seed for what the disk kept.
    seed: NotRequired[int]
    #: The signal that killed it.
    signal: NotRequired[int]


class ScenarioReportLaw(TypedDict):
    """Part of a value."""

    #: What first broke it.
    detail: NotRequired[str]
    #: Whether the law held.
    held: bool
    #: The number of the law.
    law: int
    #: The name of the law.
    name: str
    #: Why it was not judged.
    unjudged: NotRequired[str]


class ScenarioReportState(TypedDict):
    """Part of a value."""

    #: The value after the kill.
    after: NotRequired[str]
    #: The value before the kill.
    before: NotRequired[str]
    #: The name of the field.
    field: str
    #: What a kill does to it.
    kind: FieldKind
    #: What happened to the field.
    verdict: Verdict


class ScenarioReportTrace(TypedDict):
    """Part of a value."""

    #: The time on the session's clock.
    atMs: int
    #: Earlier cues that now end differently.
    changed: NotRequired[list[str]]
    #: The action during which it was killed.
    during: NotRequired[str]
    #: What happened.
    event: str
    #: The outcome of the answer.
    outcome: NotRequired[AnswerOutcome]
    #: The point of a kill.
    point: NotRequired[str]
    #: The streak position of the answer.
    position: NotRequired[int]
    #: The question where it resumed, from 0.
    question: NotRequired[int]
    #: The name of the error if the action was refused.
    refused: NotRequired[str]
    #: Cues that were started, in words.
    started: NotRequired[list[str]]


class ServerInfoResult(TypedDict):
    """Part of a value."""

    #: The path of the database.
    database: str
    #: Limits, such as the bytes of a message and the requests of a batch.
    limits: dict[str, int]
    #: `hwdb`.
    name: str
    #: The process id.
    pid: int
    #: The version of the program.
    version: str


class ServerStatistics(TypedDict):
    """Counters of a server and its store since the start."""

    #: The open libraries.
    libraries: ServerStatisticsLibraries
    #: The memory of the process.
    memoryBytes: int
    #: The server; omitted in process.
    server: NotRequired[ServerStatisticsServer]
    #: The writer of the database; of all libraries unless the call names one.
    writer: ServerStatisticsWriter


class ServerStatisticsLibraries(TypedDict):
    """The open libraries."""

    #: Libraries closed to make room for others.
    closed: int
    #: Libraries in use by calls, sessions or subscriptions.
    inUse: int
    #: How many libraries are kept open; more only while in use.
    most: int
    #: Open libraries.
    open: int
    #: Libraries opened since the start.
    opened: int


class ServerStatisticsServer(TypedDict):
    """The server; omitted in process."""

    #: Connections accepted since the start.
    accepted: int
    #: Open connections.
    connections: int
    #: The counters of each method, by name.
    methods: dict[str, ServerStatisticsServerMethod]
    #: Connections refused since the start.
    refused: int
    #: The time since the start.
    uptimeMs: int


class ServerStatisticsServerMethod(TypedDict):
    """Part of a value."""

    #: The number of calls.
    calls: int
    #: The number of calls that returned an error.
    errors: int
    #: The longest time of a call.
    maxMs: float
    #: The median time of a call.
    p50Ms: float
    #: The 99th percentile of the time of a call.
    p99Ms: float
    #: The total time of the calls.
    totalMs: float


class ServerStatisticsWriter(TypedDict):
    """The writer of the database; of all libraries unless the call names one."""

    #: Checkpoints blocked by a reader.
    blockedCheckpoints: int
    #: Checkpoints of the write-ahead log.
    checkpoints: int
    #: Committed transactions.
    commits: int
    #: Pages in the write-ahead log.
    framesInLog: int
    #: Largest number of writes in one transaction.
    largestGroup: int
    #: The error of the last checkpoint, if it failed.
    lastCheckpointError: NotRequired[str]
    #: Writes waiting for a transaction.
    waiting: int
    #: Writes in committed transactions.
    writes: int


class SessionEventAbandon(TypedDict):
    """Something that happened on the screen. This one is of type `abandon`."""

    #: The type.
    type: Literal["abandon"]


class SessionEventAnswer(TypedDict):
    """Something that happened on the screen. This one is of type `answer`."""

    #: The letter or number of an option, or text, which must not be blank.
    response: str
    #: The type.
    type: Literal["answer"]


class SessionEventDraft(TypedDict):
    """Something that happened on the screen. This one is of type `draft`."""

    #: Text that was entered but not submitted.
    response: NotRequired[str]
    #: The type.
    type: Literal["draft"]


class SessionEventFinish(TypedDict):
    """Something that happened on the screen. This one is of type `finish`."""

    #: The type.
    type: Literal["finish"]


class SessionEventLeave(TypedDict):
    """Something that happened on the screen. This one is of type `leave`."""

    #: The type.
    type: Literal["leave"]


class SessionEventResult(TypedDict):
    """Part of a value."""

    #: The answer, if the event was one.
    answer: NotRequired[SessionEventResultAnswer]
    #: The attempt, after the event.
    attempt: AttemptSummary
    #: The cues that start, and earlier cues that now end differently.
    cues: list[Cue]


class SessionEventResultAnswer(TypedDict):
    """The answer, if the event was one."""

    #: When the answer was given.
    answeredAt: str
    #: The correct answer.
    correctAnswer: str
    #: The time spent on the question, in milliseconds.
    elapsedMs: int
    #: The explanation; may be empty.
    explanation: str
    #: In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework.
    homeworkId: NotRequired[str]
    #: The question's index in the attempt, from 0.
    index: int
    #: The outcome.
    outcome: AnswerOutcome
    #: The question.
    questionId: str
    #: The letter of the option as shown, or the text; omitted if skipped.
    response: NotRequired[str]
    #: The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds.
    streakPosition: NotRequired[int]


class SessionEventRevisit(TypedDict):
    """Something that happened on the screen. This one is of type `revisit`."""

    #: The index of an answered question, from 0.
    questionIndex: int
    #: The type.
    type: Literal["revisit"]


class SessionEventScreen(TypedDict):
    """Something that happened on the screen. This one is of type `screen`."""

    #: The number of items at once; 1 by default.
    count: NotRequired[int]
    #: The name of the screen event.
    name: NotRequired[str]
    #: A number of the event, such as the points of a swipe.
    number: NotRequired[int]
    #: The type.
    type: Literal["screen"]


class SessionEventSkip(TypedDict):
    """Something that happened on the screen. This one is of type `skip`."""

    #: The type.
    type: Literal["skip"]


class SessionEventWait(TypedDict):
    """Something that happened on the screen. This one is of type `wait`."""

    #: The type.
    type: Literal["wait"]


class SessionOpenResult(TypedDict):
    """Part of a value."""

    #: The attempt.
    attempt: Attempt
    #: The learner who plays.
    learnerId: str
    #: What a kill did to the former session.
    report: ResumeReport
    #: The id of the session on this connection.
    sessionId: str


class SessionOpenScreen(TypedDict):
    """Part of a value."""

    #: The height in points, above 0.
    height: float
    #: The width in points, above 0.
    width: float


class SessionStateResult(TypedDict):
    """Part of a value."""

    #: The time on the session's clock.
    atMs: int
    #: The attempt.
    attemptId: str
    #: The fields.
    fields: list[Field]
    #: The learner who plays.
    learnerId: str


class Settlement(TypedDict):
    """The result of an answer or a skip."""

    #: The answer, with the correct answer and the explanation.
    answer: SettlementAnswer
    #: The attempt after the answer.
    attempt: AttemptSummary
    #: The cues that it starts in a new session.
    cues: list[Cue]


class SettlementAnswer(TypedDict):
    """The answer, with the correct answer and the explanation."""

    #: When the answer was given.
    answeredAt: str
    #: The correct answer.
    correctAnswer: str
    #: The time spent on the question, in milliseconds.
    elapsedMs: int
    #: The explanation; may be empty.
    explanation: str
    #: In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework.
    homeworkId: NotRequired[str]
    #: The question's index in the attempt, from 0.
    index: int
    #: The outcome.
    outcome: AnswerOutcome
    #: The question.
    questionId: str
    #: The letter of the option as shown, or the text; omitted if skipped.
    response: NotRequired[str]
    #: The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds.
    streakPosition: NotRequired[int]


class Statistics(TypedDict):
    """Totals of all finished attempts, including those of deleted homework."""

    #: The unlocked achievements.
    achievements: list[Achievement]
    #: The number of homework marked as done.
    completedHomework: int
    #: The number of correct answers in them.
    correctAnswers: int
    #: The time spent on them, in milliseconds.
    elapsedMs: int
    #: The number of completed attempts.
    finishedAttempts: int
    #: The number of attempts with each grade.
    grades: dict[str, int]
    #: The number of homework now.
    homework: int
    #: The longest run of correct MCQs in one attempt.
    longestRun: int
    #: The milestones reached: numbers of completed attempts.
    milestones: list[int]
    #: The number of questions in them.
    questions: int
    #: The number of stars earned.
    starsTotal: int
    #: The totals by subject; homework without a subject comes first.
    subjects: list[StatisticsSubject]


class StatisticsSubject(TypedDict):
    """Part of a value."""

    #: The number of correct answers in them.
    correctAnswers: int
    #: The number of completed attempts.
    finishedAttempts: int
    #: The subject; omitted for homework without one.
    name: NotRequired[str]
    #: The number of questions in them.
    questions: int


class Trigger(TypedDict):
    """The occurrence that triggers a cue. Equal triggers are the same occurrence."""

    #: The moment, for facts that can happen more than once.
    atMs: NotRequired[int]
    #: The attempt.
    attemptId: NotRequired[str]
    #: The collection.
    collection: NotRequired[str]
    #: What happened.
    fact: Fact
    #: The homework.
    homeworkId: NotRequired[str]
    #: The name of the achievement, milestone, generation state or screen event.
    name: NotRequired[str]
    #: The streak position of an activation.
    position: NotRequired[int]
    #: The question, from 0.
    questionIndex: NotRequired[int]


class SessionOptions(TypedDict, total=False):
    """What `open_session` takes beside the attempt."""

    #: The designs to show; mcq-streak by default.
    profiles: list[str] | None
    #: Animation files to show.
    animations: list[AnimationFile] | None
    #: Full (by default) or reduced motion.
    motion: Motion | None
    #: The screen size in points; 390 by 844 by default.
    screen: SessionOpenScreen | None
    #: The seed of the confetti, from 0; 0 by default.
    seed: int | None
    #: Whether the battery is low: repeating animations are left out.
    low_power: bool | None
    #: The library's name; required if there are several.
    library: str | None


#: A question with its answer and explanation.
Question: TypeAlias = Union["QuestionMcq", "QuestionFillBlank", "QuestionShortAnswer"]

#: A question to store.
QuestionInput: TypeAlias = Union["QuestionInputMcq", "QuestionInputFillBlank", "QuestionInputShortAnswer"]

#: One change to a quiz, applied after the changes before it.
QuizEdit: TypeAlias = Union["QuizEditChange", "QuizEditAdd", "QuizEditRemove", "QuizEditMove"]

#: A quiz to store. Ids are optional, and an array of questions is also accepted.
QuizInput: TypeAlias = Union["QuizInputWhole", "list[QuestionInput]"]

#: Something that happened on the screen.
SessionEvent: TypeAlias = Union["SessionEventAnswer", "SessionEventSkip", "SessionEventFinish", "SessionEventAbandon", "SessionEventLeave", "SessionEventRevisit", "SessionEventDraft", "SessionEventScreen", "SessionEventWait"]

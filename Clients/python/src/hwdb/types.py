"""Every value of the protocol: dictionaries as they come, whose keys type checkers know.

Times are ISO 8601 in UTC, days `2026-11-20`; a member that ends in `Ms` is in milliseconds.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

# Written by Clients/generate from here on.

Achievement = Literal["firstPerfect", "fullCycle", "tenStars", "hundredStars"]
Action = Literal["answers", "all"]
AnimationHapticKind = Literal["light", "medium", "heavy", "selection", "success", "warning", "error", "notification"]
AnswerOutcome = Literal["correct", "wrong", "skipped"]
AttemptState = Literal["inProgress", "completed", "abandoned"]
Bar = Literal["empty", "green", "star"]
Behaviour = Literal["dotSettle", "star", "sizeSettle", "confetti", "badge", "countUp"]
CueReason = Literal[
    "lowPower", "reduceMotion", "noStars", "killResume", "alreadyCelebrated", "superseded", "left", "burstCap",
]
DatabaseCheckResultFindingKind = Literal[
    "structure", "schema", "reference", "question", "questionCount", "grading", "credit", "picture", "events", "value",
    "search",
]
Disposition = Literal["played", "reduced", "suppressed", "interrupted", "capped", "running"]
Due = Literal["today", "week", "overdue"]
Edge = Literal["left", "right", "top", "bottom"]
EventKind = Literal[
    "homeworkAdded", "homeworkUpdated", "homeworkCompleted", "homeworkReopened", "homeworkDeleted", "homeworkRestored",
    "firstCapture", "collectionCompleted", "quizSet", "generationChanged", "attemptStarted", "answerSettled",
    "attemptFinished", "attemptAbandoned", "attemptExtended", "attemptTaken", "answerRegraded", "answerAccepted",
    "achievementUnlocked", "milestoneReached", "learnerAdded", "learnerUpdated", "erased", "databaseRestored",
]
Fact = Literal[
    "answerSettled", "attemptFinished", "revisited", "homeworkAdded", "homeworkCompleted", "homeworkDeleted",
    "collectionCompleted", "achievementUnlocked", "milestoneReached", "generationChanged", "inputRejected", "screen",
]
FieldKind = Literal["persisted", "derived", "ephemeral", "environment"]
FieldName = Literal[
    "homework", "quiz", "collections", "progress", "attempts", "answers", "ledger", "total", "events", "replies",
    "deletion", "learners", "stars", "streak", "question", "bar", "longest-run", "first-capture", "achievements",
    "milestones", "activation", "activated-question", "full-bar", "celebrated-questions", "intensity", "bursts",
    "running-a1", "size-settle", "results", "badge", "count", "draft", "question-time", "occurrences", "others",
    "motion", "profiles", "low-power", "screen", "clock",
]
Form = Literal["unchanged", "phases", "instant", "hapticOnly", "removed"]
GenerationReason = Literal["missingKey", "network", "timeout", "invalidResponse", "rateLimited", "unreadableImage"]
GenerationState = Literal["none", "pending", "ready", "failed"]
Grade = Literal["excellent", "greatJob", "goodEffort", "keepPracticing"]
GradedAnew = Literal["regraded", "accepted"]
ImportFormat = Literal[
    "json", "gift", "moodle-xml", "aiken", "open-trivia", "csv", "tsv", "anki", "xlsx", "docx", "qti", "blackboard",
    "open-trivia-qa", "markdown", "open-edx",
]
Layer = Literal["question", "results", "anywhere"]
MediaType = Literal["image/jpeg", "image/png", "image/heic", "image/gif", "image/webp"]
Mode = Literal["simulated", "process", "power-loss"]
Motion = Literal["full", "reduced"]
Only = Literal["wrong", "due"]
Part = Literal[
    "type", "introduction", "question", "options", "correctIndex", "correctIndexes", "correctAnswer", "acceptedAnswers",
    "exact", "keyConcepts", "tolerance", "unit", "gaps", "items", "back", "explanation", "pictures",
]
Property = Literal[
    "opacity", "scale", "rotation", "x", "y", "size", "slide", "colour", "progress", "glow", "shimmer", "particles",
    "count",
]
QuizChangeKind = Literal["added", "removed", "changed", "moved"]
QuizExportFormat = Literal["json", "gift", "moodle-xml", "aiken", "csv", "worksheet"]
QuizImportFormat = Literal[
    "auto", "json", "gift", "moodle-xml", "aiken", "open-trivia", "csv", "tsv", "anki", "xlsx", "docx", "qti",
    "blackboard", "open-trivia-qa", "markdown", "open-edx",
]
Resume = Literal["ephemeral", "once", "routine"]
Role = Literal["decoration", "celebration", "transition", "loading", "confirmation", "error", "focus"]
ScenarioReportOutcome = Literal["passed", "failed", "error", "skipped"]
Shuffle = Literal["questions", "options", "both"]
Status = Literal["new", "started", "completed"]
Type = Literal["mcq", "multi", "fillBlank", "shortAnswer", "numeric", "gaps", "ordering", "card"]
Unit = Literal["points", "screen", "size"]
Unstated = Literal["duration", "curve", "values", "reduced"]
Verdict = Literal["kept", "lost", "leaked", "forgotten", "asked"]

class AlsoOn(TypedDict):
    event: NotRequired[str]  #: The screen event.
    fact: Fact  #: The fact, or `screen` for a screen event.
    when: NotRequired[str]  #: Further conditions, in words.

class Animation(TypedDict):
    """An animation of the catalogue."""
    alsoOn: NotRequired[list[AlsoOn]]  #: What else starts it.
    behaviour: NotRequired[Behaviour]  #: The built-in behaviour, if the program decides when it plays.
    delayMs: int  #: The delay after that.
    document: str  #: The document that describes it.
    endsOn: NotRequired[str]  #: The screen event that ends a repeating animation.
    haptic: NotRequired[Haptic]  #: The haptic feedback of the first variant.
    layer: Layer  #: The layer it is drawn on.
    name: str  #: The name.
    profile: str  #: The design or file that it belongs to.
    reduced: Reduced  #: Its form under reduced motion.
    resume: Resume  #: What a kill does to it.
    role: Role  #: Its role.
    section: str  #: The section of the document.
    stagger: NotRequired[AnimationStagger]  #: The stagger, if items start one after the other.
    title: str  #: The title.
    trigger: AlsoOn  #: What starts it.
    unstated: list[Unstated]  #: What the document does not state.
    values: NotRequired[dict[str, float | str | list[str]]]  #: Further values of the design, by name.
    variants: list[AnimationVariant]  #: The variants.

class AnimationFile(TypedDict):
    """A Design Tokens file of animations."""
    name: str  #: The file name, used in messages.
    text: str  #: The content of the file.

class AnimationStagger(TypedDict):
    delayMs: int  #: The delay between two items.
    limit: NotRequired[int]  #: The maximum number of delayed items; the rest start with the last of them.

class AnimationVariant(TypedDict):
    durationMs: int  #: The duration; for a repeating animation, that of one round.
    haptic: NotRequired[Haptic]  #: The haptic feedback.
    icon: NotRequired[str]  #: The name of the icon in the design.
    name: NotRequired[str]  #: The name, if there are several.
    particles: NotRequired[AnimationVariantParticles]  #: The number of particles.
    phases: list[Phase]  #: The phases.
    reduced: NotRequired[Reduced]  #: Its form under reduced motion, if it has its own.
    sound: NotRequired[AnimationVariantSound]  #: The sound.
    text: NotRequired[Text]  #: The text to show.
    when: NotRequired[str]  #: The condition of the variant, in words.

AnimationVariantParticles = TypedDict("AnimationVariantParticles", {
    "colours": "NotRequired[list[str]]",  #: The colours, by their names in the design.
    "from": "int",  #: The minimum.
    "inferred": "NotRequired[bool]",  #: Whether the number is inferred because the document gives none.
    "to": "int",  #: The maximum.
})

class AnimationVariantSound(TypedDict):
    atMs: int  #: The time from the start of the animation.
    name: str  #: The name of the sound in the design.

class Answer(TypedDict):
    """An answer to one question of an attempt."""
    answeredAt: str  #: When the answer was given.
    elapsedMs: int  #: The time spent on the question, in milliseconds.
    #: In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework.
    homeworkId: NotRequired[str]
    index: int  #: The question's index in the attempt, from 0.
    outcome: AnswerOutcome  #: The outcome.
    questionId: str  #: The question.
    response: NotRequired[str]  #: The letter of the option as shown, or the text; omitted if skipped.
    #: The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds.
    streakPosition: NotRequired[int]

class AskedQuestion(TypedDict):
    """One question of an attempt whose order differs from the quiz."""
    options: list[int]  #: For each option shown, its index in the quiz, from 0; empty for a text question.
    questionId: str  #: The question.

class AttemptSummary(TypedDict):
    """One play of a quiz, without its answers."""
    deadline: NotRequired[str]  #: The last moment at which answers are accepted.
    elapsedMs: int  #: The time spent on answered questions, in milliseconds.
    finishedAt: NotRequired[str]  #: When it was completed or abandoned.
    grade: NotRequired[Grade]  #: The grade, once the attempt is completed.
    homeworkId: NotRequired[str]  #: The quiz's homework; omitted in a review, which asks questions of many.
    id: str  #: The id.
    isPractice: NotRequired[bool]  #: True if the attempt does not change progress or stars; otherwise omitted.
    learnerId: str  #: The learner who plays.
    percentage: int  #: The percentage of correct answers among all questions, rounded half up.
    questionCount: int  #: The number of questions.
    questionIndex: int  #: The index of the current question, from 0.
    quizId: NotRequired[str]  #: The quiz; omitted in a review.
    score: int  #: The number of correct answers.
    seed: NotRequired[int]  #: The seed of the order.
    shuffle: NotRequired[Shuffle]  #: What was shuffled.
    starsEarned: int  #: The stars: one for each correct MCQ at streak positions 5 to 10.
    startedAt: str  #: When it was started.
    state: AttemptState  #: The state of the attempt.
    streak: Streak  #: The streak of correct MCQs.

class Attempt(AttemptSummary):
    """One play of a quiz, with the answers so far."""
    answers: list[Answer]  #: The answers, in the order of the questions.
    home: NotRequired[str]  #: The copy of the library on which it goes on, if not this one.
    #: The questions and options in this attempt's order, if it differs from the quiz's. Answers refer to it.
    order: NotRequired[list[AskedQuestion]]

class AttemptListResult(TypedDict):
    items: list[Attempt]  #: Newest first.
    next: NotRequired[str]  #: The cursor of the next page: pass it as `after`.

class AttemptQuestionResult(TypedDict):
    back: NotRequired[str]  #: The back of a card, to show before asking whether the learner knew it.
    count: int  #: The number of questions of the attempt.
    gaps: NotRequired[list[list[str]]]  #: For each gap its options; none if it is typed.
    index: int  #: The question's index in the attempt, from 0.
    introduction: NotRequired[str]  #: A text that introduces this question and those after it.
    optionPictures: NotRequired[list[OptionPicture]]  #: The pictures of options.
    options: NotRequired[list[str]]  #: The options to choose or the items to order, in the order of their letters.
    picture: NotRequired[QuestionPicture]  #: The picture shown with the question, for picture.get.
    question: str  #: The text of the question, in which a gap is a line: (1) ____.
    questionId: str  #: The question.
    type: Type  #: The type.
    unit: NotRequired[str]  #: The unit of a number.

class CollectionListResult(TypedDict):
    items: list[CollectionListResultItem]  #: The items.

class CollectionListResultItem(TypedDict):
    completedHomework: int  #: The number of homework marked as done.
    homework: int  #: The number of homework in it.
    name: str  #: The name of the collection.

class Cue(TypedDict):
    """One animation on screen, with its state at one moment."""
    animation: str  #: The animation's name in the catalogue.
    disposition: Disposition  #: How it ended, or will end because of this event; otherwise `running`.
    durationMs: int  #: The duration; for a repeating animation, that of one round.
    #: When it ended, or will end because of this event. A time before the start means that it never showed.
    endedMs: NotRequired[int]
    haptic: NotRequired[str]  #: The haptic feedback.
    hapticAtMs: NotRequired[int]  #: The time of the haptic feedback, from the start of the cue.
    icon: NotRequired[str]  #: The name of the icon in the design.
    #: Of a program under test: whether its end is inferred from the kill, and not reported by the program.
    inferred: NotRequired[bool]
    #: After a kill whose moment is unknown: whether it may have ended by itself before.
    mayHaveEnded: NotRequired[bool]
    particles: NotRequired[int]  #: The number of particles.
    #: The phases of the animation; omitted in the cues of an answer, for which motion.get returns them.
    phases: NotRequired[list[Phase]]
    reason: NotRequired[CueReason]  #: Why it did not play to its end.
    sound: NotRequired[str]  #: The name of the sound in the design.
    soundAtMs: NotRequired[int]  #: The time of the sound, from the start of the cue.
    startMs: int  #: The start, on the session's clock.
    text: NotRequired[Text]  #: The text to show.
    trigger: Trigger  #: The occurrence that triggers it.
    variant: NotRequired[str]  #: The variant, such as `newStreak` of A1 or `standard` of A4.

class CueNotification(TypedDict):
    cue: Cue  #: The cue.
    sequence: int  #: The number of the event.
    sessionId: str  #: The session.

class DatabaseBackupResult(TypedDict):
    path: str  #: The path of the copy.

class DatabaseCheckResult(TypedDict):
    findings: list[DatabaseCheckResultFinding]  #: The findings; may be empty.

class DatabaseCheckResultFinding(TypedDict):
    detail: str  #: What is stored, and what it should be.
    kind: DatabaseCheckResultFindingKind  #: What is damaged.
    place: str  #: Where it is.

class DatabaseInfo(TypedDict):
    """The database's file, schema and contents."""
    answers: int  #: The number of answers.
    attempts: int  #: The number of attempts.
    fileBytes: int  #: The size of the file in bytes.
    freeBytes: int  #: Unused bytes in the file.
    homework: int  #: The number of homework.
    logBytes: int  #: The size of the write-ahead log in bytes.
    newestEvent: int  #: The number of the newest event; 0 if there is none.
    oldestEvent: int  #: The number of the oldest event kept.
    path: NotRequired[str]  #: The path of the file.
    pictures: int  #: The number of pictures.
    postgresVersion: NotRequired[str]  #: The version of the server, on PostgreSQL.
    questions: int  #: The number of questions.
    quizzes: int  #: The number of quizzes.
    schemaVersion: int  #: The version of the schema.
    sqliteVersion: str  #: The version of SQLite.

class DueDay(TypedDict):
    """The number of questions that become due on one day."""
    day: str  #: The day.
    due: int  #: The number of questions.

class DueHomework(TypedDict):
    """The number of due questions of one homework."""
    due: int  #: The number of due questions.
    homeworkId: str  #: The homework's id.
    nextDueAt: NotRequired[str]  #: When the next question is due, if none is due now.
    title: str  #: The title.

class DueReviews(TypedDict):
    """The questions that are due for a learner, by homework."""
    days: NotRequired[list[DueDay]]  #: The questions that become due on each of the days asked for, today with overdue.
    #: Every homework with an answered question, by number of due questions, then by next due time.
    homework: list[DueHomework]
    total: int  #: The number of due questions in all homework.

class Event(TypedDict):
    """A fact, numbered without gaps."""
    at: str  #: When it happened.
    attemptId: NotRequired[str]  #: The attempt.
    homeworkId: NotRequired[str]  #: The homework, which may have been deleted since.
    kind: EventKind  #: What happened.
    learnerId: NotRequired[str]  #: The learner it concerns.
    name: NotRequired[str]  #: The name of the collection, achievement or generation state; the number of a milestone.
    origin: NotRequired[str]  #: The copy of the library on which it happened, if not this one.
    outcome: NotRequired[AnswerOutcome]  #: The outcome of the answer.
    questionIndex: NotRequired[int]  #: The question, from 0.
    reason: NotRequired[str]  #: Why the generation failed.
    retryAfterSeconds: NotRequired[int]  #: How long the generation must not be tried again, from then on.
    sequence: int  #: The number, from 1.
    streakPosition: NotRequired[int]  #: The streak position of the answer, for MCQs.

class EventsSubscribeResult(TypedDict):
    sequence: int  #: The number after which events are sent.

class Exploration(TypedDict):
    """The result of exploring scenarios or sequences."""
    scenarios: NotRequired[list[ExplorationScenario]]  #: The result for each scenario.
    sequences: NotRequired[ExplorationSequences]  #: The result for sequences.

class ExplorationScenario(TypedDict):
    estimatedMs: NotRequired[int]  #: How long all of it would have taken, if the budget ended it.
    failures: NotRequired[list[str]]  #: What went wrong without further kills.
    file: str  #: The file.
    isMistaken: NotRequired[bool]  #: Whether the script asked for what cannot be.
    isUnanswered: NotRequired[bool]  #: Whether the program did not start, or did not answer in time.
    line: int  #: The line where it starts.
    name: str  #: The name.
    notChecked: NotRequired[str]  #: The laws that were not checked, and why.
    pointsKnown: int  #: The number of points where it can be killed.
    pointsTried: int  #: The number of points tried.
    power: NotRequired[Power]  #: What losing the power did to a program under test.
    skipped: NotRequired[str]  #: Why it was skipped.
    startsNoCue: NotRequired[bool]  #: Whether a program under test started no cue.
    violation: NotRequired[Violation]  #: The earliest violation, with a shortened script.

class ExplorationScenarioPowerLost(TypedDict):
    atMs: int  #: The time on the scenario's clock.
    call: str  #: The system call.
    line: int  #: The line of the action to which it belongs.
    missing: str  #: What happened, and the call that would have kept it.
    operation: str  #: What was lost: `write`, `truncate`, `create`, `link`, `rename` or `remove`.
    path: str  #: The path in the data directory.

class ExplorationSequences(TypedDict):
    points: int  #: The number of kills tried.
    sequences: int  #: The number of sequences.
    steps: int  #: The number of actions played.
    upTo: int  #: The length of the longest sequence.
    violation: NotRequired[Violation]  #: The earliest violation, with a shortened script.

class Fault(TypedDict):
    """Something that is wrong or was left out."""
    message: str  #: What is wrong.
    path: str  #: Where it is: a path such as `questions[0].options`, a line, or a kind of question.

class Field(TypedDict):
    """A field of a session or its attempt, and what a kill does to it."""
    field: FieldName  #: The name of the field.
    kind: FieldKind  #: What a kill does to it.
    reason: str  #: The reason for that.
    value: str | int | list[str] | None  #: The value, or `null`.

class Finish(TypedDict):
    """The result of finishing an attempt."""
    achievements: list[Achievement]  #: The achievements that it unlocked.
    attempt: AttemptSummary  #: The attempt.
    cues: list[Cue]  #: The cues that it starts in a new session.
    milestones: list[int]  #: The milestones that it reached.
    progress: NotRequired[Progress]  #: The homework's progress, including this attempt; omitted for a review.
    starsTotal: int  #: The total of stars, including this attempt.

class GapFillBlank(TypedDict):
    acceptedAnswers: NotRequired[list[str]]  #: Other accepted answers.
    correctAnswer: str  #: The correct answer, or a model answer.
    #: Whether case and every sign matter; by default, typographic signs, a final full stop and brackets do not.
    exact: NotRequired[bool]
    type: Literal["fillBlank"]  #: The type.

class GapMcq(TypedDict):
    correctIndex: int  #: The index of the correct option, from 0.
    options: list[str]  #: The options, 2 to 26.
    type: Literal["mcq"]  #: The type.

class Generation(TypedDict):
    """The generation of an assignment's quiz."""
    reason: NotRequired[GenerationReason]  #: Why it failed.
    retryAt: NotRequired[str]  #: The earliest time of the next try.
    state: GenerationState  #: The state of the generation.

class Haptic(TypedDict):
    atMs: int  #: The time from the start of the animation.
    kind: AnimationHapticKind  #: The kind of feedback.

class Homework(TypedDict):
    """One piece of work to revise."""
    collections: list[str]  #: The collections it belongs to, sorted by name.
    completedAt: NotRequired[str]  #: When it was marked as done.
    createdAt: str  #: When the homework was added.
    dueOn: NotRequired[str]  #: The day it is due.
    generation: Generation  #: The generation of its quiz.
    id: str  #: The id.
    image: NotRequired[HomeworkImage]  #: The picture.
    note: NotRequired[str]  #: A note to it.
    openAttemptId: NotRequired[str]  #: The attempt in progress at its quiz.
    progress: Progress  #: The totals of its finished attempts.
    questionCount: int  #: The number of questions in its quiz; 0 without a quiz.
    quizId: NotRequired[str]  #: The quiz.
    subject: NotRequired[str]  #: The subject, such as Mathematics.
    text: NotRequired[str]  #: The text.
    title: str  #: The title, 1 to 500 characters.

class HomeworkDeleteResult(TypedDict):
    deleted: list[str]  #: The ids of the deleted homework.

class HomeworkImage(TypedDict):
    byteCount: int  #: The size of the file in bytes.
    digest: str  #: The SHA-256 digest of the file, in hexadecimal.
    mediaType: MediaType  #: The media type.

class HomeworkListResult(TypedDict):
    items: list[Homework]  #: Newest first.
    next: NotRequired[str]  #: The cursor of the next page: pass it as `after`.

class HomeworkUndeleteResult(TypedDict):
    items: list[Homework]  #: The restored homework.
    regraded: NotRequired[Regrading]  #: The attempts that have their former grades again.

class Import(TypedDict):
    """What was imported from a quiz file, and what was left out and why."""
    added: int  #: The number of questions added.
    alreadyThere: list[str]  #: Existing homework with the same quiz, not added again.
    blocks: NotRequired[list[ImportBlock]]  #: The text of each question left out.
    changed: int  #: The number of questions changed.
    changes: list[Fault]  #: What was changed, and why.
    format: ImportFormat  #: The format of the file.
    formatReason: NotRequired[str]  #: Why the file was read in this format; omitted if it was given.
    homework: list[Homework]  #: The homework that was added.
    left: list[Fault]  #: What was left out, and why.
    leftOut: int  #: The number of questions left out.
    quizzes: NotRequired[list[QuizInput]]  #: For a dry run: the quizzes that would be added.
    revised: list[Homework]  #: Existing homework whose quiz has a new revision.
    sameTitle: list[str]  #: Existing homework with one of the titles, but with other questions.
    titles: list[str]  #: The titles of the quizzes.

class ImportBlock(TypedDict):
    message: str  #: Why it was left out.
    path: str  #: The place in the file.
    text: str  #: The text in the file.

class Learner(TypedDict):
    """A person who plays."""
    createdAt: str  #: When the learner was added.
    id: str  #: The id.
    isDefault: bool  #: Whether this is the default learner.
    name: str  #: The name, unique in the library without regard to case.

class LearnerEraseResult(TypedDict):
    attempts: int  #: The number of erased attempts.
    learner: Learner  #: The erased learner.
    newDefault: NotRequired[Learner]  #: The learner who is the default now, if the erased learner was.
    pending: list[str]  #: Files that still hold erased bytes because another program is reading: close it, then vacuum.

class LearnerExportResult(TypedDict):
    document: NotRequired[str]  #: The document, if no path was given.
    path: NotRequired[str]  #: The file, if a path was given.

class LearnerListResult(TypedDict):
    items: list[Learner]  #: The items.

class LibrarySettings(TypedDict):
    """What is allowed in a library."""
    acceptsAnswers: bool  #: Whether learners may have a wrong typed answer counted.

class MotionListResult(TypedDict):
    items: list[Animation]  #: The animations.
    tokens: list[MotionToken]  #: The named durations and springs.

class MotionToken(TypedDict):
    """A named duration or spring of a design."""
    curve: NotRequired[str]  #: The spring.
    durationMs: NotRequired[int]  #: The duration.
    name: str  #: The name.
    profile: str  #: The design.

class QuestionPicture(TypedDict):
    """A picture of a question, without its bytes."""
    alternative: str  #: The text that stands for it; may be empty.
    digest: str  #: The SHA-256 digest of the file, in hexadecimal.

class OptionPicture(QuestionPicture):
    """A picture of an option, without its bytes."""
    index: int  #: The index of the option, from 0.

class QuestionPictureDraft(TypedDict):
    """A picture that is stored, or a file."""
    alternative: NotRequired[str]  #: The text that stands for it; may be empty.
    base64: NotRequired[str]  #: The file in Base64, in place of the digest.
    digest: NotRequired[str]  #: The SHA-256 digest of the file, in hexadecimal.

class OptionPictureDraft(QuestionPictureDraft):
    """A picture that is stored, or a file."""
    index: int  #: The index of the option, from 0.

class OverrunNotification(TypedDict):
    lastSequence: int  #: The number of the last event sent.

class Overview(TypedDict):
    """The progress of all learners in a library."""
    cells: list[OverviewCell]  #: A cell for each learner and each homework that they played or marked as done.
    hardest: list[OverviewHardest]  #: Up to 20 questions with wrong answers, most wrong answers first.
    homework: list[OverviewHomework]  #: Newest first.
    learners: list[Learner]  #: The learners, in the order they were added.

class OverviewCell(TypedDict):
    completedAt: NotRequired[str]  #: When the learner marked it as done.
    homeworkId: str  #: The homework.
    isPlaying: bool  #: Whether an attempt is in progress.
    learnerId: str  #: The learner who plays.
    progress: Progress  #: The progress in it.

class OverviewHardest(TypedDict):
    correctAnswer: str  #: The correct answer.
    homeworkId: str  #: The homework.
    prompt: str  #: The text of the question.
    questionId: str  #: The question.
    settled: int  #: How often it was answered or skipped, without abandoned attempts.
    skipped: int  #: How often it was skipped.
    wrong: int  #: How often the answer was wrong.
    wrongAnswers: list[OverviewHardestWrongAnswer]  #: Up to five wrong answers, most frequent first.

class OverviewHardestWrongAnswer(TypedDict):
    count: int  #: How often it was given.
    text: str  #: The option or text.

class OverviewHomework(TypedDict):
    dueOn: NotRequired[str]  #: The day it is due.
    id: str  #: The homework.
    title: str  #: The title.

Phase = TypedDict("Phase", {
    "colours": "NotRequired[list[str]]",  #: The first and last colour, by their names in the design.
    "curve": "NotRequired[str]",  #: The curve, such as `easeOut` or `spring(0.45, 0.55)`.
    "durationMs": "int",  #: The duration.
    "edge": "NotRequired[Edge]",  #: The edge of the screen beyond which a slide is at 1.
    "from": "float",  #: The value at the start.
    #: The start value by the number of the screen event: pairs of number and value, linear in between.
    "fromNumber": "NotRequired[list[list[float]]]",
    "inferred": "NotRequired[bool]",  #: Whether the numbers are inferred because the document gives none.
    "jump": "NotRequired[bool]",  #: Whether it starts at another value than the phase before it ended at.
    "name": "str",  #: The name in the document.
    "of": "NotRequired[str]",  #: The animated part of the picture; all of it by default.
    "property": "Property",  #: The animated property.
    "startMs": "int",  #: The start.
    "to": "float",  #: The value at the end.
    "unit": "NotRequired[Unit]",  #: What x and y count: points, shares of the screen, or of the size of what moves.
})

class PictureGetResult(TypedDict):
    base64: str  #: The bytes of the file, in Base64.
    byteCount: int  #: The size of the file.
    mediaType: MediaType  #: The media type.

class Power(TypedDict):
    #: The smallest set of operations found whose loss breaks something.
    lost: NotRequired[list[ExplorationScenarioPowerLost]]
    states: int  #: The number of states of the disk that were tried.
    statesKnown: int  #: The number of states of the disk that are known.
    unjudged: NotRequired[list[Unjudged]]  #: The files that cannot be judged.

class Progress(TypedDict):
    """Totals of the finished attempts at an assignment. They never decrease."""
    bestScore: NotRequired[int]  #: The number of correct answers in the best attempt.
    bestTotal: NotRequired[int]  #: The number of questions in the best attempt.
    completionPercentage: int  #: The highest percentage reached.
    lastPlayedAt: NotRequired[str]  #: When the last attempt was completed.
    totalAttempts: int  #: The number of completed attempts.

class QuestionBase(TypedDict):
    answerPicture: NotRequired[QuestionPicture]  #: The picture shown with the answer.
    explanation: str  #: The explanation, shown after the answer; may be empty.
    id: str  #: The id.
    introduction: NotRequired[str]  #: A text that introduces this question and those after it.
    optionPictures: NotRequired[list[OptionPicture]]  #: The pictures of options.
    picture: NotRequired[QuestionPicture]  #: The picture shown with the question, for picture.get.

class QuestionCard(QuestionBase):
    back: str  #: The back, which the learner sees before saying whether they knew it.
    question: str  #: The text of the question.
    type: Literal["card"]  #: The type.

class QuestionFillBlank(QuestionBase):
    acceptedAnswers: list[str]  #: Other accepted answers.
    correctAnswer: str  #: The correct answer, or a model answer.
    #: Whether case and every sign matter; by default, typographic signs, a final full stop and brackets do not.
    exact: NotRequired[bool]
    question: str  #: The text of the question.
    type: Literal["fillBlank"]  #: The type.

class QuestionGaps(QuestionBase):
    gaps: list[Gap]  #: The gaps, 1 to 20.
    text: str  #: The text, which marks its gaps {1}, {2}, … in their order.
    type: Literal["gaps"]  #: The type.

class QuestionInputBase(TypedDict):
    answerPicture: NotRequired[QuestionPictureDraft]  #: The picture shown with the answer.
    explanation: NotRequired[str]  #: The explanation, shown after the answer; may be empty.
    id: NotRequired[Any]  #: Ignored.
    introduction: NotRequired[str]  #: A text that introduces this question and those after it.
    optionPictures: NotRequired[list[OptionPictureDraft]]  #: The pictures of options.
    picture: NotRequired[QuestionPictureDraft]  #: The picture shown with the question, for picture.get.

class QuestionInputCard(QuestionInputBase):
    back: str  #: The back, which the learner sees before saying whether they knew it.
    question: str  #: The text of the question.
    type: Literal["card"]  #: The type.

class QuestionInputFillBlank(QuestionInputBase):
    acceptedAnswers: NotRequired[list[str]]  #: Other accepted answers.
    correctAnswer: str  #: The correct answer, or a model answer.
    #: Whether case and every sign matter; by default, typographic signs, a final full stop and brackets do not.
    exact: NotRequired[bool]
    question: str  #: The text of the question.
    type: Literal["fillBlank"]  #: The type.

class QuestionInputGaps(QuestionInputBase):
    gaps: list[Gap]  #: The gaps, 1 to 20.
    text: str  #: The text, which marks its gaps {1}, {2}, … in their order.
    type: Literal["gaps"]  #: The type.

class QuestionInputMcq(QuestionInputBase):
    correctIndex: int  #: The index of the correct option, from 0.
    options: list[str]  #: The options, 2 to 26.
    question: str  #: The text of the question.
    type: Literal["mcq"]  #: The type.

class QuestionInputMulti(QuestionInputBase):
    #: The indexes of the correct options, from 0, in ascending order: exactly these must be chosen.
    correctIndexes: list[int]
    options: list[str]  #: The options, 2 to 26.
    question: str  #: The text of the question.
    type: Literal["multi"]  #: The type.

class QuestionInputNumeric(QuestionInputBase):
    correctAnswer: float  #: The correct number.
    question: str  #: The text of the question.
    tolerance: NotRequired[float]  #: How far from it a response may be, inclusive; by default it must be equal.
    tolerancePercent: NotRequired[float]  #: The same, in per cent of the correct number.
    type: Literal["numeric"]  #: The type.
    unit: NotRequired[str]  #: The unit, which may be typed after the number.

class QuestionInputOrdering(QuestionInputBase):
    items: list[str]  #: The items in their correct order, 2 to 12.
    question: str  #: The text of the question.
    shown: NotRequired[Any]  #: Ignored.
    type: Literal["ordering"]  #: The type.

class QuestionInputShortAnswer(QuestionInputBase):
    correctAnswer: str  #: The correct answer, or a model answer.
    #: Key concepts: a response must contain one alternative of each, as whole words.
    keyConcepts: NotRequired[list[list[str]]]
    question: str  #: The text of the question.
    type: Literal["shortAnswer"]  #: The type.

class QuestionMcq(QuestionBase):
    correctIndex: int  #: The index of the correct option, from 0.
    options: list[str]  #: The options, 2 to 26.
    question: str  #: The text of the question.
    type: Literal["mcq"]  #: The type.

class QuestionMulti(QuestionBase):
    #: The indexes of the correct options, from 0, in ascending order: exactly these must be chosen.
    correctIndexes: list[int]
    options: list[str]  #: The options, 2 to 26.
    question: str  #: The text of the question.
    type: Literal["multi"]  #: The type.

class QuestionNumeric(QuestionBase):
    correctAnswer: float  #: The correct number.
    question: str  #: The text of the question.
    tolerance: NotRequired[float]  #: How far from it a response may be, inclusive; by default it must be equal.
    tolerancePercent: NotRequired[float]  #: The same, in per cent of the correct number.
    type: Literal["numeric"]  #: The type.
    unit: NotRequired[str]  #: The unit, which may be typed after the number.

class QuestionOrdering(QuestionBase):
    items: list[str]  #: The items in their correct order, 2 to 12.
    question: str  #: The text of the question.
    shown: list[int]  #: The indexes of the items, from 0, in the order of their letters.
    type: Literal["ordering"]  #: The type.

class QuestionShortAnswer(QuestionBase):
    correctAnswer: str  #: The correct answer, or a model answer.
    keyConcepts: list[list[str]]  #: Key concepts: a response must contain one alternative of each, as whole words.
    question: str  #: The text of the question.
    type: Literal["shortAnswer"]  #: The type.

class Quiz(TypedDict):
    """The questions made from one homework, in order."""
    confidence: NotRequired[float]  #: How confident the generator of the quiz was.
    homeworkId: NotRequired[str]  #: The homework it belongs to; omitted in a review's quiz.
    id: str  #: The id.
    questions: list[Question]  #: 1 to 200.
    revision: int  #: The revision, from 1; each edit makes a new one.
    subtopic: NotRequired[str]  #: The part of the topic that the quiz covers.
    topic: NotRequired[str]  #: The topic.

QuizChange = TypedDict("QuizChange", {
    "from": "NotRequired[int]",  #: The former index of a moved question.
    "index": "int",  #: The question's index, from 0; for a removed question, its former index.
    "kind": "QuizChangeKind",  #: The kind of change.
    "parts": "list[Part]",  #: The changed parts of a changed question.
    "question": "str",  #: The question's text.
    "questionId": "str",  #: The question.
})

class QuizEditAdd(TypedDict):
    index: NotRequired[int]  #: The new question's index, from 0; the end by default.
    question: QuestionInput  #: The question to add.
    type: Literal["add"]  #: The type.

class QuizEditChange(TypedDict):
    index: int  #: The index of the question, from 0.
    question: QuestionInput  #: The new question.
    type: Literal["change"]  #: The type.

class QuizEditMove(TypedDict):
    index: int  #: The index of the question, from 0.
    to: int  #: The question's new index, from 0.
    type: Literal["move"]  #: The type.

class QuizEditRemove(TypedDict):
    index: int  #: The index of the question, from 0.
    type: Literal["remove"]  #: The type.

class QuizExportResult(TypedDict):
    left: list[Fault]  #: What the format cannot represent.
    leftOut: int  #: The number of questions left out.
    text: str  #: The exported text.

class QuizHistoryResult(TypedDict):
    items: list[QuizRevision]  #: Newest first.

class QuizInputWhole(TypedDict):
    confidence: NotRequired[float]  #: How confident the generator of the quiz was.
    homeworkId: NotRequired[Any]  #: Ignored.
    id: NotRequired[Any]  #: Ignored.
    questions: list[QuestionInput]  #: 1 to 200.
    subtopic: NotRequired[str]  #: The part of the topic that the quiz covers.
    topic: NotRequired[str]  #: The topic.

class QuizRevision(TypedDict):
    """One revision of an assignment's quiz."""
    changes: list[QuizChange]  #: The changes from the revision before; empty for the first one.
    createdAt: NotRequired[str]  #: When the revision was made; omitted if unknown.
    isCurrent: bool  #: Whether new attempts use this revision.
    questionCount: int  #: The number of questions.
    quizId: str  #: The id, for quiz.get.
    revision: int  #: The number of the revision, from 1.

class Reduced(TypedDict):
    form: Form  #: The reduced form.
    phases: NotRequired[list[Phase]]  #: The phases of the reduced form, if it has any.

class RegradedAttempt(TypedDict):
    """An attempt of which an answer is graded anew."""
    attemptId: str  #: The attempt.
    finishedAt: NotRequired[str]  #: When it was finished.
    learner: str  #: The learner's name.
    learnerId: str  #: The learner.
    outcome: AnswerOutcome  #: The new outcome; it was the other one of correct and wrong.
    percentage: int  #: The percentage.
    percentageBefore: int  #: The percentage before.
    questionCount: int  #: The number of questions.
    questionIndex: int  #: The question in the attempt, from 0.
    response: NotRequired[str]  #: The response in words.
    score: int  #: The number of correct answers.
    scoreBefore: int  #: The number of correct answers before.
    stars: int  #: The stars credited.
    starsBefore: int  #: The stars credited before.

class Regrading(TypedDict):
    """The attempts of which an answer is graded anew."""
    changes: list[RegradedAttempt]  #: The attempts that change, oldest first.
    quiz: Quiz  #: The quiz with the corrected key; in a dry run, the present quiz.

class ResumeReport(TypedDict):
    """What a kill did to the former session: what is kept, what is lost, and which cues do not show again."""
    kept: list[ResumeReportKept]  #: Fields derived from what is on disk.
    lost: list[ResumeReportLost]  #: Fields that only the session held.
    suppressed: list[Cue]  #: Cues that had not ended when the session was killed, or may not have.

class ResumeReportKept(TypedDict):
    field: FieldName  #: The name of the field.
    value: str | int | list[str] | None  #: The value.

class ResumeReportLost(TypedDict):
    field: FieldName  #: The name of the field.
    #: After a kill whose moment is unknown: whether the value may have been gone, or another one.
    mayHaveEnded: NotRequired[bool]
    reason: str  #: Why it is lost.
    value: str | int | list[str] | None  #: The lost value.

class ReviewedAnswer(Answer):
    """An answer to one question of an attempt and, if requested, the question."""
    answerPicture: NotRequired[QuestionPicture]  #: The picture shown with the answer.
    correctAnswer: NotRequired[str]  #: The correct answer.
    correctIndex: NotRequired[int]  #: The index of an MCQ's correct option, from 0.
    explanation: NotRequired[str]  #: The explanation; may be empty.
    #: Why the outcome is another than when the answer was given; the correct answer is that of the corrected key.
    gradedAnew: NotRequired[GradedAnew]
    optionPictures: NotRequired[list[OptionPicture]]  #: The pictures of options.
    options: NotRequired[list[str]]  #: The options of an MCQ, in the order of their letters.
    picture: NotRequired[QuestionPicture]  #: The picture shown with the question, for picture.get.
    question: NotRequired[str]  #: The question, as it was worded in this attempt.
    #: The text of the chosen option, or the text entered; omitted if the question was skipped.
    responseText: NotRequired[str]

class ReviewedAttempt(AttemptSummary):
    """One play of a quiz with the answers so far and, if requested, their questions."""
    answers: list[ReviewedAnswer]  #: The answers, in the order of the questions.
    #: The questions and options in this attempt's order, if it differs from the quiz's. Answers refer to it.
    order: NotRequired[list[AskedQuestion]]

class Run(TypedDict):
    """The results of the scenarios of one run."""
    failed: int  #: The number of scenarios that failed.
    #: At power losses: the operations whose loss breaks something.
    lost: NotRequired[list[ExplorationScenarioPowerLost]]
    passed: int  #: The number of scenarios that passed.
    scenarios: list[ScenarioReport]  #: The result of each scenario.
    skipped: int  #: The number of scenarios skipped because the program under test does not support them.
    states: NotRequired[int]  #: At power losses: the number of states of the disk tried.
    statesKnown: NotRequired[int]  #: At power losses: the number of states known.

class ScenarioCheckResult(TypedDict):
    scenarios: list[str]  #: The names of its scenarios.

class ScenarioReport(TypedDict):
    """The result of one scenario."""
    cues: list[Cue]  #: Every cue once, by start, with its final disposition.
    durationMs: int  #: The duration on the session's clock.
    errorOutput: NotRequired[str]  #: The end of the program's standard error.
    failures: list[ScenarioReportFailure]  #: The expectations that failed.
    file: str  #: The file.
    isMistaken: NotRequired[bool]  #: Whether the script asked for what cannot be.
    isUnanswered: NotRequired[bool]  #: Whether the program did not start, or did not answer in time.
    kills: list[ScenarioReportKill]  #: Each kill.
    knownFailure: NotRequired[str]  #: The message of a known failure that occurred.
    laws: list[ScenarioReportLaw]  #: Each law, and whether it held.
    line: int  #: The line where it starts.
    mode: Mode  #: The mode of its kills.
    name: str  #: The name.
    outcome: ScenarioReportOutcome  #: Whether it passed.
    power: NotRequired[Power]  #: What losing the power did to a program under test.
    seconds: NotRequired[float]  #: The real duration, in seconds.
    seed: NotRequired[int]  #: The seed with which it failed.
    skipped: NotRequired[str]  #: Why it was skipped.
    startsNoCue: NotRequired[bool]  #: Whether a program under test started no cue.
    states: list[list[ScenarioReportState]]  #: The fields before and after each kill.
    trace: list[ScenarioReportTrace]  #: The actions and their effects, in order.
    #: The expectations that hold, but of which the program reports nothing, and why.
    unreported: NotRequired[list[str]]

class ScenarioReportFailure(TypedDict):
    expected: str  #: What was expected.
    found: str  #: What was found.
    hint: NotRequired[str]  #: An expectation that would hold, or what to do first.
    lastCues: list[str]  #: The last cues before it, one per line; only for the first failure.
    line: int  #: The line.
    statement: NotRequired[str]  #: The statement in the script.

class ScenarioReportKill(TypedDict):
    at: int  #: The time on the session's clock.
    mode: Mode  #: How the process was killed.
    pid: NotRequired[int]  #: The process that was killed.
    point: str  #: The point of the kill.
    seed: NotRequired[int]  #: The seed for what the disk kept.
    signal: NotRequired[int]  #: The signal that killed it.
    unproved: NotRequired[str]  #: The words of a bridge that named no process that it ended: the kill was not proved.

class ScenarioReportLaw(TypedDict):
    detail: NotRequired[str]  #: What first broke it.
    held: bool  #: Whether the law held.
    law: int  #: The number of the law.
    name: str  #: The name of the law.
    unjudged: NotRequired[str]  #: Why it was not judged.

class ScenarioReportState(TypedDict):
    after: NotRequired[str]  #: The value after the kill.
    before: NotRequired[str]  #: The value before the kill.
    field: str  #: The name of the field.
    kind: FieldKind  #: What a kill does to it.
    verdict: Verdict  #: What happened to the field.

class ScenarioReportTrace(TypedDict):
    atMs: int  #: The time on the session's clock.
    changed: NotRequired[list[str]]  #: Earlier cues that now end differently.
    during: NotRequired[str]  #: The action during which it was killed.
    event: str  #: What happened.
    outcome: NotRequired[AnswerOutcome]  #: The outcome of the answer.
    parts: NotRequired[int]  #: The number of parts of an exchange with another copy.
    point: NotRequired[str]  #: The point of a kill.
    position: NotRequired[int]  #: The streak position of the answer.
    question: NotRequired[int]  #: The question where it resumed, from 0.
    refused: NotRequired[str]  #: The name of the error if the action was refused.
    started: NotRequired[list[str]]  #: Cues that were started, in words.

class ServerInfoResult(TypedDict):
    database: str  #: The path of the database.
    limits: dict[str, int]  #: Limits, such as the bytes of a message and the requests of a batch.
    name: str  #: `hwdb`.
    pid: int  #: The process id.
    version: str  #: The version of the program.

class ServerStatistics(TypedDict):
    """Counters of a server and its store since the start."""
    memoryBytes: int  #: The memory of the process.
    server: NotRequired[ServerStatisticsServer]  #: The server; omitted in process.
    writer: ServerStatisticsWriter  #: The writer of the database.

class ServerStatisticsServer(TypedDict):
    accepted: int  #: Connections accepted since the start.
    connections: int  #: Open connections.
    methods: dict[str, ServerStatisticsServerMethod]  #: The counters of each method, by name.
    refused: int  #: Connections refused since the start.
    uptimeMs: int  #: The time since the start.

class ServerStatisticsServerMethod(TypedDict):
    calls: int  #: The number of calls.
    errors: int  #: The number of calls that returned an error.
    maxMs: float  #: The longest time of a call.
    p50Ms: float  #: The median time of a call.
    p99Ms: float  #: The 99th percentile of the time of a call.
    totalMs: float  #: The total time of the calls.

class ServerStatisticsWriter(TypedDict):
    blockedCheckpoints: int  #: Checkpoints blocked by a reader.
    checkpoints: int  #: Checkpoints of the write-ahead log.
    commits: int  #: Committed transactions.
    framesInLog: int  #: Pages in the write-ahead log.
    largestGroup: int  #: Largest number of writes in one transaction.
    lastCheckpointError: NotRequired[str]  #: The error of the last checkpoint, if it failed.
    waiting: int  #: Writes waiting for a transaction.
    writes: int  #: Writes in committed transactions.

class SessionEventAnswer(TypedDict):
    response: str  #: The letter or number of an option, or text, which must not be blank.
    type: Literal["answer"]  #: The type.

class SessionEventDraft(TypedDict):
    response: NotRequired[str]  #: Text that was entered but not submitted.
    type: Literal["draft"]  #: The type.

class SessionEventPlain(TypedDict):
    type: Literal["accept", "skip", "finish", "abandon", "leave", "wait"]  #: The type.

class SessionEventResult(TypedDict):
    answer: NotRequired[SettlementAnswer]  #: The answer, if the event was one.
    attempt: AttemptSummary  #: The attempt, after the event.
    cues: list[Cue]  #: The cues that start, and earlier cues that now end differently.

class SessionEventRevisit(TypedDict):
    questionIndex: int  #: The index of an answered question, from 0.
    type: Literal["revisit"]  #: The type.

class SessionEventScreen(TypedDict):
    count: NotRequired[int]  #: The number of items at once; 1 by default.
    name: NotRequired[str]  #: The name of the screen event.
    number: NotRequired[int]  #: A number of the event, such as the points of a swipe.
    type: Literal["screen"]  #: The type.

class SessionOpenResult(TypedDict):
    attempt: Attempt  #: The attempt.
    learnerId: str  #: The learner who plays.
    report: ResumeReport  #: What a kill did to the former session.
    sessionId: str  #: The id of the session on this connection.

class SessionOpenScreen(TypedDict):
    height: float  #: The height in points, above 0.
    width: float  #: The width in points, above 0.

class SessionStateResult(TypedDict):
    atMs: int  #: The time on the session's clock.
    attemptId: str  #: The attempt.
    fields: list[Field]  #: The fields.
    learnerId: str  #: The learner who plays.

class Settlement(TypedDict):
    """The result of an answer or a skip."""
    answer: SettlementAnswer  #: The answer, with the correct answer and the explanation.
    attempt: AttemptSummary  #: The attempt after the answer.
    cues: list[Cue]  #: The cues that it starts in a new session.

class SettlementAnswer(Answer):
    answerPicture: NotRequired[QuestionPicture]  #: The picture shown with the answer.
    correctAnswer: str  #: The correct answer.
    explanation: str  #: The explanation; may be empty.

class Statistics(TypedDict):
    """Totals of all finished attempts, including those of deleted homework."""
    achievements: list[Achievement]  #: The unlocked achievements.
    completedHomework: int  #: The number of homework marked as done.
    correctAnswers: int  #: The number of correct answers in them.
    elapsedMs: int  #: The time spent on them, in milliseconds.
    finishedAttempts: int  #: The number of completed attempts.
    grades: dict[str, int]  #: The number of attempts with each grade.
    homework: int  #: The number of homework now.
    longestRun: int  #: The longest run of correct MCQs in one attempt.
    milestones: list[int]  #: The milestones reached: numbers of completed attempts.
    questions: int  #: The number of questions in them.
    starsTotal: int  #: The number of stars earned.
    subjects: list[StatisticsSubject]  #: The totals by subject; homework without a subject comes first.

class StatisticsSubject(TypedDict):
    correctAnswers: int  #: The number of correct answers in them.
    finishedAttempts: int  #: The number of completed attempts.
    name: NotRequired[str]  #: The subject; omitted for homework without one.
    questions: int  #: The number of questions in them.

class Streak(TypedDict):
    bar: list[Bar]  #: The ten dots of the cycle.
    longest: int  #: The longest run of correct MCQs, not capped at ten.
    position: int  #: The number of correct MCQs in a row in the current cycle.

class SyncCounts(TypedDict):
    """What a copy got from another one."""
    answers: int  #: The number of answers.
    attempts: int  #: The number of attempts.
    deletions: int  #: The number of assignments that were deleted, and of learners who were erased.
    edits: int  #: The number of fields that were edited.
    homework: int  #: The number of assignments.
    learners: int  #: The number of learners.

class SyncGiveResult(TypedDict):
    part: NotRequired[dict[str, Any]]  #: The changes; omitted if there are none.

class SyncHello(TypedDict):
    """What a copy of a library says of itself."""
    copyId: str  #: The copy.
    isEmpty: bool  #: Whether it holds nothing yet and can become a copy of any library.
    known: dict[str, SyncHelloKnown]  #: What it has of each copy.
    libraryId: str  #: The library, which all copies share.
    schema: int  #: The version of what copies tell each other.

class SyncHelloKnown(TypedDict):
    count: int  #: The number of changes.
    digest: int  #: A sum of their times, which differs if two databases have written as the same copy.
    time: int  #: The hybrid time of the newest change.

class Text(TypedDict):
    actions: NotRequired[list[str]]  #: The titles of its buttons.
    destructive: NotRequired[str]  #: The title of the button that cannot be undone.
    message: NotRequired[str]  #: The message below the title.
    suggestion: NotRequired[str]  #: A suggestion that may help.
    title: str  #: The title.

class Trigger(TypedDict):
    """The occurrence that triggers a cue. Equal triggers are the same occurrence."""
    atMs: NotRequired[int]  #: The moment, for facts that can happen more than once.
    attemptId: NotRequired[str]  #: The attempt.
    collection: NotRequired[str]  #: The collection.
    fact: Fact  #: What happened.
    homeworkId: NotRequired[str]  #: The homework.
    name: NotRequired[str]  #: The name of the achievement, milestone, generation state or screen event.
    position: NotRequired[int]  #: The streak position of an activation.
    questionIndex: NotRequired[int]  #: The question, from 0.

class Unjudged(TypedDict):
    path: str  #: The path in the data directory; empty for every file.
    unjudged: str  #: Why it cannot be judged.

class Violation(TypedDict):
    detail: str  #: What broke it.
    law: int  #: The number of the law; 0 for what the script always expects.
    lost: NotRequired[list[ExplorationScenarioPowerLost]]  #: The operations that are lost with the power.
    name: str  #: The name of the law.
    script: str  #: A script that reproduces it.

class SessionOptions(TypedDict, total=False):
    profiles: list[str] | None  #: The designs to show; mcq-streak by default.
    animations: list[AnimationFile] | None  #: Animation files to show.
    motion: Motion | None  #: Full (by default) or reduced motion.
    screen: SessionOpenScreen | None  #: The screen size in points; 390 by 844 by default.
    seed: int | None  #: The seed of the confetti, from 0; 0 by default.
    low_power: bool | None  #: Whether the battery is low: particles, shimmers and pulses are reduced.

#: A gap of a text, typed or chosen.
Gap = (GapMcq | GapFillBlank)

#: A question with its answer and explanation.
Question = (
    QuestionMcq | QuestionMulti | QuestionFillBlank | QuestionShortAnswer | QuestionNumeric | QuestionGaps |
    QuestionOrdering | QuestionCard
)

#: A question to store.
QuestionInput = (
    QuestionInputMcq | QuestionInputMulti | QuestionInputFillBlank | QuestionInputShortAnswer | QuestionInputNumeric |
    QuestionInputGaps | QuestionInputOrdering | QuestionInputCard
)

#: One change to a quiz, applied after the changes before it.
QuizEdit = (QuizEditChange | QuizEditAdd | QuizEditRemove | QuizEditMove)

#: A quiz to store. Ids are optional, and an array of questions is also accepted.
QuizInput = (QuizInputWhole | list[QuestionInput])

#: Something that happened on the screen.
SessionEvent = (SessionEventAnswer | SessionEventPlain | SessionEventRevisit | SessionEventDraft | SessionEventScreen)

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
    "structure", "reference", "checksum", "question", "questionCount", "streakPosition", "standing", "credit",
    "progress", "picture", "events", "search",
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
    """An animation of the catalogue, as its document describes it."""

    #: What starts it too.
    alsoOn: NotRequired[list[AnimationAlsoOn]]
    #: What the program decides about it.
    behaviour: NotRequired[Behaviour]
    #: How long after that it starts.
    delayMs: int
    #: The document that gives it.
    document: str
    #: What ends one that goes on until then.
    endsOn: NotRequired[str]
    #: The tap that the device gives, of the first variant.
    haptic: NotRequired[AnimationHaptic]
    #: The screen that it lies on.
    layer: Layer
    #: Its name.
    name: str
    #: The design or file that it belongs to.
    profile: str
    #: What is left of it under reduced motion.
    reduced: AnimationReduced
    #: What a kill does to it.
    resume: Resume
    #: What it is for.
    role: Role
    #: Where in the document.
    section: str
    #: Several of it, each later than the one before.
    stagger: NotRequired[AnimationStagger]
    #: What it is called.
    title: str
    #: What starts it.
    trigger: AnimationTrigger
    #: What its document leaves open.
    unstated: list[Unstated]
    #: The ways in which it plays.
    variants: list[AnimationVariant]


class AnimationAlsoOn(TypedDict):
    """Part of a value."""

    #: The screen event.
    event: NotRequired[str]
    #: The fact; `screen` for a screen event.
    fact: Fact
    #: What else has to hold, in words.
    when: NotRequired[str]


class AnimationFile(TypedDict):
    """A Design Tokens file of animations."""

    #: What it is called; mistakes point there.
    name: str
    #: What it holds.
    text: str


class AnimationHaptic(TypedDict):
    """The tap that the device gives, of the first variant."""

    #: When, from the start of the animation.
    atMs: int
    #: What it is like.
    kind: AnimationKind


class AnimationReduced(TypedDict):
    """What is left of it under reduced motion."""

    #: What is left.
    form: AnimationForm
    #: What it moves then, where it has a timeline of its own.
    phases: NotRequired[list[Phase]]


class AnimationStagger(TypedDict):
    """Several of it, each later than the one before."""

    #: Between two of them.
    delayMs: int
    #: The most items that follow one another; the rest come with the last.
    limit: NotRequired[int]


class AnimationTrigger(TypedDict):
    """What starts it."""

    #: The screen event.
    event: NotRequired[str]
    #: The fact; `screen` for a screen event.
    fact: Fact
    #: What else has to hold, in words.
    when: NotRequired[str]


class AnimationVariant(TypedDict):
    """Part of a value."""

    #: How long it is; one round of an endless one.
    durationMs: int
    #: The tap that the device gives.
    haptic: NotRequired[AnimationVariantHaptic]
    #: By its name in the design.
    icon: NotRequired[str]
    #: Its name, where there are several.
    name: NotRequired[str]
    #: How many.
    particles: NotRequired[AnimationVariantParticles]
    #: What it moves.
    phases: list[Phase]
    #: What is heard.
    sound: NotRequired[AnimationVariantSound]
    #: What is read.
    text: NotRequired[AnimationVariantText]
    #: What chooses it, in words.
    when: NotRequired[str]


class AnimationVariantHaptic(TypedDict):
    """The tap that the device gives."""

    #: When, from the start of the animation.
    atMs: int
    #: What it is like.
    kind: AnimationKind


#: How many.
AnimationVariantParticles = TypedDict("AnimationVariantParticles", {
    #: By their names in the design.
    "colours": NotRequired["list[str]"],
    #: At least.
    "from": "int",
    #: Whether its document gives no number.
    "inferred": NotRequired["bool"],
    #: At most.
    "to": "int",
})


class AnimationVariantSound(TypedDict):
    """What is heard."""

    #: When, from the start of the animation.
    atMs: int
    #: By its name in the design.
    name: str


class AnimationVariantText(TypedDict):
    """What is read."""

    #: Its buttons.
    actions: NotRequired[list[str]]
    #: And below.
    message: NotRequired[str]
    #: What may help.
    suggestion: NotRequired[str]
    #: What it says.
    title: str


class Answer(TypedDict):
    """One question of one attempt, settled."""

    #: When it was settled.
    answeredAt: str
    #: Time spent on it, in milliseconds.
    elapsedMs: int
    #: In a review: the homework of the question, until that is deleted; else it is that of the attempt.
    homeworkId: NotRequired[str]
    #: Its place in the attempt, from 0.
    index: int
    #: What it was graded.
    outcome: AnswerOutcome
    #: The question.
    questionId: str
    #: The letter of the option as it was shown, or the text; left out when skipped.
    response: NotRequired[str]
    #: 1 to 10, 0 for a wrong or skipped MCQ; left out for other kinds.
    streakPosition: NotRequired[int]


class AskedQuestion(TypedDict):
    """One question of an attempt that does not ask the quiz as it is."""

    #: For each option as it is shown its place in the quiz, from 0; none of a text question.
    options: list[int]
    #: The question.
    questionId: str


class Attempt(TypedDict):
    """One play of a quiz, with the answers settled so far."""

    #: In order of question.
    answers: list[Answer]
    #: The last moment at which answers are taken.
    deadline: NotRequired[str]
    #: Time spent on its settled questions, in milliseconds.
    elapsedMs: int
    #: When it was completed or abandoned.
    finishedAt: NotRequired[str]
    #: By the percentage, once it is completed.
    grade: NotRequired[Grade]
    #: The homework that the quiz belongs to; left out of a review, which asks questions of many.
    homeworkId: NotRequired[str]
    #: Its id.
    id: str
    #: Whether it moves neither progress nor stars; left out where it does.
    isPractice: NotRequired[bool]
    #: Who plays.
    learnerId: str
    #: What is asked, where that is not the quiz as it is: places and letters of answers count in it.
    order: NotRequired[list[AskedQuestion]]
    #: Of all its questions, rounded half up.
    percentage: int
    #: Questions that it asks.
    questionCount: int
    #: The question settled next, from 0.
    questionIndex: int
    #: The quiz that is played; left out of a review.
    quizId: NotRequired[str]
    #: Correct answers.
    score: int
    #: The number that chose the order.
    seed: NotRequired[int]
    #: What was put in another order.
    shuffle: NotRequired[Shuffle]
    #: One for each correct MCQ at positions 5 to 10.
    starsEarned: int
    #: When it was started.
    startedAt: str
    #: Where it stands.
    state: AttemptState
    #: The run of correct MCQs.
    streak: AttemptStreak


class AttemptListResult(TypedDict):
    """Part of a value."""

    #: The newest first.
    items: list[Attempt]
    #: Given as `after`, it gives the page after this one.
    next: NotRequired[str]


class AttemptStreak(TypedDict):
    """The run of correct MCQs."""

    #: The ten dots of the cycle.
    bar: list[Bar]
    #: The longest run, not capped at ten.
    longest: int
    #: Correct MCQs in a row in the current cycle.
    position: int


class AttemptSummary(TypedDict):
    """One play of a quiz without its answers: no longer for the last question than for the first."""

    #: The last moment at which answers are taken.
    deadline: NotRequired[str]
    #: Time spent on its settled questions, in milliseconds.
    elapsedMs: int
    #: When it was completed or abandoned.
    finishedAt: NotRequired[str]
    #: By the percentage, once it is completed.
    grade: NotRequired[Grade]
    #: The homework that the quiz belongs to; left out of a review, which asks questions of many.
    homeworkId: NotRequired[str]
    #: Its id.
    id: str
    #: Whether it moves neither progress nor stars; left out where it does.
    isPractice: NotRequired[bool]
    #: Who plays.
    learnerId: str
    #: Of all its questions, rounded half up.
    percentage: int
    #: Questions that it asks.
    questionCount: int
    #: The question settled next, from 0.
    questionIndex: int
    #: The quiz that is played; left out of a review.
    quizId: NotRequired[str]
    #: Correct answers.
    score: int
    #: The number that chose the order.
    seed: NotRequired[int]
    #: What was put in another order.
    shuffle: NotRequired[Shuffle]
    #: One for each correct MCQ at positions 5 to 10.
    starsEarned: int
    #: When it was started.
    startedAt: str
    #: Where it stands.
    state: AttemptState
    #: The run of correct MCQs.
    streak: AttemptSummaryStreak


class AttemptSummaryStreak(TypedDict):
    """The run of correct MCQs."""

    #: The ten dots of the cycle.
    bar: list[Bar]
    #: The longest run, not capped at ten.
    longest: int
    #: Correct MCQs in a row in the current cycle.
    position: int


class CollectionListResult(TypedDict):
    """Part of a value."""

    #: All of them.
    items: list[CollectionListResultItem]


class CollectionListResultItem(TypedDict):
    """Part of a value."""

    #: Those of them marked done.
    completedHomework: int
    #: Homework in it.
    homework: int
    #: What it is called.
    name: str


class Cue(TypedDict):
    """One animation told to the screen, as of one moment."""

    #: Its name in the catalogue.
    animation: str
    #: How it ended; `running` until it is over.
    disposition: Disposition
    #: How long it is; one round of what goes on until something ends it.
    durationMs: int
    #: When it ended; before its start where it never showed.
    endedMs: NotRequired[int]
    #: The tap that the device gives.
    haptic: NotRequired[str]
    #: When, from its own start.
    hapticAtMs: NotRequired[int]
    #: By its name in the design.
    icon: NotRequired[str]
    #: How many it has.
    particles: NotRequired[int]
    #: What it moves, from its own start; left out of a cue of an answer, whose phases motion.get gives.
    phases: NotRequired[list[Phase]]
    #: Why it did not simply play.
    reason: NotRequired[CueReason]
    #: What is heard, by its name in the design.
    sound: NotRequired[str]
    #: When, from its own start.
    soundAtMs: NotRequired[int]
    #: When it starts, on the session's clock.
    startMs: int
    #: What is read.
    text: NotRequired[CueText]
    #: What it celebrates.
    trigger: Trigger
    #: Such as `newStreak` of A1, `standard` of A4.
    variant: NotRequired[str]


class CueNotification(TypedDict):
    """Part of a value."""

    #: The cue.
    cue: Cue
    #: The library, of a daemon that serves several.
    library: NotRequired[str]
    #: The number of the fact.
    sequence: int
    #: The session.
    sessionId: str


class CueText(TypedDict):
    """What is read."""

    #: Its buttons.
    actions: NotRequired[list[str]]
    #: And below.
    message: NotRequired[str]
    #: What may help.
    suggestion: NotRequired[str]
    #: What it says.
    title: str


class DatabaseBackupResult(TypedDict):
    """Part of a value."""

    #: The copy.
    path: str


class DatabaseCheckResult(TypedDict):
    """Part of a value."""

    #: Each of them; empty for none.
    findings: list[DatabaseCheckResultFinding]


class DatabaseCheckResultFinding(TypedDict):
    """Part of a value."""

    #: What is stored, and what should be.
    detail: str
    #: What is damaged.
    kind: DatabaseKind
    #: Where.
    place: str


class DatabaseInfo(TypedDict):
    """What the database is, how large, and what is in it."""

    #: Answers in it.
    answers: int
    #: Attempts in it.
    attempts: int
    #: Size of the file.
    fileBytes: int
    #: Space in the file that is not used.
    freeBytes: int
    #: Homework in it.
    homework: int
    #: Size of its write-ahead log.
    logBytes: int
    #: The newest; 0 for none.
    newestEvent: int
    #: The oldest event that is kept.
    oldestEvent: int
    #: Its file.
    path: NotRequired[str]
    #: Pictures in it.
    pictures: int
    #: Questions in it.
    questions: int
    #: Quizzes in it.
    quizzes: int
    #: Of its schema.
    schemaVersion: int
    #: Of the library that reads it.
    sqliteVersion: str


class DatabaseRepairResult(TypedDict):
    """Part of a value."""

    #: What was wrong.
    found: list[DatabaseRepairResultFound]
    #: What nothing else tells, and is left as it was.
    left: list[DatabaseRepairResultLeft]


class DatabaseRepairResultFound(TypedDict):
    """Part of a value."""

    #: What is stored, and what should be.
    detail: str
    #: What is damaged.
    kind: DatabaseKind
    #: Where.
    place: str


class DatabaseRepairResultLeft(TypedDict):
    """Part of a value."""

    #: What is stored, and what should be.
    detail: str
    #: What is damaged.
    kind: DatabaseKind
    #: Where.
    place: str


class DueHomework(TypedDict):
    """How much of one homework a learner is to be asked again."""

    #: Questions that are due.
    due: int
    #: Whose questions they are.
    homeworkId: str
    #: When the next one is, where none is due yet.
    nextDueAt: NotRequired[str]
    #: What it is called.
    title: str


class DueReviews(TypedDict):
    """What a learner is to be asked again, by homework."""

    #: Those of whose questions any was answered: by how many are due, then by when the next one is.
    homework: list[DueHomework]
    #: Questions that are due, of all homework.
    total: int


class Event(TypedDict):
    """A fact of a library, numbered without gaps."""

    #: When.
    at: str
    #: The attempt.
    attemptId: NotRequired[str]
    #: The homework, which may be deleted meanwhile.
    homeworkId: NotRequired[str]
    #: What happened.
    kind: EventKind
    #: The learner whom it is about.
    learnerId: NotRequired[str]
    #: The library, of a daemon that serves several.
    library: NotRequired[str]
    #: Of the collection, the achievement, the state of the generation; the number of a milestone.
    name: NotRequired[str]
    #: What the answer was graded.
    outcome: NotRequired[AnswerOutcome]
    #: The question, from 0.
    questionIndex: NotRequired[int]
    #: Why a generation failed.
    reason: NotRequired[str]
    #: From 1.
    sequence: int
    #: As of the answer, for MCQs.
    streakPosition: NotRequired[int]


class EventsSubscribeResult(TypedDict):
    """Part of a value."""

    #: From which on it tells.
    sequence: int


class Exploration(TypedDict):
    """What exploring scenarios and sequences gave."""

    #: Each scenario of the script.
    scenarios: NotRequired[list[ExplorationScenario]]
    #: Every sequence of answers.
    sequences: NotRequired[ExplorationSequences]


class ExplorationScenario(TypedDict):
    """Part of a value."""

    #: The file that it is in.
    file: str
    #: Where it begins.
    line: int
    #: Its name.
    name: str
    #: Points at which it can die.
    pointsKnown: int
    #: Those tried.
    pointsTried: int
    #: Why it was not explored.
    skipped: NotRequired[str]
    #: The earliest, shortened.
    violation: NotRequired[ExplorationScenarioViolation]


class ExplorationScenarioViolation(TypedDict):
    """The earliest, shortened."""

    #: What broke it.
    detail: str
    #: Its number.
    law: int
    #: Its name.
    name: str
    #: A script that shows it.
    script: str


class ExplorationSequences(TypedDict):
    """Every sequence of answers."""

    #: Deaths tried.
    points: int
    #: How many of these were played with a database and really killed.
    sampled: int
    #: How many there are.
    sequences: int
    #: Actions played.
    steps: int
    #: Answers of the longest.
    upTo: int
    #: The earliest, shortened.
    violation: NotRequired[ExplorationSequencesViolation]


class ExplorationSequencesViolation(TypedDict):
    """The earliest, shortened."""

    #: What broke it.
    detail: str
    #: Its number.
    law: int
    #: Its name.
    name: str
    #: A script that shows it.
    script: str


class Fault(TypedDict):
    """Something that is wrong, or was left out."""

    #: What is wrong there.
    message: str
    #: Where: a path such as `questions[0].options`, a line, or a kind of thing.
    path: str


class Field(TypedDict):
    """A field of a session or of what it is on, with what a kill does to it."""

    #: Its name.
    field: FieldName
    #: What a kill does to it.
    kind: FieldKind
    #: Why a kill does that to it.
    reason: str
    #: Its value; `null` for none.
    value: str | int | list[str] | None


class Finish(TypedDict):
    """An attempt that was completed, and what it brought."""

    #: Those that it unlocked.
    achievements: list[Achievement]
    #: The attempt.
    attempt: AttemptSummary
    #: What it begins in a session that is as new as the call.
    cues: list[Cue]
    #: Those that it reached.
    milestones: list[int]
    #: That of its homework, with it; left out of a review.
    progress: NotRequired[Progress]
    #: Stars in the ledger, with those of this attempt.
    starsTotal: int


class Generation(TypedDict):
    """The state of generating a quiz from a homework."""

    #: Why it failed.
    reason: NotRequired[GenerationReason]
    #: The earliest time of another try.
    retryAt: NotRequired[str]
    #: Where it stands.
    state: GenerationState


class Homework(TypedDict):
    """One piece of work to revise."""

    #: Names of the collections it belongs to, in order of name.
    collections: list[str]
    #: When it was marked done.
    completedAt: NotRequired[str]
    #: When it was added.
    createdAt: str
    #: The day it is due.
    dueOn: NotRequired[str]
    #: Where the making of its quiz stands.
    generation: Generation
    #: Its id.
    id: str
    #: Its picture.
    image: NotRequired[HomeworkImage]
    #: The attempt in progress at its quiz.
    openAttemptId: NotRequired[str]
    #: Totals of its finished attempts.
    progress: Progress
    #: Questions of its quiz; 0 without one.
    questionCount: int
    #: Its quiz.
    quizId: NotRequired[str]
    #: Such as Mathematics.
    subject: NotRequired[str]
    #: Its text.
    text: NotRequired[str]
    #: Its name, 1 to 500 characters.
    title: str


class HomeworkDeleteResult(TypedDict):
    """Part of a value."""

    #: Those deleted.
    deleted: list[str]


class HomeworkImage(TypedDict):
    """Its picture."""

    #: Its size in bytes.
    byteCount: int
    #: SHA-256 of its bytes, in hexadecimal.
    digest: str
    #: What it is.
    mediaType: MediaType


class HomeworkListResult(TypedDict):
    """Part of a value."""

    #: The newest first.
    items: list[Homework]
    #: Given as `after`, it gives the page after this one.
    next: NotRequired[str]


class HomeworkPictureResult(TypedDict):
    """Part of a value."""

    #: Its bytes, in Base64.
    base64: str
    #: The size of the file.
    byteCount: int
    #: What it is.
    mediaType: MediaType


class HomeworkUndeleteResult(TypedDict):
    """Part of a value."""

    #: All of them.
    items: list[Homework]


class Import(TypedDict):
    """What was taken from a quiz file, and what was left out, and why."""

    #: Questions added.
    added: int
    #: Homework whose quiz asks the same: it was not added again.
    alreadyThere: list[str]
    #: What was left out, as it stands in the file.
    blocks: NotRequired[list[ImportBlock]]
    #: Those changed.
    changed: int
    #: Each thing that is not as it stood there, and why.
    changes: list[Fault]
    #: What the file was read as.
    format: ImportFormat
    #: What was added.
    homework: list[Homework]
    #: Each thing that was, and why.
    left: list[Fault]
    #: What was left out.
    leftOut: int
    #: Of a dry run, what would be added.
    quizzes: NotRequired[list[QuizInput]]
    #: What the quizzes are called.
    titles: list[str]


class ImportBlock(TypedDict):
    """Part of a value."""

    #: Why it was left out.
    message: str
    #: Where it stands.
    path: str
    #: What stands there.
    text: str


class Learner(TypedDict):
    """A person who plays."""

    #: When they were added.
    createdAt: str
    #: Their id.
    id: str
    #: Whether they are meant where nobody is named.
    isDefault: bool
    #: No other learner's of the library, without regard to case.
    name: str


class LearnerEraseResult(TypedDict):
    """Part of a value."""

    #: Attempts that went with them.
    attempts: int
    #: Copies of the database from before migrations, which still hold them: delete them by hand.
    copies: list[str]
    #: Who it was.
    learner: Learner


class LearnerExportResult(TypedDict):
    """Part of a value."""

    #: The document, where no path was given.
    document: NotRequired[str]
    #: The file, where one was.
    path: NotRequired[str]


class LearnerListResult(TypedDict):
    """Part of a value."""

    #: All of them.
    items: list[Learner]


class Library(TypedDict):
    """A library as its file stands."""

    #: When that was changed.
    changedAt: str
    #: The size of its file.
    fileBytes: int
    #: How it is called.
    name: str


class LibraryDeleteResult(TypedDict):
    """Part of a value."""

    #: Its name.
    deleted: str


class LibraryExportResult(TypedDict):
    """Part of a value."""

    #: The copy.
    path: str


class LibraryListResult(TypedDict):
    """Part of a value."""

    #: By name.
    items: list[Library]
    #: Given as `after`, it gives the page after this one.
    next: NotRequired[str]


class MotionCheckResult(TypedDict):
    """Part of a value."""

    #: Those that it has.
    animations: list[str]
    #: What can be read, and better written otherwise.
    findings: list[MotionFinding]


class MotionExportResult(TypedDict):
    """Part of a value."""

    #: The file.
    text: str


class MotionFinding(TypedDict):
    """A contradiction in the catalogue, or between it and a document; or what had to be inferred."""

    #: The animation.
    animation: str
    #: What follows from the numbers.
    computed: str
    #: The document.
    document: str
    #: What it is about.
    kind: MotionFindingKind
    #: Where in it.
    section: str
    #: What it says there.
    stated: str


class MotionLintResult(TypedDict):
    """Part of a value."""

    #: Each of them; empty for none.
    findings: list[MotionFinding]


class MotionListResult(TypedDict):
    """Part of a value."""

    #: The animations.
    items: list[Animation]
    #: Named durations and springs.
    tokens: list[MotionToken]


class MotionParticlesResult(TypedDict):
    """Part of a value."""

    #: Particles of the burst.
    count: int
    #: Its life.
    durationMs: int
    #: Each of them.
    particles: list[MotionParticlesResultParticle]


class MotionParticlesResultParticle(TypedDict):
    """Part of a value."""

    #: 0 before its spawn and after its end.
    opacity: float
    #: How far it has turned.
    rotationDegrees: float
    #: In points.
    x: float
    #: In points, downwards.
    y: float


class MotionParticlesScreen(TypedDict):
    """Part of a value."""

    #: In points, above 0.
    height: float
    #: In points, above 0.
    width: float


class MotionSchemaResult(TypedDict):
    """Part of a value."""

    #: As draft 2020-12 has it.
    schema: Any


class MotionTimeline(TypedDict):
    """An animation at every moment."""

    #: Its name.
    animation: str
    #: Between two samples.
    everyMs: int
    #: Full or reduced.
    motion: Motion
    #: The ways in which it plays.
    variants: list[MotionTimelineVariant]


class MotionTimelineVariant(TypedDict):
    """Part of a value."""

    #: How long it is.
    durationMs: int
    #: Its name, where there are several.
    name: NotRequired[str]
    #: What it moves.
    phases: list[Phase]
    #: What each property is at each moment.
    samples: list[MotionTimelineVariantSample]
    #: Until its last spring has settled.
    visibleMs: int


class MotionTimelineVariantSample(TypedDict):
    """Part of a value."""

    #: From the start of the animation.
    atMs: int
    #: By property, with the part that it is of before it.
    values: dict[str, float]


class MotionToken(TypedDict):
    """A named duration or spring of a design."""

    #: The spring.
    curve: NotRequired[str]
    #: The duration.
    durationMs: NotRequired[int]
    #: Its name.
    name: str
    #: The design.
    profile: str


class OverrunNotification(TypedDict):
    """Part of a value."""

    #: The last event that was told.
    lastSequence: int
    #: The library, of a daemon that serves several.
    library: NotRequired[str]


class Overview(TypedDict):
    """A library as a teacher looks at it."""

    #: Of each learner at each homework that they played or did.
    cells: list[OverviewCell]
    #: Up to 20 questions answered wrong, the most often first.
    hardest: list[OverviewHardest]
    #: The newest first.
    homework: list[OverviewHomework]
    #: In the order in which they were added.
    learners: list[Learner]


class OverviewCell(TypedDict):
    """Part of a value."""

    #: When they marked it done.
    completedAt: NotRequired[str]
    #: What.
    homeworkId: str
    #: Whether an attempt is in progress.
    isPlaying: bool
    #: Who plays.
    learnerId: str
    #: Over their finished attempts.
    progress: Progress


class OverviewHardest(TypedDict):
    """Part of a value."""

    #: What is right.
    correctAnswer: str
    #: Of which homework.
    homeworkId: str
    #: What it asks.
    prompt: str
    #: The question.
    questionId: str
    #: How often it was settled; abandoned attempts do not count.
    settled: int
    #: How often of that it was skipped.
    skipped: int
    #: How often of that it was wrong.
    wrong: int
    #: Up to five, the most frequent first.
    wrongAnswers: list[OverviewHardestWrongAnswer]


class OverviewHardestWrongAnswer(TypedDict):
    """Part of a value."""

    #: How often.
    count: int
    #: The option or the text.
    text: str


class OverviewHomework(TypedDict):
    """Part of a value."""

    #: The day it is due.
    dueOn: NotRequired[str]
    #: The homework.
    id: str
    #: What it is called.
    title: str


#: One stretch of an animation, in milliseconds from the animation's start.
Phase = TypedDict("Phase", {
    #: From and to which, by their names in the design.
    "colours": NotRequired["list[str]"],
    #: Such as `easeOut`, `spring(0.45, 0.55)`.
    "curve": NotRequired["str"],
    #: How long it is.
    "durationMs": "int",
    #: The value at its start.
    "from": "float",
    #: Whether its document names it and gives no numbers.
    "inferred": NotRequired["bool"],
    #: Whether it begins elsewhere than the one before it ended.
    "jump": NotRequired["bool"],
    #: Its name in its document.
    "name": "str",
    #: The part of the picture that it moves; the whole unless given.
    "of": NotRequired["str"],
    #: What it moves.
    "property": "Property",
    #: When it starts.
    "startMs": "int",
    #: The value at its end.
    "to": "float",
})


class Progress(TypedDict):
    """Totals of the finished attempts at a homework. It never goes down."""

    #: Correct answers of the best attempt.
    bestScore: NotRequired[int]
    #: Questions of the best attempt.
    bestTotal: NotRequired[int]
    #: The highest percentage reached.
    completionPercentage: int
    #: When the last of them was completed.
    lastPlayedAt: NotRequired[str]
    #: Completed attempts.
    totalAttempts: int


class QuestionFillBlank(TypedDict):
    """What is asked, how it is answered, and what is said afterwards. This one is of type `fillBlank`."""

    #: What is right as well.
    acceptedAnswers: list[str]
    #: The answer, or a model of one.
    correctAnswer: str
    #: Shown once it is settled; may be empty.
    explanation: str
    #: Its id.
    id: str
    #: What is asked.
    question: str
    #: Which it is.
    type: Literal["fillBlank"]


class QuestionInputFillBlank(TypedDict):
    """A question to be stored. This one is of type `fillBlank`."""

    #: What is right as well.
    acceptedAnswers: NotRequired[list[str]]
    #: The answer, or a model of one.
    correctAnswer: str
    #: Shown once it is settled; may be empty.
    explanation: NotRequired[str]
    #: Nothing is done with it.
    id: NotRequired[Any]
    #: What is asked.
    question: str
    #: Which it is.
    type: Literal["fillBlank"]


class QuestionInputMcq(TypedDict):
    """A question to be stored. This one is of type `mcq`."""

    #: The right one, from 0.
    correctIndex: int
    #: Shown once it is settled; may be empty.
    explanation: NotRequired[str]
    #: Nothing is done with it.
    id: NotRequired[Any]
    #: Two to 26.
    options: list[str]
    #: What is asked.
    question: str
    #: Which it is.
    type: Literal["mcq"]


class QuestionInputShortAnswer(TypedDict):
    """A question to be stored. This one is of type `shortAnswer`."""

    #: The answer, or a model of one.
    correctAnswer: str
    #: Shown once it is settled; may be empty.
    explanation: NotRequired[str]
    #: Nothing is done with it.
    id: NotRequired[Any]
    #: Each has to be in a response: one of its alternatives, as whole words.
    keyConcepts: NotRequired[list[list[str]]]
    #: What is asked.
    question: str
    #: Which it is.
    type: Literal["shortAnswer"]


class QuestionMcq(TypedDict):
    """What is asked, how it is answered, and what is said afterwards. This one is of type `mcq`."""

    #: The right one, from 0.
    correctIndex: int
    #: Shown once it is settled; may be empty.
    explanation: str
    #: Its id.
    id: str
    #: Two to 26.
    options: list[str]
    #: What is asked.
    question: str
    #: Which it is.
    type: Literal["mcq"]


class QuestionShortAnswer(TypedDict):
    """What is asked, how it is answered, and what is said afterwards. This one is of type `shortAnswer`."""

    #: The answer, or a model of one.
    correctAnswer: str
    #: Shown once it is settled; may be empty.
    explanation: str
    #: Its id.
    id: str
    #: Each has to be in a response: one of its alternatives, as whole words.
    keyConcepts: list[list[str]]
    #: What is asked.
    question: str
    #: Which it is.
    type: Literal["shortAnswer"]


class Quiz(TypedDict):
    """The questions made from one homework, in the order in which they are asked."""

    #: How sure its maker was.
    confidence: NotRequired[float]
    #: What it is made from; left out of what a review asks.
    homeworkId: NotRequired[str]
    #: Its id.
    id: str
    #: 1 to 200.
    questions: list[Question]
    #: From 1: each time it is edited it becomes the next.
    revision: int
    #: The part of its topic that it covers.
    subtopic: NotRequired[str]
    #: What it is about.
    topic: NotRequired[str]


#: What became of one question from one revision to the next.
QuizChange = TypedDict("QuizChange", {
    #: Of one moved: its place before.
    "from": NotRequired["int"],
    #: Its place, from 0; of one removed the place that it had.
    "index": "int",
    #: What happened.
    "kind": "QuizChangeKind",
    #: Of one changed: in which parts it differs.
    "parts": "list[Part]",
    #: What is asked, or was.
    "question": "str",
    #: To which question.
    "questionId": "str",
})


class QuizEditAdd(TypedDict):
    """One change of a quiz, as the changes before it have left it. This one is of type `add`."""

    #: Its place, from 0; the end unless given.
    index: NotRequired[int]
    #: What is added.
    question: QuestionInput
    #: Which it is.
    type: Literal["add"]


class QuizEditChange(TypedDict):
    """One change of a quiz, as the changes before it have left it. This one is of type `change`."""

    #: The place of a question, from 0.
    index: int
    #: What takes the place of its words.
    question: QuestionInput
    #: Which it is.
    type: Literal["change"]


class QuizEditMove(TypedDict):
    """One change of a quiz, as the changes before it have left it. This one is of type `move`."""

    #: The place of a question, from 0.
    index: int
    #: The place that it is to have, from 0.
    to: int
    #: Which it is.
    type: Literal["move"]


class QuizEditRemove(TypedDict):
    """One change of a quiz, as the changes before it have left it. This one is of type `remove`."""

    #: The place of a question, from 0.
    index: int
    #: Which it is.
    type: Literal["remove"]


class QuizExportResult(TypedDict):
    """Part of a value."""

    #: What the format has no way to hold.
    left: list[Fault]
    #: What was left out.
    leftOut: int
    #: The file.
    text: str


class QuizHistoryResult(TypedDict):
    """Part of a value."""

    #: Newest first.
    items: list[QuizRevision]


class QuizInputWhole(TypedDict):
    """A quiz to be stored: ids are not needed, and an array of questions will do."""

    #: How sure its maker was.
    confidence: NotRequired[float]
    #: Nothing is done with it.
    homeworkId: NotRequired[Any]
    #: Nothing is done with it.
    id: NotRequired[Any]
    #: 1 to 200.
    questions: list[QuestionInput]
    #: The part of its topic that it covers.
    subtopic: NotRequired[str]
    #: What it is about.
    topic: NotRequired[str]


class QuizRevision(TypedDict):
    """One of the quizzes that a homework has had."""

    #: What was changed of the revision before; nothing of a first one.
    changes: list[QuizChange]
    #: When it was made; left out where nobody knows any more.
    createdAt: NotRequired[str]
    #: Whether it is what is played now.
    isCurrent: bool
    #: Its questions.
    questionCount: int
    #: Its id, by which quiz.get reads it.
    quizId: str
    #: Which revision of its quiz it is, from 1.
    revision: int


class ResumeReport(TypedDict):
    """What a kill left of the session before: as it was, gone, and not shown again."""

    #: What follows from what is on disk.
    kept: list[ResumeReportKept]
    #: What belonged to the session.
    lost: list[ResumeReportLost]
    #: Cues that had not ended.
    suppressed: list[Cue]


class ResumeReportKept(TypedDict):
    """Part of a value."""

    #: Its name.
    field: FieldName
    #: What it holds.
    value: str | int | list[str] | None


class ResumeReportLost(TypedDict):
    """Part of a value."""

    #: Its name.
    field: FieldName
    #: Why it is gone.
    reason: str
    #: What it held.
    value: str | int | list[str] | None


class ReviewedAnswer(TypedDict):
    """One question of one attempt, settled, and the question where it was asked for."""

    #: When it was settled.
    answeredAt: str
    #: What is right.
    correctAnswer: NotRequired[str]
    #: Of an MCQ: the right one of them, from 0.
    correctIndex: NotRequired[int]
    #: Time spent on it, in milliseconds.
    elapsedMs: int
    #: Why; may be empty.
    explanation: NotRequired[str]
    #: In a review: the homework of the question, until that is deleted; else it is that of the attempt.
    homeworkId: NotRequired[str]
    #: Its place in the attempt, from 0.
    index: int
    #: Of an MCQ, in order of their letters.
    options: NotRequired[list[str]]
    #: What it was graded.
    outcome: AnswerOutcome
    #: What was asked, as it was played.
    question: NotRequired[str]
    #: The question.
    questionId: str
    #: The letter of the option as it was shown, or the text; left out when skipped.
    response: NotRequired[str]
    #: The text of the option, or what was written; left out when skipped.
    responseText: NotRequired[str]
    #: 1 to 10, 0 for a wrong or skipped MCQ; left out for other kinds.
    streakPosition: NotRequired[int]


class ReviewedAttempt(TypedDict):
    """One play of a quiz, with the answers settled so far, and their questions where asked for."""

    #: In order of question.
    answers: list[ReviewedAnswer]
    #: The last moment at which answers are taken.
    deadline: NotRequired[str]
    #: Time spent on its settled questions, in milliseconds.
    elapsedMs: int
    #: When it was completed or abandoned.
    finishedAt: NotRequired[str]
    #: By the percentage, once it is completed.
    grade: NotRequired[Grade]
    #: The homework that the quiz belongs to; left out of a review, which asks questions of many.
    homeworkId: NotRequired[str]
    #: Its id.
    id: str
    #: Whether it moves neither progress nor stars; left out where it does.
    isPractice: NotRequired[bool]
    #: Who plays.
    learnerId: str
    #: What is asked, where that is not the quiz as it is: places and letters of answers count in it.
    order: NotRequired[list[AskedQuestion]]
    #: Of all its questions, rounded half up.
    percentage: int
    #: Questions that it asks.
    questionCount: int
    #: The question settled next, from 0.
    questionIndex: int
    #: The quiz that is played; left out of a review.
    quizId: NotRequired[str]
    #: Correct answers.
    score: int
    #: The number that chose the order.
    seed: NotRequired[int]
    #: What was put in another order.
    shuffle: NotRequired[Shuffle]
    #: One for each correct MCQ at positions 5 to 10.
    starsEarned: int
    #: When it was started.
    startedAt: str
    #: Where it stands.
    state: AttemptState
    #: The run of correct MCQs.
    streak: ReviewedAttemptStreak


class ReviewedAttemptStreak(TypedDict):
    """The run of correct MCQs."""

    #: The ten dots of the cycle.
    bar: list[Bar]
    #: The longest run, not capped at ten.
    longest: int
    #: Correct MCQs in a row in the current cycle.
    position: int


class Run(TypedDict):
    """The results of the scenarios of one run."""

    #: How many did not.
    failed: int
    #: How many passed.
    passed: int
    #: Each of them.
    scenarios: list[ScenarioReport]
    #: How many were not played, since a program under test cannot do them.
    skipped: int


class ScenarioCheckResult(TypedDict):
    """Part of a value."""

    #: The names of its scenarios.
    scenarios: list[str]


class ScenarioReport(TypedDict):
    """The result of one scenario."""

    #: Every cue once, in order of start, with what became of it.
    cues: list[Cue]
    #: How far the session's clock went.
    durationMs: int
    #: The end of what the program wrote to its standard error.
    errorOutput: NotRequired[str]
    #: What was not as expected.
    failures: list[ScenarioReportFailure]
    #: The file that it is in.
    file: str
    #: Each kill.
    kills: list[ScenarioReportKill]
    #: With which message it is known to fail, and did.
    knownFailure: NotRequired[str]
    #: Each law, and whether it held.
    laws: list[ScenarioReportLaw]
    #: Where it begins.
    line: int
    #: How it was killed.
    mode: Mode
    #: Its name.
    name: str
    #: Whether it passed.
    outcome: ScenarioReportOutcome
    #: How long it really took.
    seconds: NotRequired[float]
    #: Why it was not played.
    skipped: NotRequired[str]
    #: For each kill and resume, what became of each field.
    states: list[list[ScenarioReportState]]
    #: The actions and what each did, in order.
    trace: list[ScenarioReportTrace]


class ScenarioReportFailure(TypedDict):
    """Part of a value."""

    #: What it expects.
    expected: str
    #: What there was.
    found: str
    #: What would have held, or what to do first.
    hint: NotRequired[str]
    #: The last cues before it, a line each; only of the first failure.
    lastCues: list[str]
    #: Its place.
    line: int
    #: The statement as it stands in the script.
    statement: NotRequired[str]


class ScenarioReportKill(TypedDict):
    """Part of a value."""

    #: When, on the session's clock.
    at: int
    #: How.
    mode: Mode
    #: The process that was ended.
    pid: NotRequired[int]
    #: Where it struck.
    point: str
    #: The seed that chose what the disk kept.
    seed: NotRequired[int]
    #: The signal that ended it.
    signal: NotRequired[int]


class ScenarioReportLaw(TypedDict):
    """Part of a value."""

    #: What broke it first.
    detail: NotRequired[str]
    #: Whether it held.
    held: bool
    #: Its number.
    law: int
    #: Its name.
    name: str
    #: Why it was not judged.
    unjudged: NotRequired[str]


class ScenarioReportState(TypedDict):
    """Part of a value."""

    #: What it holds after.
    after: NotRequired[str]
    #: What it held before.
    before: NotRequired[str]
    #: Its name.
    field: FieldName
    #: What a kill does to it.
    kind: FieldKind
    #: What became of it.
    verdict: Verdict


class ScenarioReportTrace(TypedDict):
    """Part of a value."""

    #: On the session's clock.
    atMs: int
    #: Earlier cues that end otherwise from here on.
    changed: NotRequired[list[str]]
    #: The action that it struck.
    during: NotRequired[str]
    #: What happened.
    event: str
    #: What the answer was graded.
    outcome: NotRequired[AnswerOutcome]
    #: Where a kill struck.
    point: NotRequired[str]
    #: The streak position of the answer.
    position: NotRequired[int]
    #: Where it resumed, from 0.
    question: NotRequired[int]
    #: The name of the error.
    refused: NotRequired[str]
    #: Cues told for the first time, in words.
    started: NotRequired[list[str]]


class ServerInfoResult(TypedDict):
    """Part of a value."""

    #: The path of its database.
    database: str
    #: What it takes at most: bytes of a message, requests of a batch, …
    limits: dict[str, int]
    #: `hwdb`.
    name: str
    #: Its process.
    pid: int
    #: Of the program.
    version: str


class ServerStatistics(TypedDict):
    """What a server and its store have done since they began."""

    #: Those that are open.
    libraries: ServerStatisticsLibraries
    #: Memory that the process has.
    memoryBytes: int
    #: The server; left out in process.
    server: NotRequired[ServerStatisticsServer]
    #: What writes to the database, to all libraries unless one is named.
    writer: ServerStatisticsWriter


class ServerStatisticsLibraries(TypedDict):
    """Those that are open."""

    #: How often one was closed for others.
    closed: int
    #: By calls, sessions or subscriptions.
    inUse: int
    #: Open at a time, unless more are in use.
    most: int
    #: Open now.
    open: int
    #: How often one was opened.
    opened: int


class ServerStatisticsServer(TypedDict):
    """The server; left out in process."""

    #: Ever opened.
    accepted: int
    #: Open now.
    connections: int
    #: By name.
    methods: dict[str, ServerStatisticsServerMethod]
    #: Turned away.
    refused: int
    #: How long it runs.
    uptimeMs: int


class ServerStatisticsServerMethod(TypedDict):
    """Part of a value."""

    #: How many.
    calls: int
    #: Those refused.
    errors: int
    #: The longest.
    maxMs: float
    #: The median of the time that they took.
    p50Ms: float
    #: What one in a hundred exceeded.
    p99Ms: float
    #: The time that all of them took.
    totalMs: float


class ServerStatisticsWriter(TypedDict):
    """What writes to the database, to all libraries unless one is named."""

    #: Those that a reader held up.
    blockedCheckpoints: int
    #: Times that the log was moved into the database.
    checkpoints: int
    #: Transactions.
    commits: int
    #: Pages in the write-ahead log.
    framesInLog: int
    #: Most writes of one transaction.
    largestGroup: int
    #: Why the last one failed.
    lastCheckpointError: NotRequired[str]
    #: Writes that wait now.
    waiting: int
    #: Writes in them.
    writes: int


class SessionEventAbandon(TypedDict):
    """What happened on a screen. This one is of type `abandon`."""

    #: Which it is.
    type: Literal["abandon"]


class SessionEventAnswer(TypedDict):
    """What happened on a screen. This one is of type `answer`."""

    #: A letter or number of an option, or a text.
    response: str
    #: Which it is.
    type: Literal["answer"]


class SessionEventDraft(TypedDict):
    """What happened on a screen. This one is of type `draft`."""

    #: What was entered and not submitted.
    response: NotRequired[str]
    #: Which it is.
    type: Literal["draft"]


class SessionEventFinish(TypedDict):
    """What happened on a screen. This one is of type `finish`."""

    #: Which it is.
    type: Literal["finish"]


class SessionEventLeave(TypedDict):
    """What happened on a screen. This one is of type `leave`."""

    #: Which it is.
    type: Literal["leave"]


class SessionEventResult(TypedDict):
    """Part of a value."""

    #: What was settled, if anything.
    answer: NotRequired[SessionEventResultAnswer]
    #: What it is on, as it is now.
    attempt: AttemptSummary
    #: Those that begin, and those that end otherwise than was told.
    cues: list[Cue]


class SessionEventResultAnswer(TypedDict):
    """What was settled, if anything."""

    #: When it was settled.
    answeredAt: str
    #: What is right.
    correctAnswer: str
    #: Time spent on it, in milliseconds.
    elapsedMs: int
    #: Why; may be empty.
    explanation: str
    #: In a review: the homework of the question, until that is deleted; else it is that of the attempt.
    homeworkId: NotRequired[str]
    #: Its place in the attempt, from 0.
    index: int
    #: What it was graded.
    outcome: AnswerOutcome
    #: The question.
    questionId: str
    #: The letter of the option as it was shown, or the text; left out when skipped.
    response: NotRequired[str]
    #: 1 to 10, 0 for a wrong or skipped MCQ; left out for other kinds.
    streakPosition: NotRequired[int]


class SessionEventRevisit(TypedDict):
    """What happened on a screen. This one is of type `revisit`."""

    #: A settled question, from 0.
    questionIndex: int
    #: Which it is.
    type: Literal["revisit"]


class SessionEventScreen(TypedDict):
    """What happened on a screen. This one is of type `screen`."""

    #: Of how many things at once; 1 unless given.
    count: NotRequired[int]
    #: Which of them it is.
    name: NotRequired[str]
    #: That it tells, such as points of a swipe.
    number: NotRequired[int]
    #: Which it is.
    type: Literal["screen"]


class SessionEventSkip(TypedDict):
    """What happened on a screen. This one is of type `skip`."""

    #: Which it is.
    type: Literal["skip"]


class SessionEventWait(TypedDict):
    """What happened on a screen. This one is of type `wait`."""

    #: Which it is.
    type: Literal["wait"]


class SessionOpenResult(TypedDict):
    """Part of a value."""

    #: What it is on.
    attempt: Attempt
    #: Who plays.
    learnerId: str
    #: What a kill left of the session before.
    report: ResumeReport
    #: Its name on this connection.
    sessionId: str


class SessionOpenScreen(TypedDict):
    """Part of a value."""

    #: In points, above 0.
    height: float
    #: In points, above 0.
    width: float


class SessionStateResult(TypedDict):
    """Part of a value."""

    #: Where its clock stands.
    atMs: int
    #: What it is on.
    attemptId: str
    #: Each of them.
    fields: list[Field]
    #: Who plays.
    learnerId: str


class Settlement(TypedDict):
    """An answer that was settled, and what it shows."""

    #: The answer, with what is right and why.
    answer: SettlementAnswer
    #: The attempt as of it.
    attempt: AttemptSummary
    #: What it begins in a session that is as new as the call.
    cues: list[Cue]


class SettlementAnswer(TypedDict):
    """The answer, with what is right and why."""

    #: When it was settled.
    answeredAt: str
    #: What is right.
    correctAnswer: str
    #: Time spent on it, in milliseconds.
    elapsedMs: int
    #: Why; may be empty.
    explanation: str
    #: In a review: the homework of the question, until that is deleted; else it is that of the attempt.
    homeworkId: NotRequired[str]
    #: Its place in the attempt, from 0.
    index: int
    #: What it was graded.
    outcome: AnswerOutcome
    #: The question.
    questionId: str
    #: The letter of the option as it was shown, or the text; left out when skipped.
    response: NotRequired[str]
    #: 1 to 10, 0 for a wrong or skipped MCQ; left out for other kinds.
    streakPosition: NotRequired[int]


class Statistics(TypedDict):
    """Totals of all finished attempts, which outlive the homework that they were at."""

    #: What was reached for the first time.
    achievements: list[Achievement]
    #: Those of them marked done.
    completedHomework: int
    #: Correct answers in them.
    correctAnswers: int
    #: Time spent on them, in milliseconds.
    elapsedMs: int
    #: Completed attempts.
    finishedAttempts: int
    #: How many attempts had each grade.
    grades: dict[str, int]
    #: Homework there now.
    homework: int
    #: The longest run of correct MCQs in one attempt.
    longestRun: int
    #: Numbers of completed attempts that were celebrated.
    milestones: list[int]
    #: Questions in them.
    questions: int
    #: Stars earned.
    starsTotal: int
    #: The same by subject, those without one first.
    subjects: list[StatisticsSubject]


class StatisticsSubject(TypedDict):
    """Part of a value."""

    #: Correct answers in them.
    correctAnswers: int
    #: Completed attempts.
    finishedAttempts: int
    #: Its name; left out for homework without one.
    name: NotRequired[str]
    #: Questions in them.
    questions: int


class Trigger(TypedDict):
    """The one occurrence of a fact that triggers a cue; equal triggers are the same occurrence."""

    #: The moment, where the same can happen more than once.
    atMs: NotRequired[int]
    #: The attempt.
    attemptId: NotRequired[str]
    #: The collection.
    collection: NotRequired[str]
    #: What happened.
    fact: Fact
    #: The homework.
    homeworkId: NotRequired[str]
    #: Of the achievement, the milestone, the state of the generation, the event.
    name: NotRequired[str]
    #: The streak position of an activation.
    position: NotRequired[int]
    #: The question, from 0.
    questionIndex: NotRequired[int]


class SessionOptions(TypedDict, total=False):
    """What `open_session` takes beside the attempt."""

    #: Designs that are shown; mcq-streak unless given.
    profiles: list[str] | None
    #: Files of animations that are shown.
    animations: list[AnimationFile] | None
    #: Full by default.
    motion: Motion | None
    #: Its size in points; 390 by 844 by default.
    screen: SessionOpenScreen | None
    #: Of the confetti, from 0; 0 by default.
    seed: int | None
    #: Whether what goes round without end is left out.
    low_power: bool | None
    #: Its name; needed where there are several.
    library: str | None


#: What is asked, how it is answered, and what is said afterwards.
Question: TypeAlias = Union["QuestionMcq", "QuestionFillBlank", "QuestionShortAnswer"]

#: A question to be stored.
QuestionInput: TypeAlias = Union["QuestionInputMcq", "QuestionInputFillBlank", "QuestionInputShortAnswer"]

#: One change of a quiz, as the changes before it have left it.
QuizEdit: TypeAlias = Union["QuizEditChange", "QuizEditAdd", "QuizEditRemove", "QuizEditMove"]

#: A quiz to be stored: ids are not needed, and an array of questions will do.
QuizInput: TypeAlias = Union["QuizInputWhole", "list[QuestionInput]"]

#: What happened on a screen.
SessionEvent: TypeAlias = Union["SessionEventAnswer", "SessionEventSkip", "SessionEventFinish", "SessionEventAbandon", "SessionEventLeave", "SessionEventRevisit", "SessionEventDraft", "SessionEventScreen", "SessionEventWait"]

// The values and methods of the protocol. Written by Clients/generate: change the protocol, and run it again.
// Times are ISO 8601 in UTC, days 2026-11-20; a member that ends in Ms is in milliseconds.

/** The version of hwdb that this client was made for. */
export const VERSION = "1.0.0";

export type Achievement = "firstPerfect" | "fullCycle" | "tenStars" | "hundredStars";
export type Action = "answers" | "all";
export type AnimationForm = "unchanged" | "phases" | "instant" | "hapticOnly" | "removed";
export type AnimationKind =
  | "light" | "medium" | "heavy" | "selection" | "success" | "warning" | "error" | "notification";
export type AnimationRole =
  | "decoration" | "celebration" | "transition" | "loading" | "confirmation" | "error" | "focus";
export type AnswerOutcome = "correct" | "wrong" | "skipped";
export type AttemptState = "inProgress" | "completed" | "abandoned";
export type Bar = "empty" | "green" | "star";
export type Behaviour = "dotSettle" | "star" | "sizeSettle" | "confetti" | "badge" | "countUp";
export type CueReason =
  | "lowPower" | "reduceMotion" | "noStars" | "killResume" | "alreadyCelebrated" | "superseded" | "left" | "burstCap";
export type DatabaseKind =
  | "structure" | "reference" | "checksum" | "unsigned" | "question" | "questionCount" | "grading" | "streakPosition"
  | "standing" | "credit" | "progress" | "picture" | "events" | "value" | "search";
export type Disposition = "played" | "reduced" | "suppressed" | "interrupted" | "capped" | "running";
export type Due = "today" | "week" | "overdue";
export type EventKind =
  | "homeworkAdded" | "homeworkUpdated" | "homeworkCompleted" | "homeworkReopened" | "homeworkDeleted" |
  "homeworkRestored" | "firstCapture" | "collectionCompleted" | "quizSet" | "generationChanged" | "attemptStarted" |
  "answerSettled" | "attemptFinished" | "attemptAbandoned" | "attemptExtended" | "attemptTaken" | "answerRegraded" |
  "answerAccepted" | "achievementUnlocked" | "milestoneReached" | "learnerAdded" | "learnerUpdated" | "erased" |
  "databaseRestored";
export type Fact =
  | "answerSettled" | "attemptFinished" | "revisited" | "homeworkAdded" | "homeworkCompleted" | "homeworkDeleted" |
  "collectionCompleted" | "achievementUnlocked" | "milestoneReached" | "generationChanged" | "inputRejected" |
  "screen";
export type FieldKind = "persisted" | "derived" | "ephemeral" | "environment";
export type FieldName =
  | "homework" | "quiz" | "collections" | "progress" | "attempts" | "answers" | "ledger" | "total" | "events" |
  "replies" | "deletion" | "learners" | "stars" | "streak" | "question" | "bar" | "longest-run" | "first-capture" |
  "achievements" | "milestones" | "activation" | "activated-question" | "full-bar" | "celebrated-questions" |
  "intensity" | "bursts" | "running-a1" | "size-settle" | "results" | "badge" | "count" | "draft" | "question-time" |
  "occurrences" | "others" | "motion" | "profiles" | "low-power" | "screen" | "clock";
export type GenerationReason =
  | "missingKey" | "network" | "timeout" | "invalidResponse" | "rateLimited" | "unreadableImage";
export type GenerationState = "none" | "pending" | "ready" | "failed";
export type Grade = "excellent" | "greatJob" | "goodEffort" | "keepPracticing";
export type GradedAnew = "regraded" | "accepted";
export type ImportFormat =
  | "json" | "gift" | "moodle-xml" | "aiken" | "open-trivia" | "csv" | "tsv" | "anki" | "xlsx" | "docx" | "qti" |
  "blackboard" | "open-trivia-qa" | "markdown";
export type Intensity = "standard" | "medium" | "max";
export type Layer = "question" | "results" | "anywhere";
export type MediaType = "image/jpeg" | "image/png" | "image/heic" | "image/gif" | "image/webp";
export type Mode = "simulated" | "process" | "power-loss";
export type Motion = "full" | "reduced";
export type MotionFindingKind =
  | "total" | "peak" | "duration" | "spring" | "guideline" | "stagger" | "contradiction" | "removed" | "stillMoves" |
  "jump" | "inferred" | "earlierDraft";
export type MotionFormat = "tokens" | "css";
export type Only = "wrong" | "due";
export type Part =
  | "type" | "introduction" | "question" | "options" | "correctIndex" | "correctIndexes" | "correctAnswer" |
  "acceptedAnswers" | "exact" | "keyConcepts" | "tolerance" | "unit" | "gaps" | "items" | "back" | "explanation" |
  "pictures";
export type Property =
  | "opacity" | "scale" | "rotation" | "x" | "y" | "size" | "slide" | "colour" | "progress" | "glow" | "shimmer" |
  "particles" | "count";
export type QuizChangeKind = "added" | "removed" | "changed" | "moved";
export type QuizFormat =
  | "auto" | "json" | "gift" | "moodle-xml" | "aiken" | "open-trivia" | "csv" | "tsv" | "anki" | "xlsx" | "docx" |
  "qti" | "blackboard" | "open-trivia-qa" | "markdown";
export type QuizFormatWord = "json" | "gift" | "moodle-xml" | "aiken" | "csv" | "worksheet";
export type Resume = "ephemeral" | "once" | "routine";
export type ScenarioReportOutcome = "passed" | "failed" | "error" | "skipped";
export type Shuffle = "questions" | "options" | "both";
export type Status = "new" | "started" | "completed";
export type Type = "mcq" | "multi" | "fillBlank" | "shortAnswer" | "numeric" | "gaps" | "ordering" | "card";
export type Unstated = "duration" | "curve" | "values" | "reduced";
export type Verdict = "kept" | "lost" | "leaked" | "forgotten" | "asked";
export type VisitorRole = "visitor" | "pupil" | "teacher" | "owner";

/** An animation of the catalogue. */
export interface Animation {
  /** What else starts it. */ alsoOn?: AnimationAlsoOn[];
  /** The built-in behaviour, if the program decides when it plays. */ behaviour?: Behaviour;
  /** The delay after that. */ delayMs: number;
  /** The document that describes it. */ document: string;
  /** The screen event that ends a repeating animation. */ endsOn?: string;
  /** The haptic feedback of the first variant. */ haptic?: AnimationHaptic;
  /** The layer it is drawn on. */ layer: Layer;
  /** The name. */ name: string;
  /** The design or file that it belongs to. */ profile: string;
  /** Its form under reduced motion. */ reduced: AnimationReduced;
  /** What a kill does to it. */ resume: Resume;
  /** Its role. */ role: AnimationRole;
  /** The section of the document. */ section: string;
  /** The stagger, if items start one after the other. */ stagger?: AnimationStagger;
  /** The title. */ title: string;
  /** What starts it. */ trigger: AnimationTrigger;
  /** What the document does not state. */ unstated: Unstated[];
  /** Further values of the design, by name. */ values?: Record<string, number | string | string[]>;
  /** The variants. */ variants: AnimationVariant[];
}

export interface AnimationAlsoOn {
  /** The screen event. */ event?: string;
  /** The fact, or `screen` for a screen event. */ fact: Fact;
  /** Further conditions, in words. */ when?: string;
}

/** A Design Tokens file of animations. */
export interface AnimationFile {
  /** The file name, used in messages. */ name: string;
  /** The content of the file. */ text: string;
}

/** The haptic feedback of the first variant. */
export interface AnimationHaptic {
  /** The time from the start of the animation. */ atMs: number;
  /** The kind of feedback. */ kind: AnimationKind;
}

/** Its form under reduced motion. */
export interface AnimationReduced {
  /** The reduced form. */ form: AnimationForm;
  /** The phases of the reduced form, if it has any. */ phases?: Phase[];
}

/** The stagger, if items start one after the other. */
export interface AnimationStagger {
  /** The delay between two items. */ delayMs: number;
  /** The maximum number of delayed items; the rest start with the last of them. */ limit?: number;
}

/** What starts it. */
export interface AnimationTrigger {
  /** The screen event. */ event?: string;
  /** The fact, or `screen` for a screen event. */ fact: Fact;
  /** Further conditions, in words. */ when?: string;
}

export interface AnimationVariant {
  /** The duration; for a repeating animation, that of one round. */ durationMs: number;
  /** The haptic feedback. */ haptic?: AnimationVariantHaptic;
  /** The name of the icon in the design. */ icon?: string;
  /** The name, if there are several. */ name?: string;
  /** The number of particles. */ particles?: AnimationVariantParticles;
  /** The phases. */ phases: Phase[];
  /** Its form under reduced motion, if it has its own. */ reduced?: AnimationVariantReduced;
  /** The sound. */ sound?: AnimationVariantSound;
  /** The text to show. */ text?: AnimationVariantText;
  /** The condition of the variant, in words. */ when?: string;
}

/** The haptic feedback. */
export interface AnimationVariantHaptic {
  /** The time from the start of the animation. */ atMs: number;
  /** The kind of feedback. */ kind: AnimationKind;
}

/** The number of particles. */
export interface AnimationVariantParticles {
  /** The colours, by their names in the design. */ colours?: string[];
  /** The minimum. */ from: number;
  /** Whether the number is inferred because the document gives none. */ inferred?: boolean;
  /** The maximum. */ to: number;
}

/** Its form under reduced motion, if it has its own. */
export interface AnimationVariantReduced {
  /** The reduced form. */ form: AnimationForm;
  /** The phases of the reduced form, if it has any. */ phases?: Phase[];
}

/** The sound. */
export interface AnimationVariantSound {
  /** The time from the start of the animation. */ atMs: number;
  /** The name of the sound in the design. */ name: string;
}

/** The text to show. */
export interface AnimationVariantText {
  /** The titles of its buttons. */ actions?: string[];
  /** The title of the button that cannot be undone. */ destructive?: string;
  /** The message below the title. */ message?: string;
  /** A suggestion that may help. */ suggestion?: string;
  /** The title. */ title: string;
}

/** An answer to one question of an attempt. */
export interface Answer {
  /** When the answer was given. */ answeredAt: string;
  /** The time spent on the question, in milliseconds. */ elapsedMs: number;
  /** In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework. */
  homeworkId?: string;
  /** The question's index in the attempt, from 0. */ index: number;
  /** The outcome. */ outcome: AnswerOutcome;
  /** The question. */ questionId: string;
  /** The letter of the option as shown, or the text; omitted if skipped. */ response?: string;
  /** The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds. */
  streakPosition?: number;
}

/** One question of an attempt whose order differs from the quiz. */
export interface AskedQuestion {
  /** For each option shown, its index in the quiz, from 0; empty for a text question. */ options: number[];
  /** The question. */ questionId: string;
}

/** One play of a quiz, with the answers so far. */
export interface Attempt {
  /** The answers, in the order of the questions. */ answers: Answer[];
  /** The last moment at which answers are accepted. */ deadline?: string;
  /** The time spent on answered questions, in milliseconds. */ elapsedMs: number;
  /** When it was completed or abandoned. */ finishedAt?: string;
  /** The grade, once the attempt is completed. */ grade?: Grade;
  /** The copy of the library on which it goes on, if not this one. */ home?: string;
  /** The quiz's homework; omitted in a review, which asks questions of many. */ homeworkId?: string;
  /** The id. */ id: string;
  /** True if the attempt does not change progress or stars; otherwise omitted. */ isPractice?: boolean;
  /** The learner who plays. */ learnerId: string;
  /** The questions and options in this attempt's order, if it differs from the quiz's. Answers refer to it. */
  order?: AskedQuestion[];
  /** The percentage of correct answers among all questions, rounded half up. */ percentage: number;
  /** The number of questions. */ questionCount: number;
  /** The index of the current question, from 0. */ questionIndex: number;
  /** The quiz; omitted in a review. */ quizId?: string;
  /** The number of correct answers. */ score: number;
  /** The seed of the order. */ seed?: number;
  /** What was shuffled. */ shuffle?: Shuffle;
  /** The stars: one for each correct MCQ at streak positions 5 to 10. */ starsEarned: number;
  /** When it was started. */ startedAt: string;
  /** The state of the attempt. */ state: AttemptState;
  /** The streak of correct MCQs. */ streak: AttemptStreak;
}

export interface AttemptListResult {
  /** Newest first. */ items: Attempt[];
  /** The cursor of the next page: pass it as `after`. */ next?: string;
}

export interface AttemptQuestionResult {
  /** The back of a card, to show before asking whether the learner knew it. */ back?: string;
  /** The number of questions of the attempt. */ count: number;
  /** For each gap its options; none if it is typed. */ gaps?: string[][];
  /** The question's index in the attempt, from 0. */ index: number;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: AttemptQuestionResultOptionPicture[];
  /** The options to choose or the items to order, in the order of their letters. */ options?: string[];
  /** The picture shown with the question, for quiz.picture. */ picture?: AttemptQuestionResultPicture;
  /** The text of the question, in which a gap is a line: (1) ____. */ question: string;
  /** The question. */ questionId: string;
  /** The type. */ type: Type;
  /** The unit of a number. */ unit?: string;
}

export interface AttemptQuestionResultOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface AttemptQuestionResultPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** The streak of correct MCQs. */
export interface AttemptStreak {
  /** The ten dots of the cycle. */ bar: Bar[];
  /** The longest run of correct MCQs, not capped at ten. */ longest: number;
  /** The number of correct MCQs in a row in the current cycle. */ position: number;
}

/** One play of a quiz, without its answers. */
export interface AttemptSummary {
  /** The last moment at which answers are accepted. */ deadline?: string;
  /** The time spent on answered questions, in milliseconds. */ elapsedMs: number;
  /** When it was completed or abandoned. */ finishedAt?: string;
  /** The grade, once the attempt is completed. */ grade?: Grade;
  /** The quiz's homework; omitted in a review, which asks questions of many. */ homeworkId?: string;
  /** The id. */ id: string;
  /** True if the attempt does not change progress or stars; otherwise omitted. */ isPractice?: boolean;
  /** The learner who plays. */ learnerId: string;
  /** The percentage of correct answers among all questions, rounded half up. */ percentage: number;
  /** The number of questions. */ questionCount: number;
  /** The index of the current question, from 0. */ questionIndex: number;
  /** The quiz; omitted in a review. */ quizId?: string;
  /** The number of correct answers. */ score: number;
  /** The seed of the order. */ seed?: number;
  /** What was shuffled. */ shuffle?: Shuffle;
  /** The stars: one for each correct MCQ at streak positions 5 to 10. */ starsEarned: number;
  /** When it was started. */ startedAt: string;
  /** The state of the attempt. */ state: AttemptState;
  /** The streak of correct MCQs. */ streak: AttemptSummaryStreak;
}

/** The streak of correct MCQs. */
export interface AttemptSummaryStreak {
  /** The ten dots of the cycle. */ bar: Bar[];
  /** The longest run of correct MCQs, not capped at ten. */ longest: number;
  /** The number of correct MCQs in a row in the current cycle. */ position: number;
}

export interface ClassJoinResult {
  /** Opens the page as who they are, once and within a minute: /?token=… */ token: string;
}

export interface ClassLearnersResult {
  /** The items. */ items: Learner[];
}

export interface ClassOpenResult {
  /** The code, six characters; omitted while the class is closed. */ code?: string;
  /** When the class closes. */ until?: string;
}

export interface ClassShowResult {
  /** The code, six characters; omitted while the class is closed. */ code?: string;
  /** When the class closes. */ until?: string;
}

export interface CollectionListResult {
  /** The items. */ items: CollectionListResultItem[];
}

export interface CollectionListResultItem {
  /** The number of homework marked as done. */ completedHomework: number;
  /** The number of homework in it. */ homework: number;
  /** The name of the collection. */ name: string;
}

/** One animation on screen, with its state at one moment. */
export interface Cue {
  /** The animation's name in the catalogue. */ animation: string;
  /** How it ended, or will end because of this event; otherwise `running`. */ disposition: Disposition;
  /** The duration; for a repeating animation, that of one round. */ durationMs: number;
  /** When it ended, or will end because of this event. A time before the start means that it never showed. */
  endedMs?: number;
  /** The haptic feedback. */ haptic?: string;
  /** The time of the haptic feedback, from the start of the cue. */ hapticAtMs?: number;
  /** The name of the icon in the design. */ icon?: string;
  /** The number of particles. */ particles?: number;
  /** The phases of the animation; omitted in the cues of an answer, for which motion.get returns them. */
  phases?: Phase[];
  /** Why it did not play to its end. */ reason?: CueReason;
  /** The name of the sound in the design. */ sound?: string;
  /** The time of the sound, from the start of the cue. */ soundAtMs?: number;
  /** The start, on the session's clock. */ startMs: number;
  /** The text to show. */ text?: CueText;
  /** The occurrence that triggers it. */ trigger: Trigger;
  /** The variant, such as `newStreak` of A1 or `standard` of A4. */ variant?: string;
}

export interface CueNotification {
  /** The cue. */ cue: Cue;
  /** The library, if the daemon serves several. */ library?: string;
  /** The number of the event. */ sequence: number;
  /** The session. */ sessionId: string;
}

/** The text to show. */
export interface CueText {
  /** The titles of its buttons. */ actions?: string[];
  /** The title of the button that cannot be undone. */ destructive?: string;
  /** The message below the title. */ message?: string;
  /** A suggestion that may help. */ suggestion?: string;
  /** The title. */ title: string;
}

export interface DatabaseBackupResult {
  /** The path of the copy. */ path: string;
}

export interface DatabaseCheckResult {
  /** The findings; may be empty. */ findings: DatabaseCheckResultFinding[];
}

export interface DatabaseCheckResultFinding {
  /** What is stored, and what it should be. */ detail: string;
  /** What is damaged. */ kind: DatabaseKind;
  /** Where it is. */ place: string;
}

/** The database's file, schema and contents. */
export interface DatabaseInfo {
  /** The number of answers. */ answers: number;
  /** The number of attempts. */ attempts: number;
  /** The size of the file in bytes. */ fileBytes: number;
  /** Unused bytes in the file. */ freeBytes: number;
  /** The number of homework. */ homework: number;
  /** The size of the write-ahead log in bytes. */ logBytes: number;
  /** The number of the newest event; 0 if there is none. */ newestEvent: number;
  /** The number of the oldest event kept. */ oldestEvent: number;
  /** The path of the file. */ path?: string;
  /** The number of pictures. */ pictures: number;
  /** The version of the server, on PostgreSQL. */ postgresVersion?: string;
  /** The number of questions. */ questions: number;
  /** The number of quizzes. */ quizzes: number;
  /** The version of the schema. */ schemaVersion: number;
  /** The version of SQLite. */ sqliteVersion: string;
}

export interface DatabaseRepairResult {
  /** What was wrong before. */ found: DatabaseRepairResultFound[];
  /** What could not be repaired. */ left: DatabaseRepairResultLeft[];
}

export interface DatabaseRepairResultFound {
  /** What is stored, and what it should be. */ detail: string;
  /** What is damaged. */ kind: DatabaseKind;
  /** Where it is. */ place: string;
}

export interface DatabaseRepairResultLeft {
  /** What is stored, and what it should be. */ detail: string;
  /** What is damaged. */ kind: DatabaseKind;
  /** Where it is. */ place: string;
}

/** The number of questions that become due on one day. */
export interface DueDay {
  /** The day. */ day: string;
  /** The number of questions. */ due: number;
}

/** The number of due questions of one homework. */
export interface DueHomework {
  /** The number of due questions. */ due: number;
  /** The homework's id. */ homeworkId: string;
  /** When the next question is due, if none is due now. */ nextDueAt?: string;
  /** The title. */ title: string;
}

/** The questions that are due for a learner, by homework. */
export interface DueReviews {
  /** The questions that become due on each of the days asked for, today with overdue. */ days?: DueDay[];
  /** Every homework with an answered question, by number of due questions, then by next due time. */
  homework: DueHomework[];
  /** The number of due questions in all homework. */ total: number;
}

/** A fact of a library, numbered without gaps. */
export interface Event {
  /** When. */ at: string;
  /** The attempt. */ attemptId?: string;
  /** The homework, which may have been deleted since. */ homeworkId?: string;
  /** What happened. */ kind: EventKind;
  /** The learner it concerns. */ learnerId?: string;
  /** The library, if the daemon serves several. */ library?: string;
  /** The name of the collection, achievement or generation state; the number of a milestone. */ name?: string;
  /** The copy of the library on which it happened, if not this one. */ origin?: string;
  /** The outcome of the answer. */ outcome?: AnswerOutcome;
  /** The question, from 0. */ questionIndex?: number;
  /** Why the generation failed. */ reason?: string;
  /** How long the generation must not be tried again, from then on. */ retryAfterSeconds?: number;
  /** The number, from 1. */ sequence: number;
  /** The streak position of the answer, for MCQs. */ streakPosition?: number;
}

export interface EventsSubscribeResult {
  /** The number after which events are sent. */ sequence: number;
}

/** The result of exploring scenarios or sequences. */
export interface Exploration {
  /** The result for each scenario. */ scenarios?: ExplorationScenario[];
  /** The result for sequences. */ sequences?: ExplorationSequences;
}

export interface ExplorationScenario {
  /** What went wrong without further kills. */ failures?: string[];
  /** The file. */ file: string;
  /** Whether the script asked for what cannot be. */ isMistaken?: boolean;
  /** The line where it starts. */ line: number;
  /** The name. */ name: string;
  /** The laws that were not checked, and why. */ notChecked?: string;
  /** The number of orders in which copies of the library played and exchanged. */ orders?: number;
  /** The number of points where it can be killed. */ pointsKnown: number;
  /** The number of points tried. */ pointsTried: number;
  /** What losing the power did to a program under test. */ power?: ExplorationScenarioPower;
  /** Why it was skipped. */ skipped?: string;
  /** The earliest violation, with a shortened script. */ violation?: ExplorationScenarioViolation;
}

/** What losing the power did to a program under test. */
export interface ExplorationScenarioPower {
  /** The smallest set of operations found whose loss breaks something. */ lost?: ExplorationScenarioPowerLost[];
  /** The number of states of the disk that were tried. */ states: number;
  /** The number of states of the disk that are known. */ statesKnown: number;
  /** The files that cannot be judged. */ unjudged?: ExplorationScenarioPowerUnjudged[];
}

export interface ExplorationScenarioPowerLost {
  /** The time on the scenario's clock. */ atMs: number;
  /** The system call. */ call: string;
  /** The line of the action to which it belongs. */ line: number;
  /** What happened, and the call that would have kept it. */ missing: string;
  /** What was lost: `write`, `truncate`, `create`, `link`, `rename` or `remove`. */ operation: string;
  /** The path in the data directory. */ path: string;
}

export interface ExplorationScenarioPowerUnjudged {
  /** The path in the data directory; empty for every file. */ path: string;
  /** Why it cannot be judged. */ unjudged: string;
}

/** The earliest violation, with a shortened script. */
export interface ExplorationScenarioViolation {
  /** What broke it. */ detail: string;
  /** The number of the law; 0 for what the script always expects. */ law: number;
  /** The operations that are lost with the power. */ lost?: ExplorationScenarioViolationLost[];
  /** The name of the law. */ name: string;
  /** A script that reproduces it. */ script: string;
}

export interface ExplorationScenarioViolationLost {
  /** The time on the scenario's clock. */ atMs: number;
  /** The system call. */ call: string;
  /** The line of the action to which it belongs. */ line: number;
  /** What happened, and the call that would have kept it. */ missing: string;
  /** What was lost: `write`, `truncate`, `create`, `link`, `rename` or `remove`. */ operation: string;
  /** The path in the data directory. */ path: string;
}

/** The result for sequences. */
export interface ExplorationSequences {
  /** The number of kills tried. */ points: number;
  /** The number of sequences that were also killed with a database on disk. */ sampled: number;
  /** The number of sequences. */ sequences: number;
  /** The number of actions played. */ steps: number;
  /** The length of the longest sequence. */ upTo: number;
  /** The earliest violation, with a shortened script. */ violation?: ExplorationSequencesViolation;
}

/** The earliest violation, with a shortened script. */
export interface ExplorationSequencesViolation {
  /** What broke it. */ detail: string;
  /** The number of the law; 0 for what the script always expects. */ law: number;
  /** The operations that are lost with the power. */ lost?: ExplorationSequencesViolationLost[];
  /** The name of the law. */ name: string;
  /** A script that reproduces it. */ script: string;
}

export interface ExplorationSequencesViolationLost {
  /** The time on the scenario's clock. */ atMs: number;
  /** The system call. */ call: string;
  /** The line of the action to which it belongs. */ line: number;
  /** What happened, and the call that would have kept it. */ missing: string;
  /** What was lost: `write`, `truncate`, `create`, `link`, `rename` or `remove`. */ operation: string;
  /** The path in the data directory. */ path: string;
}

/** Something that is wrong or was left out. */
export interface Fault {
  /** What is wrong. */ message: string;
  /** Where it is: a path such as `questions[0].options`, a line, or a kind of question. */ path: string;
}

/** A field of a session or its attempt, and what a kill does to it. */
export interface Field {
  /** The name of the field. */ field: FieldName;
  /** What a kill does to it. */ kind: FieldKind;
  /** The reason for that. */ reason: string;
  /** The value, or `null`. */ value: string | number | string[] | null;
}

/** The result of finishing an attempt. */
export interface Finish {
  /** The achievements that it unlocked. */ achievements: Achievement[];
  /** The attempt. */ attempt: AttemptSummary;
  /** The cues that it starts in a new session. */ cues: Cue[];
  /** The milestones that it reached. */ milestones: number[];
  /** The homework's progress, including this attempt; omitted for a review. */ progress?: Progress;
  /** The total of stars, including this attempt. */ starsTotal: number;
}

/** A gap of a text, typed or chosen. This one is of type `fillBlank`. */
export interface GapFillBlank {
  /** Other accepted answers. */ acceptedAnswers?: string[];
  /** The correct answer, or a model answer. */ correctAnswer: string;
  /** Whether case and every sign matter; by default, typographic signs, a final full stop and brackets do not. */
  exact?: boolean;
  /** The type. */ type: "fillBlank";
}

/** A gap of a text, typed or chosen. This one is of type `mcq`. */
export interface GapMcq {
  /** The index of the correct option, from 0. */ correctIndex: number;
  /** The options, 2 to 26. */ options: string[];
  /** The type. */ type: "mcq";
}

/** The generation of an assignment's quiz. */
export interface Generation {
  /** Why it failed. */ reason?: GenerationReason;
  /** The earliest time of the next try. */ retryAt?: string;
  /** The state of the generation. */ state: GenerationState;
}

/** One piece of work to revise. */
export interface Homework {
  /** The collections it belongs to, sorted by name. */ collections: string[];
  /** When it was marked as done. */ completedAt?: string;
  /** When the homework was added. */ createdAt: string;
  /** The day it is due. */ dueOn?: string;
  /** The generation of its quiz. */ generation: Generation;
  /** The id. */ id: string;
  /** The picture. */ image?: HomeworkImage;
  /** A note to it. */ note?: string;
  /** The attempt in progress at its quiz. */ openAttemptId?: string;
  /** The totals of its finished attempts. */ progress: Progress;
  /** The number of questions in its quiz; 0 without a quiz. */ questionCount: number;
  /** The quiz. */ quizId?: string;
  /** The subject, such as Mathematics. */ subject?: string;
  /** The text. */ text?: string;
  /** The title, 1 to 500 characters. */ title: string;
}

export interface HomeworkDeleteResult {
  /** The ids of the deleted homework. */ deleted: string[];
}

/** The picture. */
export interface HomeworkImage {
  /** The size of the file in bytes. */ byteCount: number;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The media type. */ mediaType: MediaType;
}

export interface HomeworkListResult {
  /** Newest first. */ items: Homework[];
  /** The cursor of the next page: pass it as `after`. */ next?: string;
}

export interface HomeworkPictureResult {
  /** The bytes of the file, in Base64. */ base64: string;
  /** The size of the file. */ byteCount: number;
  /** The media type. */ mediaType: MediaType;
}

export interface HomeworkUndeleteResult {
  /** The restored homework. */ items: Homework[];
  /** The attempts that have their former grades again. */ regraded?: Regrading;
}

/** What was imported from a quiz file, and what was left out and why. */
export interface Import {
  /** The number of questions added. */ added: number;
  /** Existing homework with the same quiz, not added again. */ alreadyThere: string[];
  /** The text of each question left out. */ blocks?: ImportBlock[];
  /** The number of questions changed. */ changed: number;
  /** What was changed, and why. */ changes: Fault[];
  /** The format of the file. */ format: ImportFormat;
  /** The homework that was added. */ homework: Homework[];
  /** What was left out, and why. */ left: Fault[];
  /** The number of questions left out. */ leftOut: number;
  /** For a dry run: the quizzes that would be added. */ quizzes?: QuizInput[];
  /** Existing homework whose quiz has a new revision. */ revised: Homework[];
  /** Existing homework with one of the titles, but with other questions. */ sameTitle: string[];
  /** The titles of the quizzes. */ titles: string[];
}

export interface ImportBlock {
  /** Why it was left out. */ message: string;
  /** The place in the file. */ path: string;
  /** The text in the file. */ text: string;
}

/** A person who plays. */
export interface Learner {
  /** When the learner was added. */ createdAt: string;
  /** The extra time for attempts with a time limit, in per cent. */ extraTimePercent?: number;
  /** The id. */ id: string;
  /** Whether this is the default learner. */ isDefault: boolean;
  /** The name, unique in the library without regard to case. */ name: string;
  /** The number in the class list of a school. */ number?: string;
}

export interface LearnerEraseResult {
  /** The number of erased attempts. */ attempts: number;
  /** Backups made before migrations, which still contain the learner: delete them yourself. */ copies: string[];
  /** The erased learner. */ learner: Learner;
  /** The learner who is the default now, if the erased learner was. */ newDefault?: Learner;
  /** Files that still hold erased bytes because another program is reading: close it, then vacuum. */
  pending: string[];
}

export interface LearnerExportResult {
  /** The document, if no path was given. */ document?: string;
  /** The file, if a path was given. */ path?: string;
}

export interface LearnerListResult {
  /** The items. */ items: Learner[];
}

/** A library and its file. */
export interface Library {
  /** When the file was last changed. */ changedAt: string;
  /** The size of the file in bytes. */ fileBytes: number;
  /** The name. */ name: string;
}

export interface LibraryDeleteResult {
  /** The name of the deleted library. */ deleted: string;
}

export interface LibraryExportResult {
  /** The path of the copy. */ path: string;
}

export interface LibraryListResult {
  /** The libraries, by name. */ items: Library[];
  /** The cursor of the next page: pass it as `after`. */ next?: string;
}

/** What is allowed in a library. */
export interface LibrarySettings {
  /** Whether learners may have a wrong typed answer counted. */ acceptsAnswers: boolean;
}

export interface MotionCheckResult {
  /** The names of its animations. */ animations: string[];
  /** Warnings about valid content. */ findings: MotionFinding[];
}

export interface MotionExportResult {
  /** The exported text. */ text: string;
}

/** A contradiction in the catalogue or with a document, or a number that was inferred. */
export interface MotionFinding {
  /** The animation. */ animation: string;
  /** What was computed. */ computed: string;
  /** The document. */ document: string;
  /** The kind of finding. */ kind: MotionFindingKind;
  /** The section. */ section: string;
  /** What the document states. */ stated: string;
}

export interface MotionLintResult {
  /** The findings; may be empty. */ findings: MotionFinding[];
}

export interface MotionListResult {
  /** The animations. */ items: Animation[];
  /** The named durations and springs. */ tokens: MotionToken[];
}

export interface MotionParticlesResult {
  /** The number of particles in the burst. */ count: number;
  /** The lifespan of the burst. */ durationMs: number;
  /** The particles. */ particles: MotionParticlesResultParticle[];
}

export interface MotionParticlesResultParticle {
  /** The opacity, 0 to 1. */ opacity: number;
  /** The rotation in degrees. */ rotationDegrees: number;
  /** The horizontal position in points. */ x: number;
  /** The vertical position in points, downwards. */ y: number;
}

export interface MotionParticlesScreen {
  /** The height in points, above 0. */ height: number;
  /** The width in points, above 0. */ width: number;
}

export interface MotionSchemaResult {
  /** The schema, in draft 2020-12. */ schema: unknown;
}

/** The samples of an animation over time. */
export interface MotionTimeline {
  /** The name. */ animation: string;
  /** The time between two samples. */ everyMs: number;
  /** Full or reduced. */ motion: Motion;
  /** The variants. */ variants: MotionTimelineVariant[];
}

export interface MotionTimelineVariant {
  /** The duration. */ durationMs: number;
  /** The name, if there are several. */ name?: string;
  /** The phases. */ phases: Phase[];
  /** The value of each property at each moment. */ samples: MotionTimelineVariantSample[];
  /** The time until the last spring has settled. */ visibleMs: number;
}

export interface MotionTimelineVariantSample {
  /** The time from the start of the animation. */ atMs: number;
  /** The values by property, prefixed with the animated part if there is one. */ values: Record<string, number>;
}

/** A named duration or spring of a design. */
export interface MotionToken {
  /** The spring. */ curve?: string;
  /** The duration. */ durationMs?: number;
  /** The name. */ name: string;
  /** The design. */ profile: string;
}

export interface OverrunNotification {
  /** The number of the last event sent. */ lastSequence: number;
  /** The library, if the daemon serves several. */ library?: string;
}

/** The progress of all learners in a library. */
export interface Overview {
  /** A cell for each learner and each homework that they played or marked as done. */ cells: OverviewCell[];
  /** Up to 20 questions with wrong answers, most wrong answers first. */ hardest: OverviewHardest[];
  /** Newest first. */ homework: OverviewHomework[];
  /** The learners, in the order they were added. */ learners: Learner[];
}

export interface OverviewCell {
  /** When the learner marked it as done. */ completedAt?: string;
  /** The homework. */ homeworkId: string;
  /** Whether an attempt is in progress. */ isPlaying: boolean;
  /** The learner who plays. */ learnerId: string;
  /** The progress in it. */ progress: Progress;
}

export interface OverviewHardest {
  /** The correct answer. */ correctAnswer: string;
  /** The homework. */ homeworkId: string;
  /** The text of the question. */ prompt: string;
  /** The question. */ questionId: string;
  /** How often it was answered or skipped, without abandoned attempts. */ settled: number;
  /** How often it was skipped. */ skipped: number;
  /** How often the answer was wrong. */ wrong: number;
  /** Up to five wrong answers, most frequent first. */ wrongAnswers: OverviewHardestWrongAnswer[];
}

export interface OverviewHardestWrongAnswer {
  /** How often it was given. */ count: number;
  /** The option or text. */ text: string;
}

export interface OverviewHomework {
  /** The day it is due. */ dueOn?: string;
  /** The homework. */ id: string;
  /** The title. */ title: string;
}

/** One phase of an animation. Times are in milliseconds from the start of the animation. */
export interface Phase {
  /** The first and last colour, by their names in the design. */ colours?: string[];
  /** The curve, such as `easeOut` or `spring(0.45, 0.55)`. */ curve?: string;
  /** The duration. */ durationMs: number;
  /** The value at the start. */ from: number;
  /** The start value by the number of the screen event: pairs of number and value, linear in between. */
  fromNumber?: number[][];
  /** Whether the numbers are inferred because the document gives none. */ inferred?: boolean;
  /** Whether it starts at another value than the phase before it ended at. */ jump?: boolean;
  /** The name in the document. */ name: string;
  /** The animated part of the picture; all of it by default. */ of?: string;
  /** The animated property. */ property: Property;
  /** The start. */ startMs: number;
  /** The value at the end. */ to: number;
}

/** Totals of the finished attempts at an assignment. They never decrease. */
export interface Progress {
  /** The number of correct answers in the best attempt. */ bestScore?: number;
  /** The number of questions in the best attempt. */ bestTotal?: number;
  /** The highest percentage reached. */ completionPercentage: number;
  /** When the last attempt was completed. */ lastPlayedAt?: string;
  /** The number of completed attempts. */ totalAttempts: number;
}

/** A question with its answer and explanation. This one is of type `card`. */
export interface QuestionCard {
  /** The picture shown with the answer. */ answerPicture?: QuestionCardAnswerPicture;
  /** The back, which the learner sees before saying whether they knew it. */ back: string;
  /** The explanation, shown after the answer; may be empty. */ explanation: string;
  /** The id. */ id: string;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionCardOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionCardPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "card";
}

/** The picture shown with the answer. */
export interface QuestionCardAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionCardOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionCardPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question with its answer and explanation. This one is of type `fillBlank`. */
export interface QuestionFillBlank {
  /** Other accepted answers. */ acceptedAnswers: string[];
  /** The picture shown with the answer. */ answerPicture?: QuestionFillBlankAnswerPicture;
  /** The correct answer, or a model answer. */ correctAnswer: string;
  /** Whether case and every sign matter; by default, typographic signs, a final full stop and brackets do not. */
  exact?: boolean;
  /** The explanation, shown after the answer; may be empty. */ explanation: string;
  /** The id. */ id: string;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionFillBlankOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionFillBlankPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "fillBlank";
}

/** The picture shown with the answer. */
export interface QuestionFillBlankAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionFillBlankOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionFillBlankPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question with its answer and explanation. This one is of type `gaps`. */
export interface QuestionGaps {
  /** The picture shown with the answer. */ answerPicture?: QuestionGapsAnswerPicture;
  /** The explanation, shown after the answer; may be empty. */ explanation: string;
  /** The gaps, 1 to 20. */ gaps: Gap[];
  /** The id. */ id: string;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionGapsOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionGapsPicture;
  /** The text, which marks its gaps {1}, {2}, … in their order. */ text: string;
  /** The type. */ type: "gaps";
}

/** The picture shown with the answer. */
export interface QuestionGapsAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionGapsOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionGapsPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question to store. This one is of type `card`. */
export interface QuestionInputCard {
  /** The picture shown with the answer. */ answerPicture?: QuestionInputCardAnswerPicture;
  /** The back, which the learner sees before saying whether they knew it. */ back: string;
  /** The explanation, shown after the answer; may be empty. */ explanation?: string;
  /** Ignored. */ id?: unknown;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionInputCardOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionInputCardPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "card";
}

/** The picture shown with the answer. */
export interface QuestionInputCardAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionInputCardOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionInputCardPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question to store. This one is of type `fillBlank`. */
export interface QuestionInputFillBlank {
  /** Other accepted answers. */ acceptedAnswers?: string[];
  /** The picture shown with the answer. */ answerPicture?: QuestionInputFillBlankAnswerPicture;
  /** The correct answer, or a model answer. */ correctAnswer: string;
  /** Whether case and every sign matter; by default, typographic signs, a final full stop and brackets do not. */
  exact?: boolean;
  /** The explanation, shown after the answer; may be empty. */ explanation?: string;
  /** Ignored. */ id?: unknown;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionInputFillBlankOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionInputFillBlankPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "fillBlank";
}

/** The picture shown with the answer. */
export interface QuestionInputFillBlankAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionInputFillBlankOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionInputFillBlankPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question to store. This one is of type `gaps`. */
export interface QuestionInputGaps {
  /** The picture shown with the answer. */ answerPicture?: QuestionInputGapsAnswerPicture;
  /** The explanation, shown after the answer; may be empty. */ explanation?: string;
  /** The gaps, 1 to 20. */ gaps: Gap[];
  /** Ignored. */ id?: unknown;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionInputGapsOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionInputGapsPicture;
  /** The text, which marks its gaps {1}, {2}, … in their order. */ text: string;
  /** The type. */ type: "gaps";
}

/** The picture shown with the answer. */
export interface QuestionInputGapsAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionInputGapsOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionInputGapsPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question to store. This one is of type `mcq`. */
export interface QuestionInputMcq {
  /** The picture shown with the answer. */ answerPicture?: QuestionInputMcqAnswerPicture;
  /** The index of the correct option, from 0. */ correctIndex: number;
  /** The explanation, shown after the answer; may be empty. */ explanation?: string;
  /** Ignored. */ id?: unknown;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionInputMcqOptionPicture[];
  /** The options, 2 to 26. */ options: string[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionInputMcqPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "mcq";
}

/** The picture shown with the answer. */
export interface QuestionInputMcqAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionInputMcqOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionInputMcqPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question to store. This one is of type `multi`. */
export interface QuestionInputMulti {
  /** The picture shown with the answer. */ answerPicture?: QuestionInputMultiAnswerPicture;
  /** The indexes of the correct options, from 0, in ascending order: exactly these must be chosen. */
  correctIndexes: number[];
  /** The explanation, shown after the answer; may be empty. */ explanation?: string;
  /** Ignored. */ id?: unknown;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionInputMultiOptionPicture[];
  /** The options, 2 to 26. */ options: string[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionInputMultiPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "multi";
}

/** The picture shown with the answer. */
export interface QuestionInputMultiAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionInputMultiOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionInputMultiPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question to store. This one is of type `numeric`. */
export interface QuestionInputNumeric {
  /** The picture shown with the answer. */ answerPicture?: QuestionInputNumericAnswerPicture;
  /** The correct number. */ correctAnswer: number;
  /** The explanation, shown after the answer; may be empty. */ explanation?: string;
  /** Ignored. */ id?: unknown;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionInputNumericOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionInputNumericPicture;
  /** The text of the question. */ question: string;
  /** How far from it a response may be, inclusive; by default it must be equal. */ tolerance?: number;
  /** The same, in per cent of the correct number. */ tolerancePercent?: number;
  /** The type. */ type: "numeric";
  /** The unit, which may be typed after the number. */ unit?: string;
}

/** The picture shown with the answer. */
export interface QuestionInputNumericAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionInputNumericOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionInputNumericPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question to store. This one is of type `ordering`. */
export interface QuestionInputOrdering {
  /** The picture shown with the answer. */ answerPicture?: QuestionInputOrderingAnswerPicture;
  /** The explanation, shown after the answer; may be empty. */ explanation?: string;
  /** Ignored. */ id?: unknown;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The items in their correct order, 2 to 12. */ items: string[];
  /** The pictures of options. */ optionPictures?: QuestionInputOrderingOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionInputOrderingPicture;
  /** The text of the question. */ question: string;
  /** Ignored. */ shown?: unknown;
  /** The type. */ type: "ordering";
}

/** The picture shown with the answer. */
export interface QuestionInputOrderingAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionInputOrderingOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionInputOrderingPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question to store. This one is of type `shortAnswer`. */
export interface QuestionInputShortAnswer {
  /** The picture shown with the answer. */ answerPicture?: QuestionInputShortAnswerAnswerPicture;
  /** The correct answer, or a model answer. */ correctAnswer: string;
  /** The explanation, shown after the answer; may be empty. */ explanation?: string;
  /** Ignored. */ id?: unknown;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** Key concepts: a response must contain one alternative of each, as whole words. */ keyConcepts?: string[][];
  /** The pictures of options. */ optionPictures?: QuestionInputShortAnswerOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionInputShortAnswerPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "shortAnswer";
}

/** The picture shown with the answer. */
export interface QuestionInputShortAnswerAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionInputShortAnswerOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionInputShortAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question with its answer and explanation. This one is of type `mcq`. */
export interface QuestionMcq {
  /** The picture shown with the answer. */ answerPicture?: QuestionMcqAnswerPicture;
  /** The index of the correct option, from 0. */ correctIndex: number;
  /** The explanation, shown after the answer; may be empty. */ explanation: string;
  /** The id. */ id: string;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionMcqOptionPicture[];
  /** The options, 2 to 26. */ options: string[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionMcqPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "mcq";
}

/** The picture shown with the answer. */
export interface QuestionMcqAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionMcqOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionMcqPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question with its answer and explanation. This one is of type `multi`. */
export interface QuestionMulti {
  /** The picture shown with the answer. */ answerPicture?: QuestionMultiAnswerPicture;
  /** The indexes of the correct options, from 0, in ascending order: exactly these must be chosen. */
  correctIndexes: number[];
  /** The explanation, shown after the answer; may be empty. */ explanation: string;
  /** The id. */ id: string;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionMultiOptionPicture[];
  /** The options, 2 to 26. */ options: string[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionMultiPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "multi";
}

/** The picture shown with the answer. */
export interface QuestionMultiAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionMultiOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionMultiPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question with its answer and explanation. This one is of type `numeric`. */
export interface QuestionNumeric {
  /** The picture shown with the answer. */ answerPicture?: QuestionNumericAnswerPicture;
  /** The correct number. */ correctAnswer: number;
  /** The explanation, shown after the answer; may be empty. */ explanation: string;
  /** The id. */ id: string;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The pictures of options. */ optionPictures?: QuestionNumericOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionNumericPicture;
  /** The text of the question. */ question: string;
  /** How far from it a response may be, inclusive; by default it must be equal. */ tolerance?: number;
  /** The same, in per cent of the correct number. */ tolerancePercent?: number;
  /** The type. */ type: "numeric";
  /** The unit, which may be typed after the number. */ unit?: string;
}

/** The picture shown with the answer. */
export interface QuestionNumericAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionNumericOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionNumericPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question with its answer and explanation. This one is of type `ordering`. */
export interface QuestionOrdering {
  /** The picture shown with the answer. */ answerPicture?: QuestionOrderingAnswerPicture;
  /** The explanation, shown after the answer; may be empty. */ explanation: string;
  /** The id. */ id: string;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** The items in their correct order, 2 to 12. */ items: string[];
  /** The pictures of options. */ optionPictures?: QuestionOrderingOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionOrderingPicture;
  /** The text of the question. */ question: string;
  /** The indexes of the items, from 0, in the order of their letters. */ shown: number[];
  /** The type. */ type: "ordering";
}

/** The picture shown with the answer. */
export interface QuestionOrderingAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionOrderingOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionOrderingPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** A question with its answer and explanation. This one is of type `shortAnswer`. */
export interface QuestionShortAnswer {
  /** The picture shown with the answer. */ answerPicture?: QuestionShortAnswerAnswerPicture;
  /** The correct answer, or a model answer. */ correctAnswer: string;
  /** The explanation, shown after the answer; may be empty. */ explanation: string;
  /** The id. */ id: string;
  /** A text that introduces this question and those after it. */ introduction?: string;
  /** Key concepts: a response must contain one alternative of each, as whole words. */ keyConcepts: string[][];
  /** The pictures of options. */ optionPictures?: QuestionShortAnswerOptionPicture[];
  /** The picture shown with the question, for quiz.picture. */ picture?: QuestionShortAnswerPicture;
  /** The text of the question. */ question: string;
  /** The type. */ type: "shortAnswer";
}

/** The picture shown with the answer. */
export interface QuestionShortAnswerAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface QuestionShortAnswerOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface QuestionShortAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** The questions made from one homework, in order. */
export interface Quiz {
  /** How confident the generator of the quiz was. */ confidence?: number;
  /** The homework it belongs to; omitted in a review's quiz. */ homeworkId?: string;
  /** The id. */ id: string;
  /** 1 to 200. */ questions: Question[];
  /** The revision, from 1; each edit makes a new one. */ revision: number;
  /** The part of the topic that the quiz covers. */ subtopic?: string;
  /** The topic. */ topic?: string;
}

/** A change to one question from one revision to the next. */
export interface QuizChange {
  /** The former index of a moved question. */ from?: number;
  /** The question's index, from 0; for a removed question, its former index. */ index: number;
  /** The kind of change. */ kind: QuizChangeKind;
  /** The changed parts of a changed question. */ parts: Part[];
  /** The question's text. */ question: string;
  /** The question. */ questionId: string;
}

/** One change to a quiz, applied after the changes before it. This one is of type `add`. */
export interface QuizEditAdd {
  /** The new question's index, from 0; the end by default. */ index?: number;
  /** The question to add. */ question: QuestionInput;
  /** The type. */ type: "add";
}

/** One change to a quiz, applied after the changes before it. This one is of type `change`. */
export interface QuizEditChange {
  /** The index of the question, from 0. */ index: number;
  /** The new question. */ question: QuestionInput;
  /** The type. */ type: "change";
}

/** One change to a quiz, applied after the changes before it. This one is of type `move`. */
export interface QuizEditMove {
  /** The index of the question, from 0. */ index: number;
  /** The question's new index, from 0. */ to: number;
  /** The type. */ type: "move";
}

/** One change to a quiz, applied after the changes before it. This one is of type `remove`. */
export interface QuizEditRemove {
  /** The index of the question, from 0. */ index: number;
  /** The type. */ type: "remove";
}

export interface QuizExportResult {
  /** What the format cannot represent. */ left: Fault[];
  /** The number of questions left out. */ leftOut: number;
  /** The exported text. */ text: string;
}

export interface QuizHistoryResult {
  /** Newest first. */ items: QuizRevision[];
}

/** A quiz to store. Ids are optional, and an array of questions is also accepted. */
export interface QuizInputWhole {
  /** How confident the generator of the quiz was. */ confidence?: number;
  /** Ignored. */ homeworkId?: unknown;
  /** Ignored. */ id?: unknown;
  /** 1 to 200. */ questions: QuestionInput[];
  /** The part of the topic that the quiz covers. */ subtopic?: string;
  /** The topic. */ topic?: string;
}

export interface QuizPictureResult {
  /** The bytes of the file, in Base64. */ base64: string;
  /** The size of the file. */ byteCount: number;
  /** The media type. */ mediaType: MediaType;
}

/** One revision of an assignment's quiz. */
export interface QuizRevision {
  /** The changes from the revision before; empty for the first one. */ changes: QuizChange[];
  /** When the revision was made; omitted if unknown. */ createdAt?: string;
  /** Whether new attempts use this revision. */ isCurrent: boolean;
  /** The number of questions. */ questionCount: number;
  /** The id, for quiz.get. */ quizId: string;
  /** The number of the revision, from 1. */ revision: number;
}

/** An attempt of which an answer is graded anew. */
export interface RegradedAttempt {
  /** The attempt. */ attemptId: string;
  /** When it was finished. */ finishedAt?: string;
  /** The learner's name. */ learner: string;
  /** The learner. */ learnerId: string;
  /** The new outcome; it was the other one of correct and wrong. */ outcome: AnswerOutcome;
  /** The percentage. */ percentage: number;
  /** The percentage before. */ percentageBefore: number;
  /** The number of questions. */ questionCount: number;
  /** The question in the attempt, from 0. */ questionIndex: number;
  /** The response in words. */ response?: string;
  /** The number of correct answers. */ score: number;
  /** The number of correct answers before. */ scoreBefore: number;
  /** The stars credited. */ stars: number;
  /** The stars credited before. */ starsBefore: number;
}

/** The attempts of which an answer is graded anew. */
export interface Regrading {
  /** The attempts that change, oldest first. */ changes: RegradedAttempt[];
  /** The quiz with the corrected key; in a dry run, the present quiz. */ quiz: Quiz;
}

/** What a kill did to the former session: what is kept, what is lost, and which cues do not show again. */
export interface ResumeReport {
  /** Fields derived from what is on disk. */ kept: ResumeReportKept[];
  /** Fields that only the session held. */ lost: ResumeReportLost[];
  /** Cues that had not ended when the session was killed. */ suppressed: Cue[];
}

export interface ResumeReportKept {
  /** The name of the field. */ field: FieldName;
  /** The value. */ value: string | number | string[] | null;
}

export interface ResumeReportLost {
  /** The name of the field. */ field: FieldName;
  /** Why it is lost. */ reason: string;
  /** The lost value. */ value: string | number | string[] | null;
}

/** An answer to one question of an attempt and, if requested, the question. */
export interface ReviewedAnswer {
  /** The picture shown with the answer. */ answerPicture?: ReviewedAnswerAnswerPicture;
  /** When the answer was given. */ answeredAt: string;
  /** The correct answer. */ correctAnswer?: string;
  /** The index of an MCQ's correct option, from 0. */ correctIndex?: number;
  /** The time spent on the question, in milliseconds. */ elapsedMs: number;
  /** The explanation; may be empty. */ explanation?: string;
  /** Why the outcome is another than when the answer was given; the correct answer is that of the corrected key. */
  gradedAnew?: GradedAnew;
  /** In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework. */
  homeworkId?: string;
  /** The question's index in the attempt, from 0. */ index: number;
  /** The pictures of options. */ optionPictures?: ReviewedAnswerOptionPicture[];
  /** The options of an MCQ, in the order of their letters. */ options?: string[];
  /** The outcome. */ outcome: AnswerOutcome;
  /** The picture shown with the question, for quiz.picture. */ picture?: ReviewedAnswerPicture;
  /** The question, as it was worded in this attempt. */ question?: string;
  /** The question. */ questionId: string;
  /** The letter of the option as shown, or the text; omitted if skipped. */ response?: string;
  /** The text of the chosen option, or the text entered; omitted if the question was skipped. */ responseText?: string;
  /** The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds. */
  streakPosition?: number;
}

/** The picture shown with the answer. */
export interface ReviewedAnswerAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

export interface ReviewedAnswerOptionPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
  /** The index of the option, from 0. */ index: number;
}

/** The picture shown with the question, for quiz.picture. */
export interface ReviewedAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** One play of a quiz with the answers so far and, if requested, their questions. */
export interface ReviewedAttempt {
  /** The answers, in the order of the questions. */ answers: ReviewedAnswer[];
  /** The last moment at which answers are accepted. */ deadline?: string;
  /** The time spent on answered questions, in milliseconds. */ elapsedMs: number;
  /** When it was completed or abandoned. */ finishedAt?: string;
  /** The grade, once the attempt is completed. */ grade?: Grade;
  /** The quiz's homework; omitted in a review, which asks questions of many. */ homeworkId?: string;
  /** The id. */ id: string;
  /** True if the attempt does not change progress or stars; otherwise omitted. */ isPractice?: boolean;
  /** The learner who plays. */ learnerId: string;
  /** The questions and options in this attempt's order, if it differs from the quiz's. Answers refer to it. */
  order?: AskedQuestion[];
  /** The percentage of correct answers among all questions, rounded half up. */ percentage: number;
  /** The number of questions. */ questionCount: number;
  /** The index of the current question, from 0. */ questionIndex: number;
  /** The quiz; omitted in a review. */ quizId?: string;
  /** The number of correct answers. */ score: number;
  /** The seed of the order. */ seed?: number;
  /** What was shuffled. */ shuffle?: Shuffle;
  /** The stars: one for each correct MCQ at streak positions 5 to 10. */ starsEarned: number;
  /** When it was started. */ startedAt: string;
  /** The state of the attempt. */ state: AttemptState;
  /** The streak of correct MCQs. */ streak: ReviewedAttemptStreak;
}

/** The streak of correct MCQs. */
export interface ReviewedAttemptStreak {
  /** The ten dots of the cycle. */ bar: Bar[];
  /** The longest run of correct MCQs, not capped at ten. */ longest: number;
  /** The number of correct MCQs in a row in the current cycle. */ position: number;
}

/** The results of the scenarios of one run. */
export interface Run {
  /** The number of scenarios that failed. */ failed: number;
  /** At power losses: the operations whose loss breaks something. */ lost?: RunLost[];
  /** The number of scenarios that passed. */ passed: number;
  /** The result of each scenario. */ scenarios: ScenarioReport[];
  /** The number of scenarios skipped because the program under test does not support them. */ skipped: number;
  /** At power losses: the number of states of the disk tried. */ states?: number;
  /** At power losses: the number of states known. */ statesKnown?: number;
}

export interface RunLost {
  /** The time on the scenario's clock. */ atMs: number;
  /** The system call. */ call: string;
  /** The line of the action to which it belongs. */ line: number;
  /** What happened, and the call that would have kept it. */ missing: string;
  /** What was lost: `write`, `truncate`, `create`, `link`, `rename` or `remove`. */ operation: string;
  /** The path in the data directory. */ path: string;
}

export interface ScenarioCheckResult {
  /** The names of its scenarios. */ scenarios: string[];
}

/** The result of one scenario. */
export interface ScenarioReport {
  /** Every cue once, by start, with its final disposition. */ cues: Cue[];
  /** The duration on the session's clock. */ durationMs: number;
  /** The end of the program's standard error. */ errorOutput?: string;
  /** The expectations that failed. */ failures: ScenarioReportFailure[];
  /** The file. */ file: string;
  /** Whether the script asked for what cannot be. */ isMistaken?: boolean;
  /** Each kill. */ kills: ScenarioReportKill[];
  /** The message of a known failure that occurred. */ knownFailure?: string;
  /** Each law, and whether it held. */ laws: ScenarioReportLaw[];
  /** The line where it starts. */ line: number;
  /** The mode of its kills. */ mode: Mode;
  /** The name. */ name: string;
  /** Whether it passed. */ outcome: ScenarioReportOutcome;
  /** What losing the power did to a program under test. */ power?: ScenarioReportPower;
  /** The real duration, in seconds. */ seconds?: number;
  /** Why it was skipped. */ skipped?: string;
  /** The fields before and after each kill. */ states: ScenarioReportState[][];
  /** The actions and their effects, in order. */ trace: ScenarioReportTrace[];
}

export interface ScenarioReportFailure {
  /** What was expected. */ expected: string;
  /** What was found. */ found: string;
  /** An expectation that would hold, or what to do first. */ hint?: string;
  /** The last cues before it, one per line; only for the first failure. */ lastCues: string[];
  /** The line. */ line: number;
  /** The statement in the script. */ statement?: string;
}

export interface ScenarioReportKill {
  /** The time on the session's clock. */ at: number;
  /** How. */ mode: Mode;
  /** The process that was killed. */ pid?: number;
  /** The point of the kill. */ point: string;
  /** The seed for what the disk kept. */ seed?: number;
  /** The signal that killed it. */ signal?: number;
  /** The words of a bridge that named no process that it ended: the kill was not proved. */ unproved?: string;
}

export interface ScenarioReportLaw {
  /** What first broke it. */ detail?: string;
  /** Whether the law held. */ held: boolean;
  /** The number of the law. */ law: number;
  /** The name of the law. */ name: string;
  /** Why it was not judged. */ unjudged?: string;
}

/** What losing the power did to a program under test. */
export interface ScenarioReportPower {
  /** The smallest set of operations found whose loss breaks something. */ lost?: ScenarioReportPowerLost[];
  /** The number of states of the disk that were tried. */ states: number;
  /** The number of states of the disk that are known. */ statesKnown: number;
  /** The files that cannot be judged. */ unjudged?: ScenarioReportPowerUnjudged[];
}

export interface ScenarioReportPowerLost {
  /** The time on the scenario's clock. */ atMs: number;
  /** The system call. */ call: string;
  /** The line of the action to which it belongs. */ line: number;
  /** What happened, and the call that would have kept it. */ missing: string;
  /** What was lost: `write`, `truncate`, `create`, `link`, `rename` or `remove`. */ operation: string;
  /** The path in the data directory. */ path: string;
}

export interface ScenarioReportPowerUnjudged {
  /** The path in the data directory; empty for every file. */ path: string;
  /** Why it cannot be judged. */ unjudged: string;
}

export interface ScenarioReportState {
  /** The value after the kill. */ after?: string;
  /** The value before the kill. */ before?: string;
  /** The name of the field. */ field: string;
  /** What a kill does to it. */ kind: FieldKind;
  /** What happened to the field. */ verdict: Verdict;
}

export interface ScenarioReportTrace {
  /** The time on the session's clock. */ atMs: number;
  /** Earlier cues that now end differently. */ changed?: string[];
  /** The action during which it was killed. */ during?: string;
  /** What happened. */ event: string;
  /** The outcome of the answer. */ outcome?: AnswerOutcome;
  /** The number of parts of an exchange with another copy. */ parts?: number;
  /** The point of a kill. */ point?: string;
  /** The streak position of the answer. */ position?: number;
  /** The question where it resumed, from 0. */ question?: number;
  /** The name of the error if the action was refused. */ refused?: string;
  /** Cues that were started, in words. */ started?: string[];
}

export interface ServerInfoResult {
  /** The path of the database. */ database: string;
  /** Limits, such as the bytes of a message and the requests of a batch. */ limits: Record<string, number>;
  /** `hwdb`. */ name: string;
  /** The process id. */ pid: number;
  /** The version of the program. */ version: string;
}

/** Counters of a server and its store since the start. */
export interface ServerStatistics {
  /** The open libraries. */ libraries: ServerStatisticsLibraries;
  /** The memory of the process. */ memoryBytes: number;
  /** The server; omitted in process. */ server?: ServerStatisticsServer;
  /** The writer of the database; of all libraries unless the call names one. */ writer: ServerStatisticsWriter;
}

/** The open libraries. */
export interface ServerStatisticsLibraries {
  /** Libraries closed to make room for others. */ closed: number;
  /** Libraries in use by calls, sessions or subscriptions. */ inUse: number;
  /** How many libraries are kept open; more only while in use. */ most: number;
  /** Open libraries. */ open: number;
  /** Libraries opened since the start. */ opened: number;
}

/** The server; omitted in process. */
export interface ServerStatisticsServer {
  /** Connections accepted since the start. */ accepted: number;
  /** Open connections. */ connections: number;
  /** The counters of each method, by name. */ methods: Record<string, ServerStatisticsServerMethod>;
  /** Connections refused since the start. */ refused: number;
  /** The time since the start. */ uptimeMs: number;
}

export interface ServerStatisticsServerMethod {
  /** The number of calls. */ calls: number;
  /** The number of calls that returned an error. */ errors: number;
  /** The longest time of a call. */ maxMs: number;
  /** The median time of a call. */ p50Ms: number;
  /** The 99th percentile of the time of a call. */ p99Ms: number;
  /** The total time of the calls. */ totalMs: number;
}

/** The writer of the database; of all libraries unless the call names one. */
export interface ServerStatisticsWriter {
  /** Checkpoints blocked by a reader. */ blockedCheckpoints: number;
  /** Checkpoints of the write-ahead log. */ checkpoints: number;
  /** Committed transactions. */ commits: number;
  /** Pages in the write-ahead log. */ framesInLog: number;
  /** Largest number of writes in one transaction. */ largestGroup: number;
  /** The error of the last checkpoint, if it failed. */ lastCheckpointError?: string;
  /** Writes waiting for a transaction. */ waiting: number;
  /** Writes in committed transactions. */ writes: number;
}

/** Something that happened on the screen. This one is of type `abandon`. */
export interface SessionEventAbandon {
  /** The type. */ type: "abandon";
}

/** Something that happened on the screen. This one is of type `answer`. */
export interface SessionEventAnswer {
  /** The letter or number of an option, or text, which must not be blank. */ response: string;
  /** The type. */ type: "answer";
}

/** Something that happened on the screen. This one is of type `draft`. */
export interface SessionEventDraft {
  /** Text that was entered but not submitted. */ response?: string;
  /** The type. */ type: "draft";
}

/** Something that happened on the screen. This one is of type `finish`. */
export interface SessionEventFinish {
  /** The type. */ type: "finish";
}

/** Something that happened on the screen. This one is of type `leave`. */
export interface SessionEventLeave {
  /** The type. */ type: "leave";
}

export interface SessionEventResult {
  /** The answer, if the event was one. */ answer?: SessionEventResultAnswer;
  /** The attempt, after the event. */ attempt: AttemptSummary;
  /** The cues that start, and earlier cues that now end differently. */ cues: Cue[];
}

/** The answer, if the event was one. */
export interface SessionEventResultAnswer {
  /** The picture shown with the answer. */ answerPicture?: SessionEventResultAnswerAnswerPicture;
  /** When the answer was given. */ answeredAt: string;
  /** The correct answer. */ correctAnswer: string;
  /** The time spent on the question, in milliseconds. */ elapsedMs: number;
  /** The explanation; may be empty. */ explanation: string;
  /** In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework. */
  homeworkId?: string;
  /** The question's index in the attempt, from 0. */ index: number;
  /** The outcome. */ outcome: AnswerOutcome;
  /** The question. */ questionId: string;
  /** The letter of the option as shown, or the text; omitted if skipped. */ response?: string;
  /** The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds. */
  streakPosition?: number;
}

/** The picture shown with the answer. */
export interface SessionEventResultAnswerAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** Something that happened on the screen. This one is of type `revisit`. */
export interface SessionEventRevisit {
  /** The index of an answered question, from 0. */ questionIndex: number;
  /** The type. */ type: "revisit";
}

/** Something that happened on the screen. This one is of type `screen`. */
export interface SessionEventScreen {
  /** The number of items at once; 1 by default. */ count?: number;
  /** The name of the screen event. */ name?: string;
  /** A number of the event, such as the points of a swipe. */ number?: number;
  /** The type. */ type: "screen";
}

/** Something that happened on the screen. This one is of type `skip`. */
export interface SessionEventSkip {
  /** The type. */ type: "skip";
}

/** Something that happened on the screen. This one is of type `wait`. */
export interface SessionEventWait {
  /** The type. */ type: "wait";
}

export interface SessionOpenResult {
  /** The attempt. */ attempt: Attempt;
  /** The learner who plays. */ learnerId: string;
  /** What a kill did to the former session. */ report: ResumeReport;
  /** The id of the session on this connection. */ sessionId: string;
}

export interface SessionOpenScreen {
  /** The height in points, above 0. */ height: number;
  /** The width in points, above 0. */ width: number;
}

export interface SessionStateResult {
  /** The time on the session's clock. */ atMs: number;
  /** The attempt. */ attemptId: string;
  /** The fields. */ fields: Field[];
  /** The learner who plays. */ learnerId: string;
}

/** The result of an answer or a skip. */
export interface Settlement {
  /** The answer, with the correct answer and the explanation. */ answer: SettlementAnswer;
  /** The attempt after the answer. */ attempt: AttemptSummary;
  /** The cues that it starts in a new session. */ cues: Cue[];
}

/** The answer, with the correct answer and the explanation. */
export interface SettlementAnswer {
  /** The picture shown with the answer. */ answerPicture?: SettlementAnswerAnswerPicture;
  /** When the answer was given. */ answeredAt: string;
  /** The correct answer. */ correctAnswer: string;
  /** The time spent on the question, in milliseconds. */ elapsedMs: number;
  /** The explanation; may be empty. */ explanation: string;
  /** In a review: the question's homework, unless it was deleted. Otherwise the attempt's homework. */
  homeworkId?: string;
  /** The question's index in the attempt, from 0. */ index: number;
  /** The outcome. */ outcome: AnswerOutcome;
  /** The question. */ questionId: string;
  /** The letter of the option as shown, or the text; omitted if skipped. */ response?: string;
  /** The streak position, 1 to 10, or 0 for a wrong or skipped MCQ; omitted for other kinds. */
  streakPosition?: number;
}

/** The picture shown with the answer. */
export interface SettlementAnswerAnswerPicture {
  /** The text that stands for it; may be empty. */ alternative: string;
  /** The SHA-256 digest of the file, in hexadecimal. */ digest: string;
}

/** Totals of all finished attempts, including those of deleted homework. */
export interface Statistics {
  /** The unlocked achievements. */ achievements: Achievement[];
  /** The number of homework marked as done. */ completedHomework: number;
  /** The number of correct answers in them. */ correctAnswers: number;
  /** The time spent on them, in milliseconds. */ elapsedMs: number;
  /** The number of completed attempts. */ finishedAttempts: number;
  /** The number of attempts with each grade. */ grades: Record<string, number>;
  /** The number of homework now. */ homework: number;
  /** The longest run of correct MCQs in one attempt. */ longestRun: number;
  /** The milestones reached: numbers of completed attempts. */ milestones: number[];
  /** The number of questions in them. */ questions: number;
  /** The number of stars earned. */ starsTotal: number;
  /** The totals by subject; homework without a subject comes first. */ subjects: StatisticsSubject[];
}

export interface StatisticsSubject {
  /** The number of correct answers in them. */ correctAnswers: number;
  /** The number of completed attempts. */ finishedAttempts: number;
  /** The subject; omitted for homework without one. */ name?: string;
  /** The number of questions in them. */ questions: number;
}

/** What a copy got from another one. */
export interface SyncCounts {
  /** The number of answers. */ answers: number;
  /** The number of attempts. */ attempts: number;
  /** The number of assignments that were deleted, and of learners who were erased. */ deletions: number;
  /** The number of fields that were edited. */ edits: number;
  /** The number of assignments. */ homework: number;
  /** The number of learners. */ learners: number;
}

export interface SyncGiveResult {
  /** The changes; omitted if there are none. */ part?: Record<string, unknown>;
}

/** What a copy of a library says of itself. */
export interface SyncHello {
  /** The copy. */ copyId: string;
  /** Whether it holds nothing yet and can become a copy of any library. */ isEmpty: boolean;
  /** What it has of each copy. */ known: Record<string, SyncHelloKnown>;
  /** The library, which all copies share. */ libraryId: string;
  /** The version of what copies tell each other. */ schema: number;
}

export interface SyncHelloKnown {
  /** The number of changes. */ count: number;
  /** A sum of their times, which differs if two databases have written as the same copy. */ digest: number;
  /** The hybrid time of the newest change. */ time: number;
}

export interface TeacherLoginResult {
  /** Opens the page as who they are, once and within a minute: /?token=… */ token: string;
}

/** The occurrence that triggers a cue. Equal triggers are the same occurrence. */
export interface Trigger {
  /** The moment, for facts that can happen more than once. */ atMs?: number;
  /** The attempt. */ attemptId?: string;
  /** The collection. */ collection?: string;
  /** What happened. */ fact: Fact;
  /** The homework. */ homeworkId?: string;
  /** The name of the achievement, milestone, generation state or screen event. */ name?: string;
  /** The streak position of an activation. */ position?: number;
  /** The question, from 0. */ questionIndex?: number;
}

export interface VisitorShowResult {
  /** The learner, if the caller is a pupil. */ learner?: Learner;
  /** What the caller may do. */ role: VisitorRole;
}

/** A gap of a text, typed or chosen. */
export type Gap = GapMcq | GapFillBlank;

/** A question with its answer and explanation. */
export type Question = QuestionMcq | QuestionMulti | QuestionFillBlank | QuestionShortAnswer | QuestionNumeric | QuestionGaps | QuestionOrdering | QuestionCard;

/** A question to store. */
export type QuestionInput = QuestionInputMcq | QuestionInputMulti | QuestionInputFillBlank | QuestionInputShortAnswer | QuestionInputNumeric | QuestionInputGaps | QuestionInputOrdering | QuestionInputCard;

/** One change to a quiz, applied after the changes before it. */
export type QuizEdit = QuizEditChange | QuizEditAdd | QuizEditRemove | QuizEditMove;

/** A quiz to store. Ids are optional, and an array of questions is also accepted. */
export type QuizInput = QuizInputWhole | QuestionInput[];

/** Something that happened on the screen. */
export type SessionEvent = SessionEventAnswer | SessionEventSkip | SessionEventFinish | SessionEventAbandon | SessionEventLeave | SessionEventRevisit | SessionEventDraft | SessionEventScreen | SessionEventWait;

/** The protocol's words for what it refuses, with their numbers. */
export const ERRORS = {
  busy: -32006,
  cancelled: -32007,
  conflict: -32003,
  databaseUnavailable: -32004,
  forbidden: -32011,
  historyGone: -32009,
  internal: -32000,
  invalid: -32002,
  invalidParams: -32602,
  invalidRequest: -32600,
  methodNotFound: -32601,
  notFound: -32001,
  parseError: -32700,
  timeUp: -32010,
  tooEarly: -32008,
  tooLarge: -32005,
} as const;
export type ErrorName = keyof typeof ERRORS;

/** What replies are checked by: the members that each result has, with their kinds. */
export const RESULTS: Record<string, Record<string, string> | string | undefined> = {
  "server.info": {"database": "string", "limits": "object", "name": "string", "pid": "number", "version": "string"},
  "server.stats": {"libraries": "object", "memoryBytes": "number", "writer": "object"},
  "server.ping": "object",
  "rpc.discover": "object",
  "visitor.show": {"role": "string"},
  "class.open": {},
  "class.show": {},
  "class.close": "object",
  "class.learners": {"items": "array"},
  "class.join": {"token": "string"},
  "teacher.password": "object",
  "teacher.login": {"token": "string"},
  "library.list": {"items": "array"},
  "library.create": {"changedAt": "string", "fileBytes": "number", "name": "string"},
  "library.delete": {"deleted": "string"},
  "library.export": {"path": "string"},
  "library.import": {"changedAt": "string", "fileBytes": "number", "name": "string"},
  "sync.hello": {"copyId": "string", "isEmpty": "boolean", "known": "object", "libraryId": "string", "schema": "number"},
  "sync.give": {},
  "sync.take": {"answers": "number", "attempts": "number", "deletions": "number", "edits": "number", "homework": "number", "learners": "number"},
  "learner.add": {"createdAt": "string", "id": "string", "isDefault": "boolean", "name": "string"},
  "learner.list": {"items": "array"},
  "learner.update": {"createdAt": "string", "id": "string", "isDefault": "boolean", "name": "string"},
  "learner.export": {},
  "learner.import": {"createdAt": "string", "id": "string", "isDefault": "boolean", "name": "string"},
  "settings.get": {"acceptsAnswers": "boolean"},
  "settings.set": {"acceptsAnswers": "boolean"},
  "overview.get": {"cells": "array", "hardest": "array", "homework": "array", "learners": "array"},
  "learner.erase": {"attempts": "number", "copies": "array", "learner": "object", "pending": "array"},
  "homework.add": {"collections": "array", "createdAt": "string", "generation": "object", "id": "string", "progress": "object", "questionCount": "number", "title": "string"},
  "homework.get": {"collections": "array", "createdAt": "string", "generation": "object", "id": "string", "progress": "object", "questionCount": "number", "title": "string"},
  "homework.picture": {"base64": "string", "byteCount": "number", "mediaType": "string"},
  "homework.list": {"items": "array"},
  "homework.delete": {"deleted": "array"},
  "homework.undelete": {"items": "array"},
  "homework.complete": {"collections": "array", "createdAt": "string", "generation": "object", "id": "string", "progress": "object", "questionCount": "number", "title": "string"},
  "homework.reopen": {"collections": "array", "createdAt": "string", "generation": "object", "id": "string", "progress": "object", "questionCount": "number", "title": "string"},
  "progress.get": {"completionPercentage": "number", "totalAttempts": "number"},
  "homework.update": {"collections": "array", "createdAt": "string", "generation": "object", "id": "string", "progress": "object", "questionCount": "number", "title": "string"},
  "generation.update": {"collections": "array", "createdAt": "string", "generation": "object", "id": "string", "progress": "object", "questionCount": "number", "title": "string"},
  "collection.list": {"items": "array"},
  "stats.get": {"achievements": "array", "completedHomework": "number", "correctAnswers": "number", "elapsedMs": "number", "finishedAttempts": "number", "grades": "object", "homework": "number", "longestRun": "number", "milestones": "array", "questions": "number", "starsTotal": "number", "subjects": "array"},
  "quiz.set": {"id": "string", "questions": "array", "revision": "number"},
  "quiz.get": {"id": "string", "questions": "array", "revision": "number"},
  "quiz.picture": {"base64": "string", "byteCount": "number", "mediaType": "string"},
  "quiz.edit": {"id": "string", "questions": "array", "revision": "number"},
  "quiz.regrade": {"changes": "array", "quiz": "object"},
  "quiz.history": {"items": "array"},
  "quiz.import": {"added": "number", "alreadyThere": "array", "changed": "number", "changes": "array", "format": "string", "homework": "array", "left": "array", "leftOut": "number", "revised": "array", "sameTitle": "array", "titles": "array"},
  "quiz.export": {"left": "array", "leftOut": "number", "text": "string"},
  "attempt.start": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.resume": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.list": {"items": "array"},
  "review.due": {"homework": "array", "total": "number"},
  "review.start": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.get": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.question": {"count": "number", "index": "number", "question": "string", "questionId": "string", "type": "string"},
  "attempt.answer": {"answer": "object", "attempt": "object", "cues": "array"},
  "attempt.skip": {"answer": "object", "attempt": "object", "cues": "array"},
  "attempt.accept": {"answer": "object", "attempt": "object", "cues": "array"},
  "attempt.finish": {"achievements": "array", "attempt": "object", "cues": "array", "milestones": "array", "starsTotal": "number"},
  "attempt.take": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.extend": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.abandon": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "session.open": {"attempt": "object", "learnerId": "string", "report": "object", "sessionId": "string"},
  "session.event": {"attempt": "object", "cues": "array"},
  "session.state": {"atMs": "number", "attemptId": "string", "fields": "array", "learnerId": "string"},
  "session.close": "object",
  "scenario.run": {"failed": "number", "passed": "number", "scenarios": "array", "skipped": "number"},
  "scenario.trace": {"failed": "number", "passed": "number", "scenarios": "array", "skipped": "number"},
  "scenario.explore": {},
  "scenario.check": {"scenarios": "array"},
  "motion.list": {"items": "array", "tokens": "array"},
  "motion.get": {"delayMs": "number", "document": "string", "layer": "string", "name": "string", "profile": "string", "reduced": "object", "resume": "string", "role": "string", "section": "string", "title": "string", "trigger": "object", "unstated": "array", "variants": "array"},
  "motion.timeline": {"animation": "string", "everyMs": "number", "motion": "string", "variants": "array"},
  "motion.particles": {"count": "number", "durationMs": "number", "particles": "array"},
  "motion.lint": {"findings": "array"},
  "motion.check": {"animations": "array", "findings": "array"},
  "motion.schema": {"schema": "any"},
  "motion.export": {"text": "string"},
  "database.info": {"answers": "number", "attempts": "number", "fileBytes": "number", "freeBytes": "number", "homework": "number", "logBytes": "number", "newestEvent": "number", "oldestEvent": "number", "pictures": "number", "questions": "number", "quizzes": "number", "schemaVersion": "number", "sqliteVersion": "string"},
  "database.check": {"findings": "array"},
  "database.repair": {"found": "array", "left": "array"},
  "database.vacuum": {"answers": "number", "attempts": "number", "fileBytes": "number", "freeBytes": "number", "homework": "number", "logBytes": "number", "newestEvent": "number", "oldestEvent": "number", "pictures": "number", "questions": "number", "quizzes": "number", "schemaVersion": "number", "sqliteVersion": "string"},
  "database.backup": {"path": "string"},
  "database.restore": {"answers": "number", "attempts": "number", "fileBytes": "number", "freeBytes": "number", "homework": "number", "logBytes": "number", "newestEvent": "number", "oldestEvent": "number", "pictures": "number", "questions": "number", "quizzes": "number", "schemaVersion": "number", "sqliteVersion": "string"},
};

/** What changes the store, and takes a request id. */
export const WRITES: ReadonlySet<string> = new Set([
  "class.open", "class.close", "class.join", "sync.hello", "sync.take", "learner.add", "learner.update",
  "learner.import", "settings.set", "homework.add", "homework.delete", "homework.undelete", "homework.complete",
  "homework.reopen", "homework.update", "generation.update", "quiz.set", "quiz.edit", "quiz.regrade", "quiz.import",
  "attempt.start", "review.start", "attempt.answer", "attempt.skip", "attempt.accept", "attempt.finish",
  "attempt.take", "attempt.extend", "attempt.abandon",
]);

// Every method, by what it is about. What every method may refuse: busy cancelled internal invalidParams

/** Calls a method by its name. */
export type Call = (method: string, parameters: object) => Promise<unknown>;

/** What many methods take. */
export interface LibraryParameter {
  /** The library's name; required if there are several. */ library?: string;
}

/** What many methods take. */
export interface LearnerParameter {
  /** The learner: a name, an id, or a unique part of one; the default learner by default. */ learnerId?: string;
}

/** What many methods take. */
export interface RequestParameter {
  /** A UUID: repeating the request within 24 hours returns the first reply and changes nothing. */ requestId?: string;
}

/** The methods about one thing. */
export class Group {
  protected readonly call: Call;

  constructor(call: Call) {
    this.call = call;
  }
}

/** `server.…` */
export class ServerMethods extends Group {
  /** Returns versions, limits and the database. */
  info(): Promise<ServerInfoResult> { return this.call("server.info", {}) as Promise<ServerInfoResult>; }

  /**
   * Returns counters of the server and its store since the start. @throws RefusedError: conflict databaseUnavailable
   * invalid notFound
   */
  stats(parameters: LibraryParameter = {}): Promise<ServerStatistics> {
    return this.call("server.stats", parameters) as Promise<ServerStatistics>;
  }

  /** Answers. */
  ping(): Promise<void> { return this.call("server.ping", {}) as Promise<void>; }
}

/** `rpc.…` */
export class RpcMethods extends Group {
  /** Returns this protocol as an OpenRPC document. */
  discover(): Promise<Record<string, unknown>> {
    return this.call("rpc.discover", {}) as Promise<Record<string, unknown>>;
  }
}

/** `visitor.…` */
export class VisitorMethods extends Group {
  /**
   * Returns the caller's role, and the learner of a pupil. @throws RefusedError: conflict databaseUnavailable invalid
   * notFound
   */
  show(parameters: LibraryParameter = {}): Promise<VisitorShowResult> {
    return this.call("visitor.show", parameters) as Promise<VisitorShowResult>;
  }
}

/** `class.…` */
export class ClassMethods extends Group {
  /**
   * Opens the class for 12 hours from now: pupils can join with its code. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  open(parameters: RequestParameter & LibraryParameter = {}): Promise<ClassOpenResult> {
    return this.call("class.open", parameters) as Promise<ClassOpenResult>;
  }

  /**
   * Returns the code of the class, if it is open. @throws RefusedError: conflict databaseUnavailable invalid notFound
   */
  show(parameters: LibraryParameter = {}): Promise<ClassShowResult> {
    return this.call("class.show", parameters) as Promise<ClassShowResult>;
  }

  /**
   * Closes the class: its code is void. Pupils who have joined stay. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  close(parameters: RequestParameter & LibraryParameter = {}): Promise<void> {
    return this.call("class.close", parameters) as Promise<void>;
  }

  /**
   * Lists the learners of an open class, so that a pupil can say who they are. @throws RefusedError: conflict
   * databaseUnavailable forbidden invalid notFound
   */
  learners(parameters: {
    /** The code of the class: case, spaces and hyphens do not matter. */ code: string;
  } & LibraryParameter): Promise<ClassLearnersResult> {
    return this.call("class.learners", parameters) as Promise<ClassLearnersResult>;
  }

  /**
   * Lets a pupil in, as a learner of the class or as a new one. Only a daemon with a page can be joined. @throws
   * RefusedError: conflict databaseUnavailable forbidden invalid notFound
   */
  join(parameters: {
    /** The code of the class: case, spaces and hyphens do not matter. */ code: string;
    /** The id of a learner of the class; give this or name. */ learner?: string;
    /** The name of a new learner, 1 to 100 characters. */ name?: string;
  } & RequestParameter & LibraryParameter): Promise<ClassJoinResult> {
    return this.call("class.join", parameters) as Promise<ClassJoinResult>;
  }
}

/** `teacher.…` */
export class TeacherMethods extends Group {
  /**
   * Sets the password of the library's teachers, and signs out those who have used the former one. @throws
   * RefusedError: conflict databaseUnavailable invalid notFound
   */
  password(parameters: {
    /** 8 to 200 characters. */ password: string;
  } & LibraryParameter): Promise<void> { return this.call("teacher.password", parameters) as Promise<void>; }

  /**
   * Lets a teacher in. Only a daemon with a page can be joined. @throws RefusedError: conflict databaseUnavailable
   * forbidden invalid notFound
   */
  login(parameters: {
    /** The password of the library's teachers. */ password: string;
  } & LibraryParameter): Promise<TeacherLoginResult> {
    return this.call("teacher.login", parameters) as Promise<TeacherLoginResult>;
  }
}

/** `library.…` */
export class LibraryMethods extends Group {
  /**
   * Lists the libraries of the directory by name, or the one in a file. Ignores other files. @throws RefusedError:
   * databaseUnavailable
   */
  list(parameters: {
    /** How many to list, 1 to 500; 50 by default. */ limit?: number;
    /** Continue after a page: its `next`. */ after?: string;
  } = {}): Promise<LibraryListResult> { return this.call("library.list", parameters) as Promise<LibraryListResult>; }

  /**
   * Creates an empty library, and its directory if it does not exist. @throws RefusedError: conflict
   * databaseUnavailable invalid
   */
  create(parameters: {
    /** 1 to 64 of the characters a-z 0-9 - _ ., beginning with a letter or a digit. */ name: string;
  }): Promise<Library> { return this.call("library.create", parameters) as Promise<Library>; }

  /**
   * Deletes a library and everything in it for good. Fails if the library is in use. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  delete(parameters: {
    /** The name of the library. */ name: string;
    /** The name again, to confirm. */ confirm: string;
  }): Promise<LibraryDeleteResult> { return this.call("library.delete", parameters) as Promise<LibraryDeleteResult>; }

  /**
   * Copies a library to a file, for `library.import`, and checks the copy. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  export(parameters: {
    /** The absolute path of the file. */ path: string;
  } & LibraryParameter): Promise<LibraryExportResult> {
    return this.call("library.export", parameters) as Promise<LibraryExportResult>;
  }

  /**
   * Checks an exported library and imports it into a directory, or into an empty database. @throws RefusedError:
   * conflict databaseUnavailable invalid notFound
   */
  import(parameters: {
    /** The absolute path of the copy. */ path: string;
    /** The name of the new library; by default the file's name without .sqlite. */ name?: string;
  }): Promise<Library> { return this.call("library.import", parameters) as Promise<Library>; }
}

/** `sync.…` */
export class SyncMethods extends Group {
  /**
   * Returns what this copy of the library has. If it is empty, it becomes a copy of the other's library first.
   * @throws RefusedError: conflict databaseUnavailable invalid notFound
   */
  hello(parameters: {
    /** What the other copy says of itself. */ other?: SyncHello;
  } & RequestParameter & LibraryParameter = {}): Promise<SyncHello> {
    return this.call("sync.hello", parameters) as Promise<SyncHello>;
  }

  /**
   * Returns the next changes that another copy lacks, about half a mebibyte of them. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  give(parameters: {
    /** The time of the newest change of each copy that the other one has. */ known: Record<string, number>;
  } & LibraryParameter): Promise<SyncGiveResult> {
    return this.call("sync.give", parameters) as Promise<SyncGiveResult>;
  }

  /**
   * Takes changes that another copy has given, in one transaction. The same part again changes nothing. @throws
   * RefusedError: conflict databaseUnavailable invalid notFound tooLarge
   */
  take(parameters: {
    /** The changes, exactly as they were given. */ part: Record<string, unknown>;
  } & RequestParameter & LibraryParameter): Promise<SyncCounts> {
    return this.call("sync.take", parameters) as Promise<SyncCounts>;
  }
}

/** `learner.…` */
export class LearnerMethods extends Group {
  /** Adds a learner. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  add(parameters: {
    /** 1 to 100 characters, unique without regard to case. */ name: string;
  } & RequestParameter & LibraryParameter): Promise<Learner> {
    return this.call("learner.add", parameters) as Promise<Learner>;
  }

  /**
   * Lists the learners of the library, in the order they were added. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  list(parameters: LibraryParameter = {}): Promise<LearnerListResult> {
    return this.call("learner.list", parameters) as Promise<LearnerListResult>;
  }

  /**
   * Renames a learner, makes them the default learner, or sets their extra time or their number. @throws
   * RefusedError: conflict databaseUnavailable invalid notFound
   */
  update(parameters: {
    /** The learner: a name, an id, or a unique part of one. */ learnerId: string;
    /** The new name. */ name?: string;
    /** Whether they become the default learner. */ isDefault?: boolean;
    /** The extra time for attempts with a time limit that start from now on: 0, 25, 50 or 100 per cent. */
    extraTimePercent?: number;
    /** The number in the class list of a school; "" removes it. */ number?: string;
  } & RequestParameter & LibraryParameter): Promise<Learner> {
    return this.call("learner.update", parameters) as Promise<Learner>;
  }

  /**
   * Exports all data about a learner as a JSON document, for import into another library. @throws RefusedError:
   * conflict databaseUnavailable invalid notFound
   */
  export(parameters: {
    /** The learner: a name, an id, or a unique part of one. */ learnerId: string;
    /** The absolute path of a new file to write, instead of returning the text. */ path?: string;
  } & LibraryParameter): Promise<LearnerExportResult> {
    return this.call("learner.export", parameters) as Promise<LearnerExportResult>;
  }

  /**
   * Imports a learner exported from another library, with any homework that is missing here. Does not create their
   * events again. @throws RefusedError: conflict databaseUnavailable invalid notFound tooLarge
   */
  import(parameters: {
    /** The document; give this or path. */ document?: string;
    /** The absolute path of the file, up to 64 MiB. */ path?: string;
  } & RequestParameter & LibraryParameter = {}): Promise<Learner> {
    return this.call("learner.import", parameters) as Promise<Learner>;
  }

  /**
   * Erases all data about a learner for good, and every byte of it from the file; their events keep their numbers.
   * @throws RefusedError: conflict databaseUnavailable invalid notFound
   */
  erase(parameters: {
    /** The learner: a name, an id, or a unique part of one. */ learnerId: string;
    /** The full name, to confirm, as this cannot be undone. */ name: string;
  } & LibraryParameter): Promise<LearnerEraseResult> {
    return this.call("learner.erase", parameters) as Promise<LearnerEraseResult>;
  }
}

/** `settings.…` */
export class SettingsMethods extends Group {
  /** Returns what is allowed in the library. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  get(parameters: LibraryParameter = {}): Promise<LibrarySettings> {
    return this.call("settings.get", parameters) as Promise<LibrarySettings>;
  }

  /** Changes what is allowed in the library. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  set(parameters: {
    /** Whether learners may have a wrong typed answer counted. */ acceptsAnswers: boolean;
  } & RequestParameter & LibraryParameter): Promise<LibrarySettings> {
    return this.call("settings.set", parameters) as Promise<LibrarySettings>;
  }
}

/** `overview.…` */
export class OverviewMethods extends Group {
  /**
   * Returns the progress in all homework, and the hardest questions. Leaves out Learner 1 if that learner has not
   * played and there are others. @throws RefusedError: conflict databaseUnavailable invalid notFound
   */
  get(parameters: LearnerParameter & LibraryParameter = {}): Promise<Overview> {
    return this.call("overview.get", parameters) as Promise<Overview>;
  }
}

/** `homework.…` */
export class HomeworkMethods extends Group {
  /**
   * Adds an assignment, with its quiz if there is one. @throws RefusedError: conflict databaseUnavailable invalid
   * notFound
   */
  add(parameters: {
    /** The title. */ title: string;
    /** Its subject, such as Mathematics. */ subject?: string;
    /** A collection it belongs to. */ collections?: string[];
    /** The text of the homework. */ text?: string;
    /** The absolute path of a JPEG, PNG, GIF, WebP or HEIC file up to 16 MiB, which the serving process reads. */
    imagePath?: string;
    /** The day it is due, such as 2026-11-20. */ dueOn?: string;
    /** A note to it. */ note?: string;
    /** Its quiz; ids are optional. */ quiz?: QuizInput;
  } & LearnerParameter & RequestParameter & LibraryParameter): Promise<Homework> {
    return this.call("homework.add", parameters) as Promise<Homework>;
  }

  /** Returns an assignment. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  get(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
  } & LearnerParameter & LibraryParameter): Promise<Homework> {
    return this.call("homework.get", parameters) as Promise<Homework>;
  }

  /** Returns the picture of an assignment. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  picture(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
  } & LibraryParameter): Promise<HomeworkPictureResult> {
    return this.call("homework.picture", parameters) as Promise<HomeworkPictureResult>;
  }

  /** Lists homework, newest first. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  list(parameters: {
    /** Only homework of this subject. */ subject?: string;
    /** Only homework in this collection. */ collection?: string;
    /** Only homework with this status. */ status?: Status;
    /** Only homework that is due then, by the date of the serving machine. */ due?: Due;
    /** Words in the title, subject, text or questions; the last word may be a prefix. */ search?: string;
    /** Words in the note. */ note?: string;
    /** How many to list, 1 to 500; 50 by default. */ limit?: number;
    /** Continue after a page: the cursor it ended with. */ after?: string;
  } & LearnerParameter & LibraryParameter = {}): Promise<HomeworkListResult> {
    return this.call("homework.list", parameters) as Promise<HomeworkListResult>;
  }

  /**
   * Deletes homework with its quiz, attempts and progress; deletes all of them or none. @throws RefusedError:
   * conflict databaseUnavailable invalid notFound
   */
  delete(parameters: {
    /** Ids, or unique beginnings or ends. */ homeworkIds: string[];
  } & RequestParameter & LibraryParameter): Promise<HomeworkDeleteResult> {
    return this.call("homework.delete", parameters) as Promise<HomeworkDeleteResult>;
  }

  /**
   * Restores the last deleted homework, for 30 days or until the next deletion; or, if answers were graded anew
   * since, their former grades. @throws RefusedError: conflict databaseUnavailable invalid notFound
   */
  undelete(parameters: LearnerParameter & RequestParameter & LibraryParameter = {}): Promise<HomeworkUndeleteResult> {
    return this.call("homework.undelete", parameters) as Promise<HomeworkUndeleteResult>;
  }

  /** Marks an assignment as done. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  complete(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
  } & LearnerParameter & RequestParameter & LibraryParameter): Promise<Homework> {
    return this.call("homework.complete", parameters) as Promise<Homework>;
  }

  /** Marks an assignment as not done. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  reopen(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
  } & LearnerParameter & RequestParameter & LibraryParameter): Promise<Homework> {
    return this.call("homework.reopen", parameters) as Promise<Homework>;
  }

  /**
   * Changes an assignment; members that are not given stay the same. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  update(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
    /** The new title. */ title?: string;
    /** Its subject; "" removes it. */ subject?: string;
    /** A collection it belongs to; replaces all of them. */ collections?: string[];
    /** Its text; "" removes it. */ text?: string;
    /** The absolute path of a JPEG, PNG, GIF, WebP or HEIC file up to 16 MiB, which the serving process reads. */
    imagePath?: string;
    /** The day it is due; "" removes it. */ dueOn?: string;
    /** A note to it; "" removes it. */ note?: string;
  } & LearnerParameter & RequestParameter & LibraryParameter): Promise<Homework> {
    return this.call("homework.update", parameters) as Promise<Homework>;
  }
}

/** `progress.…` */
export class ProgressMethods extends Group {
  /** Returns the progress of an assignment. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  get(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
  } & LearnerParameter & LibraryParameter): Promise<Progress> {
    return this.call("progress.get", parameters) as Promise<Progress>;
  }
}

/** `generation.…` */
export class GenerationMethods extends Group {
  /**
   * Sets the state of a quiz's generation. @throws RefusedError: conflict databaseUnavailable invalid notFound
   * tooEarly
   */
  update(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
    /** The new state. */ state: GenerationState;
    /** Why it failed. */ reason?: GenerationReason;
    /** How many seconds to wait before the next try; 300 by default if rate limited. */ retryAfterSeconds?: number;
  } & LearnerParameter & RequestParameter & LibraryParameter): Promise<Homework> {
    return this.call("generation.update", parameters) as Promise<Homework>;
  }
}

/** `collection.…` */
export class CollectionMethods extends Group {
  /**
   * Lists the collections that contain homework, by name. @throws RefusedError: conflict databaseUnavailable invalid
   * notFound
   */
  list(parameters: LearnerParameter & LibraryParameter = {}): Promise<CollectionListResult> {
    return this.call("collection.list", parameters) as Promise<CollectionListResult>;
  }
}

/** `stats.…` */
export class StatsMethods extends Group {
  /**
   * Returns the totals of all finished attempts. @throws RefusedError: conflict databaseUnavailable invalid notFound
   */
  get(parameters: LearnerParameter & LibraryParameter = {}): Promise<Statistics> {
    return this.call("stats.get", parameters) as Promise<Statistics>;
  }
}

/** `quiz.…` */
export class QuizMethods extends Group {
  /** Sets or replaces the quiz of an assignment. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  set(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
    /** A quiz, or an array of questions. */ quiz: QuizInput;
  } & RequestParameter & LibraryParameter): Promise<Quiz> { return this.call("quiz.set", parameters) as Promise<Quiz>; }

  /**
   * Returns the quiz of an assignment or an attempt, or any revision by its own id. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  get(parameters: {
    /** The id, or a unique beginning or end of it; this, quizId or attemptId. */ homeworkId?: string;
    /** The full id of a quiz. */ quizId?: string;
    /** The id, or a unique beginning or end of it; returns the revision that the attempt plays. */ attemptId?: string;
  } & LibraryParameter = {}): Promise<Quiz> { return this.call("quiz.get", parameters) as Promise<Quiz>; }

  /** Returns a picture of a question. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  picture(parameters: {
    /** Its SHA-256 digest in hexadecimal, as the question has it. */ digest: string;
  } & LibraryParameter): Promise<QuizPictureResult> {
    return this.call("quiz.picture", parameters) as Promise<QuizPictureResult>;
  }

  /**
   * Makes a new revision of a quiz. Attempts keep the revision that they started with. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  edit(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
    /** The revision to edit; the call fails if it is not the current one. */ quizId?: string;
    /** The edits, applied in order. */ edits: QuizEdit[];
  } & RequestParameter & LibraryParameter): Promise<Quiz> {
    return this.call("quiz.edit", parameters) as Promise<Quiz>;
  }

  /**
   * Corrects the key of a question, and grades earlier answers to it anew, of every learner. Scores, progress, stars
   * and statistics follow; nothing is celebrated. Attempts in progress follow when they are finished. @throws
   * RefusedError: conflict databaseUnavailable invalid notFound
   */
  regrade(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
    /** The revision to correct; the call fails if it is not the current one. */ quizId?: string;
    /** The index of the question, from 0. */ index: number;
    /** The corrected question; by default the question of the quiz. */ question?: QuestionInput;
    /** Leave correct answers correct, so that no score falls. */ neverLower?: boolean;
    /** Only show what would change. */ dryRun?: boolean;
  } & RequestParameter & LibraryParameter): Promise<Regrading> {
    return this.call("quiz.regrade", parameters) as Promise<Regrading>;
  }

  /**
   * Lists the revisions of an assignment's quiz and their changes, newest first. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  history(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
  } & LibraryParameter): Promise<QuizHistoryResult> {
    return this.call("quiz.history", parameters) as Promise<QuizHistoryResult>;
  }

  /** Adds an assignment for each quiz in a file. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  import(parameters: {
    /** The content of the file; give this or path. */ text?: string;
    /** The absolute path of a file up to 64 MiB, which the serving process reads. */ path?: string;
    /** The file name, used in messages. */ name?: string;
    /** The format; auto by default, which detects it. */ format?: QuizFormat;
    /** The column of the questions, by heading, number or letter; or a key of JSON. */ question?: string;
    /** The column or key of the right answers. */ answer?: string;
    /** The columns or keys of the options; one may hold all of them. */ options?: string[];
    /** Revise the quiz that has the same title, instead of adding a second one. */ update?: boolean;
    /** Reject a file if any question would be changed or left out. */ strict?: boolean;
    /** Only show what would be added. */ dryRun?: boolean;
    /** In a dry run: also return the quizzes; true by default. */ givesQuizzes?: boolean;
    /** Also give the text of each question that is left out. */ explain?: boolean;
  } & LearnerParameter & RequestParameter & LibraryParameter = {}): Promise<Import> {
    return this.call("quiz.import", parameters) as Promise<Import>;
  }

  /**
   * Exports quizzes to other programs, or as a page to print. @throws RefusedError: conflict databaseUnavailable
   * invalid notFound
   */
  export(parameters: {
    /** The homework to export; all by default. */ homeworkIds?: string[];
    /** The format; json by default, worksheet is a page to print. */ format?: QuizFormatWord;
    /** Print the answers of a worksheet in place of space to write. */ key?: boolean;
    /** What to shuffle; nothing by default. */ shuffle?: Shuffle;
    /** The seed of the order: the same number gives the same order; 1 by default. */ seed?: number;
  } & LibraryParameter = {}): Promise<QuizExportResult> {
    return this.call("quiz.export", parameters) as Promise<QuizExportResult>;
  }
}

/** `attempt.…` */
export class AttemptMethods extends Group {
  /**
   * Starts an attempt at the quiz of an assignment. @throws RefusedError: conflict databaseUnavailable invalid
   * notFound
   */
  start(parameters: {
    /** The id, or a unique beginning or end of it. */ homeworkId: string;
    /** What to shuffle; nothing by default. */ shuffle?: Shuffle;
    /** The seed of the order: the same number gives the same order; random by default. */ seed?: number;
    /**
     * Practise only the questions last answered wrong or skipped ("wrong"), those due ("due"), or those with these
     * indexes in the quiz, from 0.
     */
    only?: Only | number[];
    /** With "due": how likely the learner is to remember a question when it is due; 0.9 by default. */
    retention?: number;
    /** With "due": how many questions; all by default. */ limit?: number;
    /** Practise: does not change progress or stars. */ practice?: boolean;
    /** The time limit in milliseconds, at most a year; it also runs between sessions. */ timeLimitMs?: number;
  } & LearnerParameter & RequestParameter & LibraryParameter): Promise<Attempt> {
    return this.call("attempt.start", parameters) as Promise<Attempt>;
  }

  /**
   * Returns the attempt in progress of an assignment, or an attempt by its id. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  resume(parameters: {
    /** The id, or a unique beginning or end of it; give this or attemptId. */ homeworkId?: string;
    /** The id, or a unique beginning or end of it. */ attemptId?: string;
  } & LearnerParameter & LibraryParameter = {}): Promise<Attempt> {
    return this.call("attempt.resume", parameters) as Promise<Attempt>;
  }

  /** Lists attempts, newest first. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  list(parameters: {
    /** Only attempts at this homework. */ homeworkId?: string;
    /** Only attempts in this state. */ state?: AttemptState;
    /** How many to list, 1 to 500; 50 by default. */ limit?: number;
    /** Continue after a page: the cursor it ended with. */ after?: string;
  } & LearnerParameter & LibraryParameter = {}): Promise<AttemptListResult> {
    return this.call("attempt.list", parameters) as Promise<AttemptListResult>;
  }

  /**
   * Returns an attempt and, for a review, its questions. @throws RefusedError: conflict databaseUnavailable invalid
   * notFound
   */
  get(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
    /**
     * Whether to return the question, the response in words, the correct answer and the explanation with each answer.
     */
    review?: boolean;
  } & LibraryParameter): Promise<ReviewedAttempt> {
    return this.call("attempt.get", parameters) as Promise<ReviewedAttempt>;
  }

  /**
   * Returns the current question as it is shown, without its answer. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  question(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
  } & LibraryParameter): Promise<AttemptQuestionResult> {
    return this.call("attempt.question", parameters) as Promise<AttemptQuestionResult>;
  }

  /** Answers the current question. @throws RefusedError: conflict databaseUnavailable invalid notFound timeUp */
  answer(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
    /**
     * The letter of an option or its number from 1, letters such as "A,C", a number, a list of texts for gaps,
     * "known" or "unknown" for a card, or text, which must not be blank.
     */
    response: string | number | string[];
    /** The expected current question, from 0; the call fails with a conflict if it is another one. */
    questionIndex?: number;
    /** The time spent on the question, in milliseconds. */ elapsedMs?: number;
  } & RequestParameter & LibraryParameter): Promise<Settlement> {
    return this.call("attempt.answer", parameters) as Promise<Settlement>;
  }

  /** Skips the current question. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  skip(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
    /** The expected current question, from 0; the call fails with a conflict if it is another one. */
    questionIndex?: number;
    /** The time spent on the question, in milliseconds. */ elapsedMs?: number;
  } & RequestParameter & LibraryParameter): Promise<Settlement> {
    return this.call("attempt.skip", parameters) as Promise<Settlement>;
  }

  /**
   * Counts the last answer, which was typed and graded as wrong, because the learner was right. The library's
   * settings must allow it. The answer stays as it was given, and nothing is celebrated. @throws RefusedError:
   * conflict databaseUnavailable invalid notFound
   */
  accept(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
    /** The expected last question answered, from 0; the call fails with a conflict if it is another one. */
    questionIndex?: number;
  } & RequestParameter & LibraryParameter): Promise<Settlement> {
    return this.call("attempt.accept", parameters) as Promise<Settlement>;
  }

  /**
   * Completes an attempt whose questions are all answered or skipped. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  finish(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
  } & RequestParameter & LibraryParameter): Promise<Finish> {
    return this.call("attempt.finish", parameters) as Promise<Finish>;
  }

  /**
   * Continues an attempt here that was played on another copy of the library. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  take(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
  } & RequestParameter & LibraryParameter): Promise<Attempt> {
    return this.call("attempt.take", parameters) as Promise<Attempt>;
  }

  /**
   * Gives an attempt more time: from its deadline, or from now if the time is up already. @throws RefusedError:
   * conflict databaseUnavailable invalid notFound
   */
  extend(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
    /** The additional time in milliseconds, at most a year. */ byMs: number;
  } & RequestParameter & LibraryParameter): Promise<Attempt> {
    return this.call("attempt.extend", parameters) as Promise<Attempt>;
  }

  /**
   * Abandons an attempt: its answers and stars do not count. @throws RefusedError: conflict databaseUnavailable
   * invalid notFound
   */
  abandon(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
  } & RequestParameter & LibraryParameter): Promise<Attempt> {
    return this.call("attempt.abandon", parameters) as Promise<Attempt>;
  }
}

/** `review.…` */
export class ReviewMethods extends Group {
  /**
   * Returns the number of due questions, by homework. @throws RefusedError: conflict databaseUnavailable invalid
   * notFound
   */
  due(parameters: {
    /** How likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by default. */
    retention?: number;
    /**
     * The minutes by which the learner's clock is ahead of UTC, as questions are due from 00:00 of a day; by default
     * those of the machine that serves.
     */
    utcOffsetMinutes?: number;
    /** The number of days, from today, to count the due questions of. */ next?: number;
  } & LearnerParameter & LibraryParameter = {}): Promise<DueReviews> {
    return this.call("review.due", parameters) as Promise<DueReviews>;
  }

  /**
   * Starts a practice attempt with the due questions of all homework, longest overdue first. @throws RefusedError:
   * conflict databaseUnavailable invalid notFound
   */
  start(parameters: {
    /** How likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by default. */
    retention?: number;
    /**
     * The minutes by which the learner's clock is ahead of UTC, as questions are due from 00:00 of a day; by default
     * those of the machine that serves.
     */
    utcOffsetMinutes?: number;
    /** How many questions, 1 to 200; 200 by default. */ limit?: number;
    /** What to shuffle; nothing by default. */ shuffle?: Shuffle;
    /** The seed of the order: the same number gives the same order. */ seed?: number;
    /** The time limit in milliseconds, at most a year; it also runs between sessions. */ timeLimitMs?: number;
  } & LearnerParameter & RequestParameter & LibraryParameter = {}): Promise<Attempt> {
    return this.call("review.start", parameters) as Promise<Attempt>;
  }
}

/** `session.…` */
export class SessionMethods extends Group {
  /**
   * Opens a session on an attempt. Closing the connection kills it; opening another one on the attempt resumes it.
   * @throws RefusedError: conflict databaseUnavailable invalid notFound
   */
  open(parameters: {
    /** The id, or a unique beginning or end of it. */ attemptId: string;
    /** The designs to show; mcq-streak by default. */ profiles?: string[];
    /** Animation files to show. */ animations?: AnimationFile[];
    /** Full (by default) or reduced motion. */ motion?: Motion;
    /** The screen size in points; 390 by 844 by default. */ screen?: SessionOpenScreen;
    /** The seed of the confetti, from 0; 0 by default. */ seed?: number;
    /** Whether the battery is low: repeating animations are left out. */ lowPower?: boolean;
  } & LibraryParameter): Promise<SessionOpenResult> {
    return this.call("session.open", parameters) as Promise<SessionOpenResult>;
  }

  /**
   * Tells a session what happened; returns the cues that this starts or ends. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  event(parameters: {
    /** The id returned by session.open on this connection. */ sessionId: string;
    /** The time on the session's clock, which starts at 0 and never goes back. */ atMs: number;
    /** What happened. */ event: SessionEvent;
  } & LibraryParameter): Promise<SessionEventResult> {
    return this.call("session.event", parameters) as Promise<SessionEventResult>;
  }

  /**
   * Returns every field of a session and its attempt, and what a kill does to it. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  state(parameters: {
    /** The id returned by session.open on this connection. */ sessionId: string;
  } & LibraryParameter): Promise<SessionStateResult> {
    return this.call("session.state", parameters) as Promise<SessionStateResult>;
  }

  /**
   * Closes a session. The report of the next session on the attempt does not mention it. @throws RefusedError:
   * notFound
   */
  close(parameters: {
    /** The id returned by session.open on this connection. */ sessionId: string;
  }): Promise<void> { return this.call("session.close", parameters) as Promise<void>; }
}

/** `scenario.…` */
export class ScenarioMethods extends Group {
  /** Runs the scenarios of a script. @throws RefusedError: invalid */
  run(parameters: {
    /** The script. */ text: string;
    /** Its file name, used in messages. */ name?: string;
    /** The quiz and animation files that the script uses, by name. */ files?: Record<string, string>;
    /** Animation files for all scenarios. */ animations?: AnimationFile[];
    /** A design for all scenarios, besides their own. */ profile?: string;
    /** How to kill; simulated by default. */ mode?: Mode;
    /** Replaces the script's seed. */ seed?: number;
    /** The names of the scenarios to run; all by default. */ only?: string[];
  }): Promise<Run> { return this.call("scenario.run", parameters) as Promise<Run>; }

  /** Runs the scenarios of a script and returns what happened, without judging it. @throws RefusedError: invalid */
  trace(parameters: {
    /** The script. */ text: string;
    /** Its file name, used in messages. */ name?: string;
    /** The quiz and animation files that the script uses, by name. */ files?: Record<string, string>;
    /** Animation files for all scenarios. */ animations?: AnimationFile[];
    /** A design for all scenarios, besides their own. */ profile?: string;
    /** How to kill; simulated by default. */ mode?: Mode;
  }): Promise<Run> { return this.call("scenario.trace", parameters) as Promise<Run>; }

  /**
   * Kills scenarios at every possible point; without a script, tries every sequence of actions. @throws RefusedError:
   * invalid
   */
  explore(parameters: {
    /** The script. */ text?: string;
    /** Its file name, used in messages. */ name?: string;
    /** The quiz and animation files that the script uses, by name. */ files?: Record<string, string>;
    /** Animation files for all scenarios. */ animations?: AnimationFile[];
    /** A design for all scenarios, besides their own. */ profile?: string;
    /** How to kill; simulated by default. */ mode?: Mode;
    /** 1, or 2 to try every pair of points too. */ kills?: number;
    /** 2: try every order of what two copies of the library do and exchange. */ copies?: number;
    /** Try every sequence of actions up to this length, 1 to 16; of all actions 1 to 8. */ sequences?: number;
    /**
     * The actions in sequences: by default correct and wrong answers, without a store; or all actions of two
     * learners, with a store in memory.
     */
    actions?: Action;
    /** The names of the scenarios to explore; all by default. */ only?: string[];
    /** How many points to try at a time. */ jobs?: number;
  } = {}): Promise<Exploration> { return this.call("scenario.explore", parameters) as Promise<Exploration>; }

  /** Checks a script without running it. @throws RefusedError: invalid */
  check(parameters: {
    /** The script. */ text: string;
    /** Its file name, used in messages. */ name?: string;
    /** The quiz and animation files that the script uses, by name. */ files?: Record<string, string>;
    /** Animation files for all scenarios. */ animations?: AnimationFile[];
    /** A design for all scenarios, besides their own. */ profile?: string;
  }): Promise<ScenarioCheckResult> { return this.call("scenario.check", parameters) as Promise<ScenarioCheckResult>; }
}

/** `motion.…` */
export class MotionMethods extends Group {
  /** Lists the animations of the five designs, or of your files. @throws RefusedError: invalid */
  list(parameters: {
    /** Only animations of this design; all five by default. */ profile?: string;
    /** Animation files; without a profile, only their animations. */ animations?: AnimationFile[];
  } = {}): Promise<MotionListResult> { return this.call("motion.list", parameters) as Promise<MotionListResult>; }

  /** Returns an animation. @throws RefusedError: invalid notFound */
  get(parameters: {
    /** The name, such as A1 or ncdb.buttonPress. */ animation: string;
    /** Animation files, if the animation is in one. */ animations?: AnimationFile[];
  }): Promise<Animation> { return this.call("motion.get", parameters) as Promise<Animation>; }

  /** The samples of an animation over time. @throws RefusedError: invalid notFound */
  timeline(parameters: {
    /** The name, such as A1 or ncdb.buttonPress. */ animation: string;
    /** Full (by default) or reduced motion. */ motion?: Motion;
    /** Milliseconds between two samples, 1 to 60000; 16 by default. */ everyMs?: number;
    /** Animation files, if the animation is in one. */ animations?: AnimationFile[];
  }): Promise<MotionTimeline> { return this.call("motion.timeline", parameters) as Promise<MotionTimeline>; }

  /** Returns every particle of a confetti burst at one moment. */
  particles(parameters: {
    /** The intensity of the burst. */ intensity: Intensity;
    /** The screen size in points; 390 by 844 by default. */ screen?: MotionParticlesScreen;
    /** The seed of the burst, from 0; 0 by default. */ seed?: number;
    /** The time from the start of the burst. */ atMs: number;
  }): Promise<MotionParticlesResult> {
    return this.call("motion.particles", parameters) as Promise<MotionParticlesResult>;
  }

  /**
   * Lists contradictions in the catalogue and with its documents, and all inferred numbers. @throws RefusedError:
   * invalid
   */
  lint(parameters: {
    /** Only animations of this design; all five by default. */ profile?: string;
    /** Animation files; without a profile, only their animations. */ animations?: AnimationFile[];
  } = {}): Promise<MotionLintResult> { return this.call("motion.lint", parameters) as Promise<MotionLintResult>; }

  /** Checks an animation file and names each mistake by its JSON path. @throws RefusedError: invalid */
  check(parameters: {
    /** The file name, used in messages. */ name: string;
    /** The content of the file. */ text: string;
  }): Promise<MotionCheckResult> { return this.call("motion.check", parameters) as Promise<MotionCheckResult>; }

  /** Returns the JSON Schema of animation files. */
  schema(): Promise<MotionSchemaResult> { return this.call("motion.schema", {}) as Promise<MotionSchemaResult>; }

  /** Exports a design or animation files as one Design Tokens file, or as CSS. @throws RefusedError: invalid */
  export(parameters: {
    /** One of the five designs. */ profile?: string;
    /** Or animation files. */ animations?: AnimationFile[];
    /** The format; tokens by default. */ format?: MotionFormat;
  } = {}): Promise<MotionExportResult> { return this.call("motion.export", parameters) as Promise<MotionExportResult>; }
}

/** `database.…` */
export class DatabaseMethods extends Group {
  /** The database's file, schema and contents. @throws RefusedError: conflict databaseUnavailable invalid notFound */
  info(parameters: LibraryParameter = {}): Promise<DatabaseInfo> {
    return this.call("database.info", parameters) as Promise<DatabaseInfo>;
  }

  /**
   * Checks the database for damage and wrong totals, and lists what it finds. @throws RefusedError: conflict
   * databaseUnavailable invalid notFound
   */
  check(parameters: LibraryParameter = {}): Promise<DatabaseCheckResult> {
    return this.call("database.check", parameters) as Promise<DatabaseCheckResult>;
  }

  /**
   * Recomputes totals from the stored answers; returns what was wrong and what remains. @throws RefusedError:
   * conflict databaseUnavailable invalid notFound
   */
  repair(parameters: LibraryParameter = {}): Promise<DatabaseRepairResult> {
    return this.call("database.repair", parameters) as Promise<DatabaseRepairResult>;
  }

  /**
   * Frees the space that deletions left in the file. @throws RefusedError: conflict databaseUnavailable invalid
   * notFound
   */
  vacuum(parameters: LibraryParameter = {}): Promise<DatabaseInfo> {
    return this.call("database.vacuum", parameters) as Promise<DatabaseInfo>;
  }

  /**
   * Copies the database to a file and checks the copy. @throws RefusedError: conflict databaseUnavailable invalid
   * notFound
   */
  backup(parameters: {
    /** The absolute path of the file. */ path: string;
  } & LibraryParameter): Promise<DatabaseBackupResult> {
    return this.call("database.backup", parameters) as Promise<DatabaseBackupResult>;
  }

  /**
   * Checks a backup and replaces everything with its contents. @throws RefusedError: conflict databaseUnavailable
   * invalid notFound
   */
  restore(parameters: {
    /** The absolute path of the file. */ path: string;
  } & LibraryParameter): Promise<DatabaseInfo> {
    return this.call("database.restore", parameters) as Promise<DatabaseInfo>;
  }
}

/** All that belong to no session, by what they are about. */
export class Methods {
  readonly server: ServerMethods;
  readonly rpc: RpcMethods;
  readonly visitor: VisitorMethods;
  readonly class: ClassMethods;
  readonly teacher: TeacherMethods;
  readonly library: LibraryMethods;
  readonly sync: SyncMethods;
  readonly learner: LearnerMethods;
  readonly settings: SettingsMethods;
  readonly overview: OverviewMethods;
  readonly homework: HomeworkMethods;
  readonly progress: ProgressMethods;
  readonly generation: GenerationMethods;
  readonly collection: CollectionMethods;
  readonly stats: StatsMethods;
  readonly quiz: QuizMethods;
  readonly attempt: AttemptMethods;
  readonly review: ReviewMethods;
  readonly scenario: ScenarioMethods;
  readonly motion: MotionMethods;
  readonly database: DatabaseMethods;

  constructor(call: Call) {
    this.server = new ServerMethods(call);
    this.rpc = new RpcMethods(call);
    this.visitor = new VisitorMethods(call);
    this.class = new ClassMethods(call);
    this.teacher = new TeacherMethods(call);
    this.library = new LibraryMethods(call);
    this.sync = new SyncMethods(call);
    this.learner = new LearnerMethods(call);
    this.settings = new SettingsMethods(call);
    this.overview = new OverviewMethods(call);
    this.homework = new HomeworkMethods(call);
    this.progress = new ProgressMethods(call);
    this.generation = new GenerationMethods(call);
    this.collection = new CollectionMethods(call);
    this.stats = new StatsMethods(call);
    this.quiz = new QuizMethods(call);
    this.attempt = new AttemptMethods(call);
    this.review = new ReviewMethods(call);
    this.scenario = new ScenarioMethods(call);
    this.motion = new MotionMethods(call);
    this.database = new DatabaseMethods(call);
  }
}

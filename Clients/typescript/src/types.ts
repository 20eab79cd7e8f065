// Every value of the protocol, by name. Written by Clients/generate: change the protocol, and run it again.
// Times are ISO 8601 in UTC, days 2026-11-20; a member that ends in Ms is in milliseconds.

/** The version of hwdb that this client was made for. */
export const VERSION = "0.1.0";

export type Achievement = "firstPerfect" | "fullCycle" | "tenStars" | "hundredStars";
export type Action = "answers" | "all";
export type AnimationForm = "unchanged" | "phases" | "instant" | "hapticOnly" | "removed";
export type AnimationKind =
  | "light" | "medium" | "heavy" | "selection" | "success" | "warning" | "error" | "notification";
export type AnswerOutcome = "correct" | "wrong" | "skipped";
export type AttemptState = "inProgress" | "completed" | "abandoned";
export type Bar = "empty" | "green" | "star";
export type Behaviour = "dotSettle" | "star" | "sizeSettle" | "confetti" | "badge" | "countUp";
export type CueReason =
  | "lowPower" | "reduceMotion" | "noStars" | "killResume" | "alreadyCelebrated" | "superseded" | "left" | "burstCap";
export type DatabaseKind =
  | "structure" | "reference" | "checksum" | "question" | "questionCount" | "streakPosition" | "standing" | "credit" |
  "progress" | "picture" | "events" | "search";
export type Disposition = "played" | "reduced" | "suppressed" | "interrupted" | "capped" | "running";
export type Due = "today" | "week" | "overdue";
export type EventKind =
  | "homeworkAdded" | "homeworkUpdated" | "homeworkCompleted" | "homeworkReopened" | "homeworkDeleted" |
  "homeworkRestored" | "firstCapture" | "collectionCompleted" | "quizSet" | "generationChanged" | "attemptStarted" |
  "answerSettled" | "attemptFinished" | "attemptAbandoned" | "achievementUnlocked" | "milestoneReached" |
  "learnerAdded" | "learnerUpdated" | "erased" | "databaseRestored";
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
export type ImportFormat =
  | "json" | "gift" | "moodle-xml" | "aiken" | "open-trivia" | "csv" | "tsv" | "anki" | "xlsx" | "qti" | "blackboard"
  | "open-trivia-qa" | "markdown";
export type Intensity = "standard" | "medium" | "max";
export type Layer = "question" | "results" | "anywhere";
export type MediaType = "image/jpeg" | "image/png" | "image/heic";
export type Mode = "simulated" | "process" | "power-loss";
export type Motion = "full" | "reduced";
export type MotionFindingKind =
  | "total" | "peak" | "duration" | "spring" | "guideline" | "stagger" | "contradiction" | "removed" | "stillMoves" |
  "jump" | "inferred" | "earlierDraft";
export type MotionFormat = "tokens" | "css";
export type Only = "wrong" | "due";
export type Part =
  | "type" | "question" | "options" | "correctIndex" | "correctAnswer" | "acceptedAnswers" | "keyConcepts" |
  "explanation";
export type Property =
  | "opacity" | "scale" | "rotation" | "x" | "y" | "size" | "slide" | "colour" | "progress" | "glow" | "shimmer" |
  "particles" | "count";
export type QuizChangeKind = "added" | "removed" | "changed" | "moved";
export type QuizFormat =
  | "auto" | "json" | "gift" | "moodle-xml" | "aiken" | "open-trivia" | "csv" | "tsv" | "anki" | "xlsx" | "qti" |
  "blackboard" | "open-trivia-qa" | "markdown";
export type QuizFormatWord = "json" | "gift" | "moodle-xml" | "aiken" | "csv" | "worksheet";
export type Resume = "ephemeral" | "once" | "routine";
export type Role = "decoration" | "celebration" | "transition" | "loading" | "confirmation" | "error" | "focus";
export type ScenarioReportOutcome = "passed" | "failed" | "error" | "skipped";
export type Shuffle = "questions" | "options" | "both";
export type Status = "new" | "started" | "completed";
export type Unstated = "duration" | "curve" | "values" | "reduced";
export type Verdict = "kept" | "lost" | "leaked" | "forgotten" | "asked";

/** An animation of the catalogue, as its document describes it. */
export interface Animation {
  /** What starts it too. */
  alsoOn?: AnimationAlsoOn[];
  /** What the program decides about it. */
  behaviour?: Behaviour;
  /** How long after that it starts. */
  delayMs: number;
  /** The document that gives it. */
  document: string;
  /** What ends one that goes on until then. */
  endsOn?: string;
  /** The tap that the device gives, of the first variant. */
  haptic?: AnimationHaptic;
  /** The screen that it lies on. */
  layer: Layer;
  /** Its name. */
  name: string;
  /** The design or file that it belongs to. */
  profile: string;
  /** What is left of it under reduced motion. */
  reduced: AnimationReduced;
  /** What a kill does to it. */
  resume: Resume;
  /** What it is for. */
  role: Role;
  /** Where in the document. */
  section: string;
  /** Several of it, each later than the one before. */
  stagger?: AnimationStagger;
  /** What it is called. */
  title: string;
  /** What starts it. */
  trigger: AnimationTrigger;
  /** What its document leaves open. */
  unstated: Unstated[];
  /** The ways in which it plays. */
  variants: AnimationVariant[];
}

/** Part of a value. */
export interface AnimationAlsoOn {
  /** The screen event. */
  event?: string;
  /** The fact; `screen` for a screen event. */
  fact: Fact;
  /** What else has to hold, in words. */
  when?: string;
}

/** A Design Tokens file of animations. */
export interface AnimationFile {
  /** What it is called; mistakes point there. */
  name: string;
  /** What it holds. */
  text: string;
}

/** The tap that the device gives, of the first variant. */
export interface AnimationHaptic {
  /** When, from the start of the animation. */
  atMs: number;
  /** What it is like. */
  kind: AnimationKind;
}

/** What is left of it under reduced motion. */
export interface AnimationReduced {
  /** What is left. */
  form: AnimationForm;
  /** What it moves then, where it has a timeline of its own. */
  phases?: Phase[];
}

/** Several of it, each later than the one before. */
export interface AnimationStagger {
  /** Between two of them. */
  delayMs: number;
  /** The most items that follow one another; the rest come with the last. */
  limit?: number;
}

/** What starts it. */
export interface AnimationTrigger {
  /** The screen event. */
  event?: string;
  /** The fact; `screen` for a screen event. */
  fact: Fact;
  /** What else has to hold, in words. */
  when?: string;
}

/** Part of a value. */
export interface AnimationVariant {
  /** How long it is; one round of an endless one. */
  durationMs: number;
  /** The tap that the device gives. */
  haptic?: AnimationVariantHaptic;
  /** By its name in the design. */
  icon?: string;
  /** Its name, where there are several. */
  name?: string;
  /** How many. */
  particles?: AnimationVariantParticles;
  /** What it moves. */
  phases: Phase[];
  /** What is heard. */
  sound?: AnimationVariantSound;
  /** What is read. */
  text?: AnimationVariantText;
  /** What chooses it, in words. */
  when?: string;
}

/** The tap that the device gives. */
export interface AnimationVariantHaptic {
  /** When, from the start of the animation. */
  atMs: number;
  /** What it is like. */
  kind: AnimationKind;
}

/** How many. */
export interface AnimationVariantParticles {
  /** By their names in the design. */
  colours?: string[];
  /** At least. */
  from: number;
  /** Whether its document gives no number. */
  inferred?: boolean;
  /** At most. */
  to: number;
}

/** What is heard. */
export interface AnimationVariantSound {
  /** When, from the start of the animation. */
  atMs: number;
  /** By its name in the design. */
  name: string;
}

/** What is read. */
export interface AnimationVariantText {
  /** Its buttons. */
  actions?: string[];
  /** And below. */
  message?: string;
  /** What may help. */
  suggestion?: string;
  /** What it says. */
  title: string;
}

/** One question of one attempt, settled. */
export interface Answer {
  /** When it was settled. */
  answeredAt: string;
  /** Time spent on it, in milliseconds. */
  elapsedMs: number;
  /** In a review: the homework of the question, until that is deleted; else it is that of the attempt. */
  homeworkId?: string;
  /** Its place in the attempt, from 0. */
  index: number;
  /** What it was graded. */
  outcome: AnswerOutcome;
  /** The question. */
  questionId: string;
  /** The letter of the option as it was shown, or the text; left out when skipped. */
  response?: string;
  /** 1 to 10, 0 for a wrong or skipped MCQ; left out for other kinds. */
  streakPosition?: number;
}

/** One question of an attempt that does not ask the quiz as it is. */
export interface AskedQuestion {
  /** For each option as it is shown its place in the quiz, from 0; none of a text question. */
  options: number[];
  /** The question. */
  questionId: string;
}

/** One play of a quiz, with the answers settled so far. */
export interface Attempt {
  /** In order of question. */
  answers: Answer[];
  /** The last moment at which answers are taken. */
  deadline?: string;
  /** Time spent on its settled questions, in milliseconds. */
  elapsedMs: number;
  /** When it was completed or abandoned. */
  finishedAt?: string;
  /** By the percentage, once it is completed. */
  grade?: Grade;
  /** The homework that the quiz belongs to; left out of a review, which asks questions of many. */
  homeworkId?: string;
  /** Its id. */
  id: string;
  /** Whether it moves neither progress nor stars; left out where it does. */
  isPractice?: boolean;
  /** Who plays. */
  learnerId: string;
  /** What is asked, where that is not the quiz as it is: places and letters of answers count in it. */
  order?: AskedQuestion[];
  /** Of all its questions, rounded half up. */
  percentage: number;
  /** Questions that it asks. */
  questionCount: number;
  /** The question settled next, from 0. */
  questionIndex: number;
  /** The quiz that is played; left out of a review. */
  quizId?: string;
  /** Correct answers. */
  score: number;
  /** The number that chose the order. */
  seed?: number;
  /** What was put in another order. */
  shuffle?: Shuffle;
  /** One for each correct MCQ at positions 5 to 10. */
  starsEarned: number;
  /** When it was started. */
  startedAt: string;
  /** Where it stands. */
  state: AttemptState;
  /** The run of correct MCQs. */
  streak: AttemptStreak;
}

/** Part of a value. */
export interface AttemptListResult {
  /** The newest first. */
  items: Attempt[];
  /** Given as `after`, it gives the page after this one. */
  next?: string;
}

/** The run of correct MCQs. */
export interface AttemptStreak {
  /** The ten dots of the cycle. */
  bar: Bar[];
  /** The longest run, not capped at ten. */
  longest: number;
  /** Correct MCQs in a row in the current cycle. */
  position: number;
}

/** One play of a quiz without its answers: no longer for the last question than for the first. */
export interface AttemptSummary {
  /** The last moment at which answers are taken. */
  deadline?: string;
  /** Time spent on its settled questions, in milliseconds. */
  elapsedMs: number;
  /** When it was completed or abandoned. */
  finishedAt?: string;
  /** By the percentage, once it is completed. */
  grade?: Grade;
  /** The homework that the quiz belongs to; left out of a review, which asks questions of many. */
  homeworkId?: string;
  /** Its id. */
  id: string;
  /** Whether it moves neither progress nor stars; left out where it does. */
  isPractice?: boolean;
  /** Who plays. */
  learnerId: string;
  /** Of all its questions, rounded half up. */
  percentage: number;
  /** Questions that it asks. */
  questionCount: number;
  /** The question settled next, from 0. */
  questionIndex: number;
  /** The quiz that is played; left out of a review. */
  quizId?: string;
  /** Correct answers. */
  score: number;
  /** The number that chose the order. */
  seed?: number;
  /** What was put in another order. */
  shuffle?: Shuffle;
  /** One for each correct MCQ at positions 5 to 10. */
  starsEarned: number;
  /** When it was started. */
  startedAt: string;
  /** Where it stands. */
  state: AttemptState;
  /** The run of correct MCQs. */
  streak: AttemptSummaryStreak;
}

/** The run of correct MCQs. */
export interface AttemptSummaryStreak {
  /** The ten dots of the cycle. */
  bar: Bar[];
  /** The longest run, not capped at ten. */
  longest: number;
  /** Correct MCQs in a row in the current cycle. */
  position: number;
}

/** Part of a value. */
export interface CollectionListResult {
  /** All of them. */
  items: CollectionListResultItem[];
}

/** Part of a value. */
export interface CollectionListResultItem {
  /** Those of them marked done. */
  completedHomework: number;
  /** Homework in it. */
  homework: number;
  /** What it is called. */
  name: string;
}

/** One animation told to the screen, as of one moment. */
export interface Cue {
  /** Its name in the catalogue. */
  animation: string;
  /** How it ended; `running` until it is over. */
  disposition: Disposition;
  /** How long it is; one round of what goes on until something ends it. */
  durationMs: number;
  /** When it ended; before its start where it never showed. */
  endedMs?: number;
  /** The tap that the device gives. */
  haptic?: string;
  /** When, from its own start. */
  hapticAtMs?: number;
  /** By its name in the design. */
  icon?: string;
  /** How many it has. */
  particles?: number;
  /** What it moves, from its own start; left out of a cue of an answer, whose phases motion.get gives. */
  phases?: Phase[];
  /** Why it did not simply play. */
  reason?: CueReason;
  /** What is heard, by its name in the design. */
  sound?: string;
  /** When, from its own start. */
  soundAtMs?: number;
  /** When it starts, on the session's clock. */
  startMs: number;
  /** What is read. */
  text?: CueText;
  /** What it celebrates. */
  trigger: Trigger;
  /** Such as `newStreak` of A1, `standard` of A4. */
  variant?: string;
}

/** Part of a value. */
export interface CueNotification {
  /** The cue. */
  cue: Cue;
  /** The library, of a daemon that serves several. */
  library?: string;
  /** The number of the fact. */
  sequence: number;
  /** The session. */
  sessionId: string;
}

/** What is read. */
export interface CueText {
  /** Its buttons. */
  actions?: string[];
  /** And below. */
  message?: string;
  /** What may help. */
  suggestion?: string;
  /** What it says. */
  title: string;
}

/** Part of a value. */
export interface DatabaseBackupResult {
  /** The copy. */
  path: string;
}

/** Part of a value. */
export interface DatabaseCheckResult {
  /** Each of them; empty for none. */
  findings: DatabaseCheckResultFinding[];
}

/** Part of a value. */
export interface DatabaseCheckResultFinding {
  /** What is stored, and what should be. */
  detail: string;
  /** What is damaged. */
  kind: DatabaseKind;
  /** Where. */
  place: string;
}

/** What the database is, how large, and what is in it. */
export interface DatabaseInfo {
  /** Answers in it. */
  answers: number;
  /** Attempts in it. */
  attempts: number;
  /** Size of the file. */
  fileBytes: number;
  /** Space in the file that is not used. */
  freeBytes: number;
  /** Homework in it. */
  homework: number;
  /** Size of its write-ahead log. */
  logBytes: number;
  /** The newest; 0 for none. */
  newestEvent: number;
  /** The oldest event that is kept. */
  oldestEvent: number;
  /** Its file. */
  path?: string;
  /** Pictures in it. */
  pictures: number;
  /** Questions in it. */
  questions: number;
  /** Quizzes in it. */
  quizzes: number;
  /** Of its schema. */
  schemaVersion: number;
  /** Of the library that reads it. */
  sqliteVersion: string;
}

/** Part of a value. */
export interface DatabaseRepairResult {
  /** What was wrong. */
  found: DatabaseRepairResultFound[];
  /** What nothing else tells, and is left as it was. */
  left: DatabaseRepairResultLeft[];
}

/** Part of a value. */
export interface DatabaseRepairResultFound {
  /** What is stored, and what should be. */
  detail: string;
  /** What is damaged. */
  kind: DatabaseKind;
  /** Where. */
  place: string;
}

/** Part of a value. */
export interface DatabaseRepairResultLeft {
  /** What is stored, and what should be. */
  detail: string;
  /** What is damaged. */
  kind: DatabaseKind;
  /** Where. */
  place: string;
}

/** How much of one homework a learner is to be asked again. */
export interface DueHomework {
  /** Questions that are due. */
  due: number;
  /** Whose questions they are. */
  homeworkId: string;
  /** When the next one is, where none is due yet. */
  nextDueAt?: string;
  /** What it is called. */
  title: string;
}

/** What a learner is to be asked again, by homework. */
export interface DueReviews {
  /** Those of whose questions any was answered: by how many are due, then by when the next one is. */
  homework: DueHomework[];
  /** Questions that are due, of all homework. */
  total: number;
}

/** A fact of a library, numbered without gaps. */
export interface Event {
  /** When. */
  at: string;
  /** The attempt. */
  attemptId?: string;
  /** The homework, which may be deleted meanwhile. */
  homeworkId?: string;
  /** What happened. */
  kind: EventKind;
  /** The learner whom it is about. */
  learnerId?: string;
  /** The library, of a daemon that serves several. */
  library?: string;
  /** Of the collection, the achievement, the state of the generation; the number of a milestone. */
  name?: string;
  /** What the answer was graded. */
  outcome?: AnswerOutcome;
  /** The question, from 0. */
  questionIndex?: number;
  /** Why a generation failed. */
  reason?: string;
  /** From 1. */
  sequence: number;
  /** As of the answer, for MCQs. */
  streakPosition?: number;
}

/** Part of a value. */
export interface EventsSubscribeResult {
  /** From which on it tells. */
  sequence: number;
}

/** What exploring scenarios and sequences gave. */
export interface Exploration {
  /** Each scenario of the script. */
  scenarios?: ExplorationScenario[];
  /** Every sequence of answers. */
  sequences?: ExplorationSequences;
}

/** Part of a value. */
export interface ExplorationScenario {
  /** The file that it is in. */
  file: string;
  /** Where it begins. */
  line: number;
  /** Its name. */
  name: string;
  /** Points at which it can die. */
  pointsKnown: number;
  /** Those tried. */
  pointsTried: number;
  /** Why it was not explored. */
  skipped?: string;
  /** The earliest, shortened. */
  violation?: ExplorationScenarioViolation;
}

/** The earliest, shortened. */
export interface ExplorationScenarioViolation {
  /** What broke it. */
  detail: string;
  /** Its number. */
  law: number;
  /** Its name. */
  name: string;
  /** A script that shows it. */
  script: string;
}

/** Every sequence of answers. */
export interface ExplorationSequences {
  /** Deaths tried. */
  points: number;
  /** How many of these were played with a database and really killed. */
  sampled: number;
  /** How many there are. */
  sequences: number;
  /** Actions played. */
  steps: number;
  /** Answers of the longest. */
  upTo: number;
  /** The earliest, shortened. */
  violation?: ExplorationSequencesViolation;
}

/** The earliest, shortened. */
export interface ExplorationSequencesViolation {
  /** What broke it. */
  detail: string;
  /** Its number. */
  law: number;
  /** Its name. */
  name: string;
  /** A script that shows it. */
  script: string;
}

/** Something that is wrong, or was left out. */
export interface Fault {
  /** What is wrong there. */
  message: string;
  /** Where: a path such as `questions[0].options`, a line, or a kind of thing. */
  path: string;
}

/** A field of a session or of what it is on, with what a kill does to it. */
export interface Field {
  /** Its name. */
  field: FieldName;
  /** What a kill does to it. */
  kind: FieldKind;
  /** Why a kill does that to it. */
  reason: string;
  /** Its value; `null` for none. */
  value: string | number | string[] | null;
}

/** An attempt that was completed, and what it brought. */
export interface Finish {
  /** Those that it unlocked. */
  achievements: Achievement[];
  /** The attempt. */
  attempt: AttemptSummary;
  /** What it begins in a session that is as new as the call. */
  cues: Cue[];
  /** Those that it reached. */
  milestones: number[];
  /** That of its homework, with it; left out of a review. */
  progress?: Progress;
  /** Stars in the ledger, with those of this attempt. */
  starsTotal: number;
}

/** The state of generating a quiz from a homework. */
export interface Generation {
  /** Why it failed. */
  reason?: GenerationReason;
  /** The earliest time of another try. */
  retryAt?: string;
  /** Where it stands. */
  state: GenerationState;
}

/** One piece of work to revise. */
export interface Homework {
  /** Names of the collections it belongs to, in order of name. */
  collections: string[];
  /** When it was marked done. */
  completedAt?: string;
  /** When it was added. */
  createdAt: string;
  /** The day it is due. */
  dueOn?: string;
  /** Where the making of its quiz stands. */
  generation: Generation;
  /** Its id. */
  id: string;
  /** Its picture. */
  image?: HomeworkImage;
  /** The attempt in progress at its quiz. */
  openAttemptId?: string;
  /** Totals of its finished attempts. */
  progress: Progress;
  /** Questions of its quiz; 0 without one. */
  questionCount: number;
  /** Its quiz. */
  quizId?: string;
  /** Such as Mathematics. */
  subject?: string;
  /** Its text. */
  text?: string;
  /** Its name, 1 to 500 characters. */
  title: string;
}

/** Part of a value. */
export interface HomeworkDeleteResult {
  /** Those deleted. */
  deleted: string[];
}

/** Its picture. */
export interface HomeworkImage {
  /** Its size in bytes. */
  byteCount: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  digest: string;
  /** What it is. */
  mediaType: MediaType;
}

/** Part of a value. */
export interface HomeworkListResult {
  /** The newest first. */
  items: Homework[];
  /** Given as `after`, it gives the page after this one. */
  next?: string;
}

/** Part of a value. */
export interface HomeworkPictureResult {
  /** Its bytes, in Base64. */
  base64: string;
  /** The size of the file. */
  byteCount: number;
  /** What it is. */
  mediaType: MediaType;
}

/** Part of a value. */
export interface HomeworkUndeleteResult {
  /** All of them. */
  items: Homework[];
}

/** What was taken from a quiz file, and what was left out, and why. */
export interface Import {
  /** Questions added. */
  added: number;
  /** Homework whose quiz asks the same: it was not added again. */
  alreadyThere: string[];
  /** What was left out, as it stands in the file. */
  blocks?: ImportBlock[];
  /** Those changed. */
  changed: number;
  /** Each thing that is not as it stood there, and why. */
  changes: Fault[];
  /** What the file was read as. */
  format: ImportFormat;
  /** What was added. */
  homework: Homework[];
  /** Each thing that was, and why. */
  left: Fault[];
  /** What was left out. */
  leftOut: number;
  /** Of a dry run, what would be added. */
  quizzes?: QuizInput[];
  /** What the quizzes are called. */
  titles: string[];
}

/** Part of a value. */
export interface ImportBlock {
  /** Why it was left out. */
  message: string;
  /** Where it stands. */
  path: string;
  /** What stands there. */
  text: string;
}

/** A person who plays. */
export interface Learner {
  /** When they were added. */
  createdAt: string;
  /** Their id. */
  id: string;
  /** Whether they are meant where nobody is named. */
  isDefault: boolean;
  /** No other learner's of the library, without regard to case. */
  name: string;
}

/** Part of a value. */
export interface LearnerEraseResult {
  /** Attempts that went with them. */
  attempts: number;
  /** Copies of the database from before migrations, which still hold them: delete them by hand. */
  copies: string[];
  /** Who it was. */
  learner: Learner;
}

/** Part of a value. */
export interface LearnerExportResult {
  /** The document, where no path was given. */
  document?: string;
  /** The file, where one was. */
  path?: string;
}

/** Part of a value. */
export interface LearnerListResult {
  /** All of them. */
  items: Learner[];
}

/** A library as its file stands. */
export interface Library {
  /** When that was changed. */
  changedAt: string;
  /** The size of its file. */
  fileBytes: number;
  /** How it is called. */
  name: string;
}

/** Part of a value. */
export interface LibraryDeleteResult {
  /** Its name. */
  deleted: string;
}

/** Part of a value. */
export interface LibraryExportResult {
  /** The copy. */
  path: string;
}

/** Part of a value. */
export interface LibraryListResult {
  /** By name. */
  items: Library[];
  /** Given as `after`, it gives the page after this one. */
  next?: string;
}

/** Part of a value. */
export interface MotionCheckResult {
  /** Those that it has. */
  animations: string[];
  /** What can be read, and better written otherwise. */
  findings: MotionFinding[];
}

/** Part of a value. */
export interface MotionExportResult {
  /** The file. */
  text: string;
}

/** A contradiction in the catalogue, or between it and a document; or what had to be inferred. */
export interface MotionFinding {
  /** The animation. */
  animation: string;
  /** What follows from the numbers. */
  computed: string;
  /** The document. */
  document: string;
  /** What it is about. */
  kind: MotionFindingKind;
  /** Where in it. */
  section: string;
  /** What it says there. */
  stated: string;
}

/** Part of a value. */
export interface MotionLintResult {
  /** Each of them; empty for none. */
  findings: MotionFinding[];
}

/** Part of a value. */
export interface MotionListResult {
  /** The animations. */
  items: Animation[];
  /** Named durations and springs. */
  tokens: MotionToken[];
}

/** Part of a value. */
export interface MotionParticlesResult {
  /** Particles of the burst. */
  count: number;
  /** Its life. */
  durationMs: number;
  /** Each of them. */
  particles: MotionParticlesResultParticle[];
}

/** Part of a value. */
export interface MotionParticlesResultParticle {
  /** 0 before its spawn and after its end. */
  opacity: number;
  /** How far it has turned. */
  rotationDegrees: number;
  /** In points. */
  x: number;
  /** In points, downwards. */
  y: number;
}

/** Part of a value. */
export interface MotionParticlesScreen {
  /** In points, above 0. */
  height: number;
  /** In points, above 0. */
  width: number;
}

/** Part of a value. */
export interface MotionSchemaResult {
  /** As draft 2020-12 has it. */
  schema: unknown;
}

/** An animation at every moment. */
export interface MotionTimeline {
  /** Its name. */
  animation: string;
  /** Between two samples. */
  everyMs: number;
  /** Full or reduced. */
  motion: Motion;
  /** The ways in which it plays. */
  variants: MotionTimelineVariant[];
}

/** Part of a value. */
export interface MotionTimelineVariant {
  /** How long it is. */
  durationMs: number;
  /** Its name, where there are several. */
  name?: string;
  /** What it moves. */
  phases: Phase[];
  /** What each property is at each moment. */
  samples: MotionTimelineVariantSample[];
  /** Until its last spring has settled. */
  visibleMs: number;
}

/** Part of a value. */
export interface MotionTimelineVariantSample {
  /** From the start of the animation. */
  atMs: number;
  /** By property, with the part that it is of before it. */
  values: Record<string, number>;
}

/** A named duration or spring of a design. */
export interface MotionToken {
  /** The spring. */
  curve?: string;
  /** The duration. */
  durationMs?: number;
  /** Its name. */
  name: string;
  /** The design. */
  profile: string;
}

/** Part of a value. */
export interface OverrunNotification {
  /** The last event that was told. */
  lastSequence: number;
  /** The library, of a daemon that serves several. */
  library?: string;
}

/** A library as a teacher looks at it. */
export interface Overview {
  /** Of each learner at each homework that they played or did. */
  cells: OverviewCell[];
  /** Up to 20 questions answered wrong, the most often first. */
  hardest: OverviewHardest[];
  /** The newest first. */
  homework: OverviewHomework[];
  /** In the order in which they were added. */
  learners: Learner[];
}

/** Part of a value. */
export interface OverviewCell {
  /** When they marked it done. */
  completedAt?: string;
  /** What. */
  homeworkId: string;
  /** Whether an attempt is in progress. */
  isPlaying: boolean;
  /** Who plays. */
  learnerId: string;
  /** Over their finished attempts. */
  progress: Progress;
}

/** Part of a value. */
export interface OverviewHardest {
  /** What is right. */
  correctAnswer: string;
  /** Of which homework. */
  homeworkId: string;
  /** What it asks. */
  prompt: string;
  /** The question. */
  questionId: string;
  /** How often it was settled; abandoned attempts do not count. */
  settled: number;
  /** How often of that it was skipped. */
  skipped: number;
  /** How often of that it was wrong. */
  wrong: number;
  /** Up to five, the most frequent first. */
  wrongAnswers: OverviewHardestWrongAnswer[];
}

/** Part of a value. */
export interface OverviewHardestWrongAnswer {
  /** How often. */
  count: number;
  /** The option or the text. */
  text: string;
}

/** Part of a value. */
export interface OverviewHomework {
  /** The day it is due. */
  dueOn?: string;
  /** The homework. */
  id: string;
  /** What it is called. */
  title: string;
}

/** One stretch of an animation, in milliseconds from the animation's start. */
export interface Phase {
  /** From and to which, by their names in the design. */
  colours?: string[];
  /** Such as `easeOut`, `spring(0.45, 0.55)`. */
  curve?: string;
  /** How long it is. */
  durationMs: number;
  /** The value at its start. */
  from: number;
  /** Whether its document names it and gives no numbers. */
  inferred?: boolean;
  /** Whether it begins elsewhere than the one before it ended. */
  jump?: boolean;
  /** Its name in its document. */
  name: string;
  /** The part of the picture that it moves; the whole unless given. */
  of?: string;
  /** What it moves. */
  property: Property;
  /** When it starts. */
  startMs: number;
  /** The value at its end. */
  to: number;
}

/** Totals of the finished attempts at a homework. It never goes down. */
export interface Progress {
  /** Correct answers of the best attempt. */
  bestScore?: number;
  /** Questions of the best attempt. */
  bestTotal?: number;
  /** The highest percentage reached. */
  completionPercentage: number;
  /** When the last of them was completed. */
  lastPlayedAt?: string;
  /** Completed attempts. */
  totalAttempts: number;
}

/** What is asked, how it is answered, and what is said afterwards. This one is of type `fillBlank`. */
export interface QuestionFillBlank {
  /** What is right as well. */
  acceptedAnswers: string[];
  /** The answer, or a model of one. */
  correctAnswer: string;
  /** Shown once it is settled; may be empty. */
  explanation: string;
  /** Its id. */
  id: string;
  /** What is asked. */
  question: string;
  /** Which it is. */
  type: "fillBlank";
}

/** A question to be stored. This one is of type `fillBlank`. */
export interface QuestionInputFillBlank {
  /** What is right as well. */
  acceptedAnswers?: string[];
  /** The answer, or a model of one. */
  correctAnswer: string;
  /** Shown once it is settled; may be empty. */
  explanation?: string;
  /** Nothing is done with it. */
  id?: unknown;
  /** What is asked. */
  question: string;
  /** Which it is. */
  type: "fillBlank";
}

/** A question to be stored. This one is of type `mcq`. */
export interface QuestionInputMcq {
  /** The right one, from 0. */
  correctIndex: number;
  /** Shown once it is settled; may be empty. */
  explanation?: string;
  /** Nothing is done with it. */
  id?: unknown;
  /** Two to 26. */
  options: string[];
  /** What is asked. */
  question: string;
  /** Which it is. */
  type: "mcq";
}

/** A question to be stored. This one is of type `shortAnswer`. */
export interface QuestionInputShortAnswer {
  /** The answer, or a model of one. */
  correctAnswer: string;
  /** Shown once it is settled; may be empty. */
  explanation?: string;
  /** Nothing is done with it. */
  id?: unknown;
  /** Each has to be in a response: one of its alternatives, as whole words. */
  keyConcepts?: string[][];
  /** What is asked. */
  question: string;
  /** Which it is. */
  type: "shortAnswer";
}

/** What is asked, how it is answered, and what is said afterwards. This one is of type `mcq`. */
export interface QuestionMcq {
  /** The right one, from 0. */
  correctIndex: number;
  /** Shown once it is settled; may be empty. */
  explanation: string;
  /** Its id. */
  id: string;
  /** Two to 26. */
  options: string[];
  /** What is asked. */
  question: string;
  /** Which it is. */
  type: "mcq";
}

/** What is asked, how it is answered, and what is said afterwards. This one is of type `shortAnswer`. */
export interface QuestionShortAnswer {
  /** The answer, or a model of one. */
  correctAnswer: string;
  /** Shown once it is settled; may be empty. */
  explanation: string;
  /** Its id. */
  id: string;
  /** Each has to be in a response: one of its alternatives, as whole words. */
  keyConcepts: string[][];
  /** What is asked. */
  question: string;
  /** Which it is. */
  type: "shortAnswer";
}

/** The questions made from one homework, in the order in which they are asked. */
export interface Quiz {
  /** How sure its maker was. */
  confidence?: number;
  /** What it is made from; left out of what a review asks. */
  homeworkId?: string;
  /** Its id. */
  id: string;
  /** 1 to 200. */
  questions: Question[];
  /** From 1: each time it is edited it becomes the next. */
  revision: number;
  /** The part of its topic that it covers. */
  subtopic?: string;
  /** What it is about. */
  topic?: string;
}

/** What became of one question from one revision to the next. */
export interface QuizChange {
  /** Of one moved: its place before. */
  from?: number;
  /** Its place, from 0; of one removed the place that it had. */
  index: number;
  /** What happened. */
  kind: QuizChangeKind;
  /** Of one changed: in which parts it differs. */
  parts: Part[];
  /** What is asked, or was. */
  question: string;
  /** To which question. */
  questionId: string;
}

/** One change of a quiz, as the changes before it have left it. This one is of type `add`. */
export interface QuizEditAdd {
  /** Its place, from 0; the end unless given. */
  index?: number;
  /** What is added. */
  question: QuestionInput;
  /** Which it is. */
  type: "add";
}

/** One change of a quiz, as the changes before it have left it. This one is of type `change`. */
export interface QuizEditChange {
  /** The place of a question, from 0. */
  index: number;
  /** What takes the place of its words. */
  question: QuestionInput;
  /** Which it is. */
  type: "change";
}

/** One change of a quiz, as the changes before it have left it. This one is of type `move`. */
export interface QuizEditMove {
  /** The place of a question, from 0. */
  index: number;
  /** The place that it is to have, from 0. */
  to: number;
  /** Which it is. */
  type: "move";
}

/** One change of a quiz, as the changes before it have left it. This one is of type `remove`. */
export interface QuizEditRemove {
  /** The place of a question, from 0. */
  index: number;
  /** Which it is. */
  type: "remove";
}

/** Part of a value. */
export interface QuizExportResult {
  /** What the format has no way to hold. */
  left: Fault[];
  /** What was left out. */
  leftOut: number;
  /** The file. */
  text: string;
}

/** Part of a value. */
export interface QuizHistoryResult {
  /** Newest first. */
  items: QuizRevision[];
}

/** A quiz to be stored: ids are not needed, and an array of questions will do. */
export interface QuizInputWhole {
  /** How sure its maker was. */
  confidence?: number;
  /** Nothing is done with it. */
  homeworkId?: unknown;
  /** Nothing is done with it. */
  id?: unknown;
  /** 1 to 200. */
  questions: QuestionInput[];
  /** The part of its topic that it covers. */
  subtopic?: string;
  /** What it is about. */
  topic?: string;
}

/** One of the quizzes that a homework has had. */
export interface QuizRevision {
  /** What was changed of the revision before; nothing of a first one. */
  changes: QuizChange[];
  /** When it was made; left out where nobody knows any more. */
  createdAt?: string;
  /** Whether it is what is played now. */
  isCurrent: boolean;
  /** Its questions. */
  questionCount: number;
  /** Its id, by which quiz.get reads it. */
  quizId: string;
  /** Which revision of its quiz it is, from 1. */
  revision: number;
}

/** What a kill left of the session before: as it was, gone, and not shown again. */
export interface ResumeReport {
  /** What follows from what is on disk. */
  kept: ResumeReportKept[];
  /** What belonged to the session. */
  lost: ResumeReportLost[];
  /** Cues that had not ended. */
  suppressed: Cue[];
}

/** Part of a value. */
export interface ResumeReportKept {
  /** Its name. */
  field: FieldName;
  /** What it holds. */
  value: string | number | string[] | null;
}

/** Part of a value. */
export interface ResumeReportLost {
  /** Its name. */
  field: FieldName;
  /** Why it is gone. */
  reason: string;
  /** What it held. */
  value: string | number | string[] | null;
}

/** One question of one attempt, settled, and the question where it was asked for. */
export interface ReviewedAnswer {
  /** When it was settled. */
  answeredAt: string;
  /** What is right. */
  correctAnswer?: string;
  /** Of an MCQ: the right one of them, from 0. */
  correctIndex?: number;
  /** Time spent on it, in milliseconds. */
  elapsedMs: number;
  /** Why; may be empty. */
  explanation?: string;
  /** In a review: the homework of the question, until that is deleted; else it is that of the attempt. */
  homeworkId?: string;
  /** Its place in the attempt, from 0. */
  index: number;
  /** Of an MCQ, in order of their letters. */
  options?: string[];
  /** What it was graded. */
  outcome: AnswerOutcome;
  /** What was asked, as it was played. */
  question?: string;
  /** The question. */
  questionId: string;
  /** The letter of the option as it was shown, or the text; left out when skipped. */
  response?: string;
  /** The text of the option, or what was written; left out when skipped. */
  responseText?: string;
  /** 1 to 10, 0 for a wrong or skipped MCQ; left out for other kinds. */
  streakPosition?: number;
}

/** One play of a quiz, with the answers settled so far, and their questions where asked for. */
export interface ReviewedAttempt {
  /** In order of question. */
  answers: ReviewedAnswer[];
  /** The last moment at which answers are taken. */
  deadline?: string;
  /** Time spent on its settled questions, in milliseconds. */
  elapsedMs: number;
  /** When it was completed or abandoned. */
  finishedAt?: string;
  /** By the percentage, once it is completed. */
  grade?: Grade;
  /** The homework that the quiz belongs to; left out of a review, which asks questions of many. */
  homeworkId?: string;
  /** Its id. */
  id: string;
  /** Whether it moves neither progress nor stars; left out where it does. */
  isPractice?: boolean;
  /** Who plays. */
  learnerId: string;
  /** What is asked, where that is not the quiz as it is: places and letters of answers count in it. */
  order?: AskedQuestion[];
  /** Of all its questions, rounded half up. */
  percentage: number;
  /** Questions that it asks. */
  questionCount: number;
  /** The question settled next, from 0. */
  questionIndex: number;
  /** The quiz that is played; left out of a review. */
  quizId?: string;
  /** Correct answers. */
  score: number;
  /** The number that chose the order. */
  seed?: number;
  /** What was put in another order. */
  shuffle?: Shuffle;
  /** One for each correct MCQ at positions 5 to 10. */
  starsEarned: number;
  /** When it was started. */
  startedAt: string;
  /** Where it stands. */
  state: AttemptState;
  /** The run of correct MCQs. */
  streak: ReviewedAttemptStreak;
}

/** The run of correct MCQs. */
export interface ReviewedAttemptStreak {
  /** The ten dots of the cycle. */
  bar: Bar[];
  /** The longest run, not capped at ten. */
  longest: number;
  /** Correct MCQs in a row in the current cycle. */
  position: number;
}

/** The results of the scenarios of one run. */
export interface Run {
  /** How many did not. */
  failed: number;
  /** How many passed. */
  passed: number;
  /** Each of them. */
  scenarios: ScenarioReport[];
  /** How many were not played, since a program under test cannot do them. */
  skipped: number;
}

/** Part of a value. */
export interface ScenarioCheckResult {
  /** The names of its scenarios. */
  scenarios: string[];
}

/** The result of one scenario. */
export interface ScenarioReport {
  /** Every cue once, in order of start, with what became of it. */
  cues: Cue[];
  /** How far the session's clock went. */
  durationMs: number;
  /** The end of what the program wrote to its standard error. */
  errorOutput?: string;
  /** What was not as expected. */
  failures: ScenarioReportFailure[];
  /** The file that it is in. */
  file: string;
  /** Each kill. */
  kills: ScenarioReportKill[];
  /** With which message it is known to fail, and did. */
  knownFailure?: string;
  /** Each law, and whether it held. */
  laws: ScenarioReportLaw[];
  /** Where it begins. */
  line: number;
  /** How it was killed. */
  mode: Mode;
  /** Its name. */
  name: string;
  /** Whether it passed. */
  outcome: ScenarioReportOutcome;
  /** How long it really took. */
  seconds?: number;
  /** Why it was not played. */
  skipped?: string;
  /** For each kill and resume, what became of each field. */
  states: ScenarioReportState[][];
  /** The actions and what each did, in order. */
  trace: ScenarioReportTrace[];
}

/** Part of a value. */
export interface ScenarioReportFailure {
  /** What it expects. */
  expected: string;
  /** What there was. */
  found: string;
  /** What would have held, or what to do first. */
  hint?: string;
  /** The last cues before it, a line each; only of the first failure. */
  lastCues: string[];
  /** Its place. */
  line: number;
  /** The statement as it stands in the script. */
  statement?: string;
}

/** Part of a value. */
export interface ScenarioReportKill {
  /** When, on the session's clock. */
  at: number;
  /** How. */
  mode: Mode;
  /** The process that was ended. */
  pid?: number;
  /** Where it struck. */
  point: string;
  /** The seed that chose what the disk kept. */
  seed?: number;
  /** The signal that ended it. */
  signal?: number;
}

/** Part of a value. */
export interface ScenarioReportLaw {
  /** What broke it first. */
  detail?: string;
  /** Whether it held. */
  held: boolean;
  /** Its number. */
  law: number;
  /** Its name. */
  name: string;
  /** Why it was not judged. */
  unjudged?: string;
}

/** Part of a value. */
export interface ScenarioReportState {
  /** What it holds after. */
  after?: string;
  /** What it held before. */
  before?: string;
  /** Its name. */
  field: FieldName;
  /** What a kill does to it. */
  kind: FieldKind;
  /** What became of it. */
  verdict: Verdict;
}

/** Part of a value. */
export interface ScenarioReportTrace {
  /** On the session's clock. */
  atMs: number;
  /** Earlier cues that end otherwise from here on. */
  changed?: string[];
  /** The action that it struck. */
  during?: string;
  /** What happened. */
  event: string;
  /** What the answer was graded. */
  outcome?: AnswerOutcome;
  /** Where a kill struck. */
  point?: string;
  /** The streak position of the answer. */
  position?: number;
  /** Where it resumed, from 0. */
  question?: number;
  /** The name of the error. */
  refused?: string;
  /** Cues told for the first time, in words. */
  started?: string[];
}

/** Part of a value. */
export interface ServerInfoResult {
  /** The path of its database. */
  database: string;
  /** What it takes at most: bytes of a message, requests of a batch, … */
  limits: Record<string, number>;
  /** `hwdb`. */
  name: string;
  /** Its process. */
  pid: number;
  /** Of the program. */
  version: string;
}

/** What a server and its store have done since they began. */
export interface ServerStatistics {
  /** Those that are open. */
  libraries: ServerStatisticsLibraries;
  /** Memory that the process has. */
  memoryBytes: number;
  /** The server; left out in process. */
  server?: ServerStatisticsServer;
  /** What writes to the database, to all libraries unless one is named. */
  writer: ServerStatisticsWriter;
}

/** Those that are open. */
export interface ServerStatisticsLibraries {
  /** How often one was closed for others. */
  closed: number;
  /** By calls, sessions or subscriptions. */
  inUse: number;
  /** Open at a time, unless more are in use. */
  most: number;
  /** Open now. */
  open: number;
  /** How often one was opened. */
  opened: number;
}

/** The server; left out in process. */
export interface ServerStatisticsServer {
  /** Ever opened. */
  accepted: number;
  /** Open now. */
  connections: number;
  /** By name. */
  methods: Record<string, ServerStatisticsServerMethod>;
  /** Turned away. */
  refused: number;
  /** How long it runs. */
  uptimeMs: number;
}

/** Part of a value. */
export interface ServerStatisticsServerMethod {
  /** How many. */
  calls: number;
  /** Those refused. */
  errors: number;
  /** The longest. */
  maxMs: number;
  /** The median of the time that they took. */
  p50Ms: number;
  /** What one in a hundred exceeded. */
  p99Ms: number;
  /** The time that all of them took. */
  totalMs: number;
}

/** What writes to the database, to all libraries unless one is named. */
export interface ServerStatisticsWriter {
  /** Those that a reader held up. */
  blockedCheckpoints: number;
  /** Times that the log was moved into the database. */
  checkpoints: number;
  /** Transactions. */
  commits: number;
  /** Pages in the write-ahead log. */
  framesInLog: number;
  /** Most writes of one transaction. */
  largestGroup: number;
  /** Why the last one failed. */
  lastCheckpointError?: string;
  /** Writes that wait now. */
  waiting: number;
  /** Writes in them. */
  writes: number;
}

/** What happened on a screen. This one is of type `abandon`. */
export interface SessionEventAbandon {
  /** Which it is. */
  type: "abandon";
}

/** What happened on a screen. This one is of type `answer`. */
export interface SessionEventAnswer {
  /** A letter or number of an option, or a text. */
  response: string;
  /** Which it is. */
  type: "answer";
}

/** What happened on a screen. This one is of type `draft`. */
export interface SessionEventDraft {
  /** What was entered and not submitted. */
  response?: string;
  /** Which it is. */
  type: "draft";
}

/** What happened on a screen. This one is of type `finish`. */
export interface SessionEventFinish {
  /** Which it is. */
  type: "finish";
}

/** What happened on a screen. This one is of type `leave`. */
export interface SessionEventLeave {
  /** Which it is. */
  type: "leave";
}

/** Part of a value. */
export interface SessionEventResult {
  /** What was settled, if anything. */
  answer?: SessionEventResultAnswer;
  /** What it is on, as it is now. */
  attempt: AttemptSummary;
  /** Those that begin, and those that end otherwise than was told. */
  cues: Cue[];
}

/** What was settled, if anything. */
export interface SessionEventResultAnswer {
  /** When it was settled. */
  answeredAt: string;
  /** What is right. */
  correctAnswer: string;
  /** Time spent on it, in milliseconds. */
  elapsedMs: number;
  /** Why; may be empty. */
  explanation: string;
  /** In a review: the homework of the question, until that is deleted; else it is that of the attempt. */
  homeworkId?: string;
  /** Its place in the attempt, from 0. */
  index: number;
  /** What it was graded. */
  outcome: AnswerOutcome;
  /** The question. */
  questionId: string;
  /** The letter of the option as it was shown, or the text; left out when skipped. */
  response?: string;
  /** 1 to 10, 0 for a wrong or skipped MCQ; left out for other kinds. */
  streakPosition?: number;
}

/** What happened on a screen. This one is of type `revisit`. */
export interface SessionEventRevisit {
  /** A settled question, from 0. */
  questionIndex: number;
  /** Which it is. */
  type: "revisit";
}

/** What happened on a screen. This one is of type `screen`. */
export interface SessionEventScreen {
  /** Of how many things at once; 1 unless given. */
  count?: number;
  /** Which of them it is. */
  name?: string;
  /** That it tells, such as points of a swipe. */
  number?: number;
  /** Which it is. */
  type: "screen";
}

/** What happened on a screen. This one is of type `skip`. */
export interface SessionEventSkip {
  /** Which it is. */
  type: "skip";
}

/** What happened on a screen. This one is of type `wait`. */
export interface SessionEventWait {
  /** Which it is. */
  type: "wait";
}

/** Part of a value. */
export interface SessionOpenResult {
  /** What it is on. */
  attempt: Attempt;
  /** Who plays. */
  learnerId: string;
  /** What a kill left of the session before. */
  report: ResumeReport;
  /** Its name on this connection. */
  sessionId: string;
}

/** Part of a value. */
export interface SessionOpenScreen {
  /** In points, above 0. */
  height: number;
  /** In points, above 0. */
  width: number;
}

/** Part of a value. */
export interface SessionStateResult {
  /** Where its clock stands. */
  atMs: number;
  /** What it is on. */
  attemptId: string;
  /** Each of them. */
  fields: Field[];
  /** Who plays. */
  learnerId: string;
}

/** An answer that was settled, and what it shows. */
export interface Settlement {
  /** The answer, with what is right and why. */
  answer: SettlementAnswer;
  /** The attempt as of it. */
  attempt: AttemptSummary;
  /** What it begins in a session that is as new as the call. */
  cues: Cue[];
}

/** The answer, with what is right and why. */
export interface SettlementAnswer {
  /** When it was settled. */
  answeredAt: string;
  /** What is right. */
  correctAnswer: string;
  /** Time spent on it, in milliseconds. */
  elapsedMs: number;
  /** Why; may be empty. */
  explanation: string;
  /** In a review: the homework of the question, until that is deleted; else it is that of the attempt. */
  homeworkId?: string;
  /** Its place in the attempt, from 0. */
  index: number;
  /** What it was graded. */
  outcome: AnswerOutcome;
  /** The question. */
  questionId: string;
  /** The letter of the option as it was shown, or the text; left out when skipped. */
  response?: string;
  /** 1 to 10, 0 for a wrong or skipped MCQ; left out for other kinds. */
  streakPosition?: number;
}

/** Totals of all finished attempts, which outlive the homework that they were at. */
export interface Statistics {
  /** What was reached for the first time. */
  achievements: Achievement[];
  /** Those of them marked done. */
  completedHomework: number;
  /** Correct answers in them. */
  correctAnswers: number;
  /** Time spent on them, in milliseconds. */
  elapsedMs: number;
  /** Completed attempts. */
  finishedAttempts: number;
  /** How many attempts had each grade. */
  grades: Record<string, number>;
  /** Homework there now. */
  homework: number;
  /** The longest run of correct MCQs in one attempt. */
  longestRun: number;
  /** Numbers of completed attempts that were celebrated. */
  milestones: number[];
  /** Questions in them. */
  questions: number;
  /** Stars earned. */
  starsTotal: number;
  /** The same by subject, those without one first. */
  subjects: StatisticsSubject[];
}

/** Part of a value. */
export interface StatisticsSubject {
  /** Correct answers in them. */
  correctAnswers: number;
  /** Completed attempts. */
  finishedAttempts: number;
  /** Its name; left out for homework without one. */
  name?: string;
  /** Questions in them. */
  questions: number;
}

/** The one occurrence of a fact that triggers a cue; equal triggers are the same occurrence. */
export interface Trigger {
  /** The moment, where the same can happen more than once. */
  atMs?: number;
  /** The attempt. */
  attemptId?: string;
  /** The collection. */
  collection?: string;
  /** What happened. */
  fact: Fact;
  /** The homework. */
  homeworkId?: string;
  /** Of the achievement, the milestone, the state of the generation, the event. */
  name?: string;
  /** The streak position of an activation. */
  position?: number;
  /** The question, from 0. */
  questionIndex?: number;
}

/** What is asked, how it is answered, and what is said afterwards. */
export type Question = QuestionMcq | QuestionFillBlank | QuestionShortAnswer;

/** A question to be stored. */
export type QuestionInput = QuestionInputMcq | QuestionInputFillBlank | QuestionInputShortAnswer;

/** One change of a quiz, as the changes before it have left it. */
export type QuizEdit = QuizEditChange | QuizEditAdd | QuizEditRemove | QuizEditMove;

/** A quiz to be stored: ids are not needed, and an array of questions will do. */
export type QuizInput = QuizInputWhole | QuestionInput[];

/** What happened on a screen. */
export type SessionEvent = SessionEventAnswer | SessionEventSkip | SessionEventFinish | SessionEventAbandon | SessionEventLeave | SessionEventRevisit | SessionEventDraft | SessionEventScreen | SessionEventWait;

/** The protocol's words for what it refuses, with their numbers. */
export const ERRORS = {
  busy: -32006,
  cancelled: -32007,
  conflict: -32003,
  databaseUnavailable: -32004,
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
  "library.list": {"items": "array"},
  "library.create": {"changedAt": "string", "fileBytes": "number", "name": "string"},
  "library.delete": {"deleted": "string"},
  "library.export": {"path": "string"},
  "library.import": {"changedAt": "string", "fileBytes": "number", "name": "string"},
  "learner.add": {"createdAt": "string", "id": "string", "isDefault": "boolean", "name": "string"},
  "learner.list": {"items": "array"},
  "learner.update": {"createdAt": "string", "id": "string", "isDefault": "boolean", "name": "string"},
  "learner.export": {},
  "learner.import": {"createdAt": "string", "id": "string", "isDefault": "boolean", "name": "string"},
  "overview.get": {"cells": "array", "hardest": "array", "homework": "array", "learners": "array"},
  "learner.erase": {"attempts": "number", "copies": "array", "learner": "object"},
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
  "quiz.edit": {"id": "string", "questions": "array", "revision": "number"},
  "quiz.history": {"items": "array"},
  "quiz.import": {"added": "number", "alreadyThere": "array", "changed": "number", "changes": "array", "format": "string", "homework": "array", "left": "array", "leftOut": "number", "titles": "array"},
  "quiz.export": {"left": "array", "leftOut": "number", "text": "string"},
  "attempt.start": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.resume": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.list": {"items": "array"},
  "review.due": {"homework": "array", "total": "number"},
  "review.start": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.get": {"answers": "array", "elapsedMs": "number", "id": "string", "learnerId": "string", "percentage": "number", "questionCount": "number", "questionIndex": "number", "score": "number", "starsEarned": "number", "startedAt": "string", "state": "string", "streak": "object"},
  "attempt.answer": {"answer": "object", "attempt": "object", "cues": "array"},
  "attempt.skip": {"answer": "object", "attempt": "object", "cues": "array"},
  "attempt.finish": {"achievements": "array", "attempt": "object", "cues": "array", "milestones": "array", "starsTotal": "number"},
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
  "learner.add", "learner.update", "learner.import", "homework.add", "homework.delete", "homework.undelete",
  "homework.complete", "homework.reopen", "homework.update", "generation.update", "quiz.set", "quiz.edit",
  "quiz.import", "attempt.start", "review.start", "attempt.answer", "attempt.skip", "attempt.finish",
  "attempt.abandon",
]);

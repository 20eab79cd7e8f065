// Every method, by what it is about. Written by Clients/generate: change the protocol, and run it again.

import type {
  Action, Animation, AnimationFile, Attempt, AttemptListResult, AttemptState, CollectionListResult,
  DatabaseBackupResult, DatabaseCheckResult, DatabaseInfo, DatabaseRepairResult, Due, DueReviews, Exploration, Finish,
  GenerationReason, GenerationState, Homework, HomeworkDeleteResult, HomeworkListResult, HomeworkPictureResult,
  HomeworkUndeleteResult, Import, Intensity, Learner, LearnerEraseResult, LearnerExportResult, LearnerListResult,
  Library, LibraryDeleteResult, LibraryExportResult, LibraryListResult, Mode, Motion, MotionCheckResult,
  MotionExportResult, MotionFormat, MotionLintResult, MotionListResult, MotionParticlesResult, MotionParticlesScreen,
  MotionSchemaResult, MotionTimeline, Only, Overview, Progress, Quiz, QuizEdit, QuizExportResult, QuizFormat,
  QuizFormatWord, QuizHistoryResult, QuizInput, ReviewedAttempt, Run, ScenarioCheckResult, ServerInfoResult,
  ServerStatistics, SessionEvent, SessionEventResult, SessionOpenResult, SessionOpenScreen, SessionStateResult,
  Settlement, Shuffle, Statistics, Status,
} from "./types.js";

/** Calls a method by its name. */
export type Call = (method: string, parameters: object) => Promise<unknown>;

/** `server.…` */
export class ServerMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Returns versions, limits and the database.
   * @throws RefusedError, by name: busy, cancelled, internal, invalidParams
   */
  info(): Promise<ServerInfoResult> {
    return this.#call("server.info", {}) as Promise<ServerInfoResult>;
  }

  /**
   * Returns counters of the server and its store since the start.
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  stats(parameters: { library?: string } = {}): Promise<ServerStatistics> {
    return this.#call("server.stats", parameters) as Promise<ServerStatistics>;
  }

  /**
   * Answers.
   * @throws RefusedError, by name: busy, cancelled, internal, invalidParams
   */
  ping(): Promise<void> {
    return this.#call("server.ping", {}) as Promise<void>;
  }
}

/** `rpc.…` */
export class RpcMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Returns this protocol as an OpenRPC document.
   * @throws RefusedError, by name: busy, cancelled, internal, invalidParams
   */
  discover(): Promise<Record<string, unknown>> {
    return this.#call("rpc.discover", {}) as Promise<Record<string, unknown>>;
  }
}

/** `library.…` */
export class LibraryMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Lists the libraries of the directory by name, or the one in a file. Ignores other files.
   * @param parameters.limit how many to list, 1 to 500; 50 by default
   * @param parameters.after continue after a page: its `next`
   * @throws RefusedError, by name: busy, cancelled, databaseUnavailable, internal, invalidParams
   */
  list(parameters: { limit?: number; after?: string } = {}): Promise<LibraryListResult> {
    return this.#call("library.list", parameters) as Promise<LibraryListResult>;
  }

  /**
   * Creates an empty library, and its directory if it does not exist.
   * @param parameters.name 1 to 64 of the characters a-z 0-9 - _ ., beginning with a letter or a digit
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams
   */
  create(parameters: { name: string }): Promise<Library> {
    return this.#call("library.create", parameters) as Promise<Library>;
  }

  /**
   * Deletes a library and everything in it for good. Fails if the library is in use.
   * @param parameters.name the name of the library
   * @param parameters.confirm the name again, to confirm
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  delete(parameters: { name: string; confirm: string }): Promise<LibraryDeleteResult> {
    return this.#call("library.delete", parameters) as Promise<LibraryDeleteResult>;
  }

  /**
   * Copies a library to a file, for `library.import`, and checks the copy.
   * @param parameters.path the absolute path of the file
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  export(parameters: { path: string; library?: string }): Promise<LibraryExportResult> {
    return this.#call("library.export", parameters) as Promise<LibraryExportResult>;
  }

  /**
   * Checks an exported library and imports it into a directory, or into an empty database.
   * @param parameters.path the absolute path of the copy
   * @param parameters.name the name of the new library; by default the file's name without .sqlite
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  import(parameters: { path: string; name?: string }): Promise<Library> {
    return this.#call("library.import", parameters) as Promise<Library>;
  }
}

/** `learner.…` */
export class LearnerMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Adds a learner.
   * @param parameters.name 1 to 100 characters, unique without regard to case
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  add(parameters: { name: string; requestId?: string; library?: string }): Promise<Learner> {
    return this.#call("learner.add", parameters) as Promise<Learner>;
  }

  /**
   * Lists the learners of the library, in the order they were added.
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  list(parameters: { library?: string } = {}): Promise<LearnerListResult> {
    return this.#call("learner.list", parameters) as Promise<LearnerListResult>;
  }

  /**
   * Renames a learner, or makes them the default learner.
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one
   * @param parameters.name the new name
   * @param parameters.isDefault whether they become the default learner
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  update(
    parameters: {
      learnerId: string;
      name?: string;
      isDefault?: boolean;
      requestId?: string;
      library?: string;
    },
  ): Promise<Learner> {
    return this.#call("learner.update", parameters) as Promise<Learner>;
  }

  /**
   * Exports all data about a learner as a JSON document, for import into another library.
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one
   * @param parameters.path the absolute path of a new file to write, instead of returning the text
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  export(parameters: { learnerId: string; path?: string; library?: string }): Promise<LearnerExportResult> {
    return this.#call("learner.export", parameters) as Promise<LearnerExportResult>;
  }

  /**
   * Imports a learner exported from another library, with any homework that is missing here. Does not create their
   * events again.
   * @param parameters.document the document; give this or path
   * @param parameters.path the absolute path of the file, up to 64 MiB
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound, tooLarge
   */
  import(
    parameters: {
      document?: string;
      path?: string;
      requestId?: string;
      library?: string;
    } = {},
  ): Promise<Learner> {
    return this.#call("learner.import", parameters) as Promise<Learner>;
  }

  /**
   * Erases all data about a learner for good, and every byte of it from the file; their events keep their numbers.
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one
   * @param parameters.name the full name, to confirm, as this cannot be undone
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  erase(parameters: { learnerId: string; name: string; library?: string }): Promise<LearnerEraseResult> {
    return this.#call("learner.erase", parameters) as Promise<LearnerEraseResult>;
  }
}

/** `overview.…` */
export class OverviewMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Returns the progress in all homework, and the hardest questions: of all learners, or of the one that is named.
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  get(parameters: { library?: string } = {}): Promise<Overview> {
    return this.#call("overview.get", parameters) as Promise<Overview>;
  }
}

/** `homework.…` */
export class HomeworkMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Adds a homework, with its quiz if there is one.
   * @param parameters.title the title
   * @param parameters.subject its subject, such as Mathematics
   * @param parameters.collections the collections it belongs to
   * @param parameters.text the text of the homework
   * @param parameters.imagePath the absolute path of a JPEG, PNG or HEIC file up to 16 MiB, which the serving
   * process reads
   * @param parameters.dueOn the day it is due, such as 2026-11-20
   * @param parameters.quiz its quiz; ids are optional
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  add(
    parameters: {
      title: string;
      subject?: string;
      collections?: string[];
      text?: string;
      imagePath?: string;
      dueOn?: string;
      quiz?: QuizInput;
      learnerId?: string;
      requestId?: string;
      library?: string;
    },
  ): Promise<Homework> {
    return this.#call("homework.add", parameters) as Promise<Homework>;
  }

  /**
   * Returns a homework.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  get(parameters: { homeworkId: string; learnerId?: string; library?: string }): Promise<Homework> {
    return this.#call("homework.get", parameters) as Promise<Homework>;
  }

  /**
   * Returns the picture of a homework.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  picture(parameters: { homeworkId: string; library?: string }): Promise<HomeworkPictureResult> {
    return this.#call("homework.picture", parameters) as Promise<HomeworkPictureResult>;
  }

  /**
   * Lists homework, newest first.
   * @param parameters.subject only homework of this subject
   * @param parameters.collection only homework in this collection
   * @param parameters.status only homework with this status
   * @param parameters.due only homework due today, within a week, or overdue, by the date of the serving machine
   * @param parameters.search words in the title, subject, text or questions; the last word may be a prefix
   * @param parameters.limit how many to list, 1 to 500; 50 by default
   * @param parameters.after continue after a page: the cursor it ended with
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  list(
    parameters: {
      subject?: string;
      collection?: string;
      status?: Status;
      due?: Due;
      search?: string;
      limit?: number;
      after?: string;
      learnerId?: string;
      library?: string;
    } = {},
  ): Promise<HomeworkListResult> {
    return this.#call("homework.list", parameters) as Promise<HomeworkListResult>;
  }

  /**
   * Deletes homework with its quiz, attempts and progress; deletes all of them or none.
   * @param parameters.homeworkIds ids, or unique beginnings or ends
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  delete(parameters: { homeworkIds: string[]; requestId?: string; library?: string }): Promise<HomeworkDeleteResult> {
    return this.#call("homework.delete", parameters) as Promise<HomeworkDeleteResult>;
  }

  /**
   * Restores the last deleted homework, for 30 days or until the next deletion.
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  undelete(
    parameters: {
      learnerId?: string;
      requestId?: string;
      library?: string;
    } = {},
  ): Promise<HomeworkUndeleteResult> {
    return this.#call("homework.undelete", parameters) as Promise<HomeworkUndeleteResult>;
  }

  /**
   * Marks a homework as done.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  complete(
    parameters: {
      homeworkId: string;
      learnerId?: string;
      requestId?: string;
      library?: string;
    },
  ): Promise<Homework> {
    return this.#call("homework.complete", parameters) as Promise<Homework>;
  }

  /**
   * Marks a homework as not done.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  reopen(
    parameters: {
      homeworkId: string;
      learnerId?: string;
      requestId?: string;
      library?: string;
    },
  ): Promise<Homework> {
    return this.#call("homework.reopen", parameters) as Promise<Homework>;
  }

  /**
   * Changes a homework; members that are not given stay the same.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.title the title
   * @param parameters.subject the new value; an empty string removes it
   * @param parameters.collections all collections it belongs to
   * @param parameters.text the new value; an empty string removes it
   * @param parameters.imagePath the absolute path of a JPEG, PNG or HEIC file up to 16 MiB, which the serving
   * process reads
   * @param parameters.dueOn the new value; an empty string removes it
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  update(
    parameters: {
      homeworkId: string;
      title?: string;
      subject?: string;
      collections?: string[];
      text?: string;
      imagePath?: string;
      dueOn?: string;
      learnerId?: string;
      requestId?: string;
      library?: string;
    },
  ): Promise<Homework> {
    return this.#call("homework.update", parameters) as Promise<Homework>;
  }
}

/** `progress.…` */
export class ProgressMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Returns the progress of a homework.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  get(parameters: { homeworkId: string; learnerId?: string; library?: string }): Promise<Progress> {
    return this.#call("progress.get", parameters) as Promise<Progress>;
  }
}

/** `generation.…` */
export class GenerationMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Sets the state of a quiz's generation.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.state the new state
   * @param parameters.reason why it failed
   * @param parameters.retryAfterSeconds how long to wait before the next try; 300 by default if rate limited
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound, tooEarly
   */
  update(
    parameters: {
      homeworkId: string;
      state: GenerationState;
      reason?: GenerationReason;
      retryAfterSeconds?: number;
      learnerId?: string;
      requestId?: string;
      library?: string;
    },
  ): Promise<Homework> {
    return this.#call("generation.update", parameters) as Promise<Homework>;
  }
}

/** `collection.…` */
export class CollectionMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Lists the collections that contain homework, by name.
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  list(parameters: { learnerId?: string; library?: string } = {}): Promise<CollectionListResult> {
    return this.#call("collection.list", parameters) as Promise<CollectionListResult>;
  }
}

/** `stats.…` */
export class StatsMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Returns the totals of all finished attempts.
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  get(parameters: { learnerId?: string; library?: string } = {}): Promise<Statistics> {
    return this.#call("stats.get", parameters) as Promise<Statistics>;
  }
}

/** `quiz.…` */
export class QuizMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Sets or replaces the quiz of a homework.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.quiz a quiz, or an array of questions
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  set(parameters: { homeworkId: string; quiz: QuizInput; requestId?: string; library?: string }): Promise<Quiz> {
    return this.#call("quiz.set", parameters) as Promise<Quiz>;
  }

  /**
   * Returns the quiz of a homework or an attempt, or any revision by its own id.
   * @param parameters.homeworkId the id, or a unique beginning or end of it; this, quizId or attemptId
   * @param parameters.quizId the full id of a quiz
   * @param parameters.attemptId the id, or a unique beginning or end of it; returns the revision that the attempt
   * plays
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  get(parameters: { homeworkId?: string; quizId?: string; attemptId?: string; library?: string } = {}): Promise<Quiz> {
    return this.#call("quiz.get", parameters) as Promise<Quiz>;
  }

  /**
   * Makes a new revision of a quiz. Attempts keep the revision that they started with.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.quizId the revision to edit; the call fails if it is not the current one
   * @param parameters.edits the edits, applied in order
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  edit(
    parameters: {
      homeworkId: string;
      quizId?: string;
      edits: QuizEdit[];
      requestId?: string;
      library?: string;
    },
  ): Promise<Quiz> {
    return this.#call("quiz.edit", parameters) as Promise<Quiz>;
  }

  /**
   * Lists the revisions of a homework's quiz and their changes, newest first.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  history(parameters: { homeworkId: string; library?: string }): Promise<QuizHistoryResult> {
    return this.#call("quiz.history", parameters) as Promise<QuizHistoryResult>;
  }

  /**
   * Adds a homework for each quiz in a file.
   * @param parameters.text the content of the file; give this or path
   * @param parameters.path the absolute path of a file up to 64 MiB, which the serving process reads
   * @param parameters.name the file name, used in messages
   * @param parameters.format the format; auto by default, which detects it
   * @param parameters.strict reject a file if any question would be changed or left out
   * @param parameters.dryRun only show what would be added
   * @param parameters.givesQuizzes in a dry run: also return the quizzes; true by default
   * @param parameters.explain also return the text of each question left out
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  import(
    parameters: {
      text?: string;
      path?: string;
      name?: string;
      format?: QuizFormat;
      strict?: boolean;
      dryRun?: boolean;
      givesQuizzes?: boolean;
      explain?: boolean;
      learnerId?: string;
      requestId?: string;
      library?: string;
    } = {},
  ): Promise<Import> {
    return this.#call("quiz.import", parameters) as Promise<Import>;
  }

  /**
   * Exports quizzes to other programs, or as a page to print.
   * @param parameters.homeworkIds the homework to export; all by default
   * @param parameters.format json by default; worksheet is an HTML page
   * @param parameters.key print the answers of a worksheet in place of space to write
   * @param parameters.shuffle what to shuffle; nothing by default
   * @param parameters.seed the seed of the order: the same number gives the same order; 1 by default
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  export(
    parameters: {
      homeworkIds?: string[];
      format?: QuizFormatWord;
      key?: boolean;
      shuffle?: Shuffle;
      seed?: number;
      library?: string;
    } = {},
  ): Promise<QuizExportResult> {
    return this.#call("quiz.export", parameters) as Promise<QuizExportResult>;
  }
}

/** `attempt.…` */
export class AttemptMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Starts an attempt at the quiz of a homework.
   * @param parameters.homeworkId the id, or a unique beginning or end of it
   * @param parameters.shuffle what to shuffle; nothing by default
   * @param parameters.seed the seed of the order: the same number gives the same order
   * @param parameters.only practise only the questions last answered wrong or skipped ("wrong"), those due ("due"),
   * or those with these indexes in the quiz, from 0
   * @param parameters.retention with "due": how likely the learner is to remember a question when it is due; 0.9 by
   * default
   * @param parameters.limit with "due": how many questions; all by default
   * @param parameters.practice whether the attempt is practice, which does not change progress or stars
   * @param parameters.timeLimitMs the time limit in milliseconds, at most a year; it also runs while nobody plays
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  start(
    parameters: {
      homeworkId: string;
      shuffle?: Shuffle;
      seed?: number;
      only?: Only | number[];
      retention?: number;
      limit?: number;
      practice?: boolean;
      timeLimitMs?: number;
      learnerId?: string;
      requestId?: string;
      library?: string;
    },
  ): Promise<Attempt> {
    return this.#call("attempt.start", parameters) as Promise<Attempt>;
  }

  /**
   * Returns the attempt in progress of a homework, or an attempt by its id.
   * @param parameters.homeworkId the id, or a unique beginning or end of it; give this or attemptId
   * @param parameters.attemptId the id, or a unique beginning or end of it
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  resume(
    parameters: {
      homeworkId?: string;
      attemptId?: string;
      learnerId?: string;
      library?: string;
    } = {},
  ): Promise<Attempt> {
    return this.#call("attempt.resume", parameters) as Promise<Attempt>;
  }

  /**
   * Lists attempts, newest first.
   * @param parameters.homeworkId only attempts at this homework
   * @param parameters.state only attempts in this state
   * @param parameters.limit how many to list, 1 to 500; 50 by default
   * @param parameters.after continue after a page: the cursor it ended with
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  list(
    parameters: {
      homeworkId?: string;
      state?: AttemptState;
      limit?: number;
      after?: string;
      learnerId?: string;
      library?: string;
    } = {},
  ): Promise<AttemptListResult> {
    return this.#call("attempt.list", parameters) as Promise<AttemptListResult>;
  }

  /**
   * Returns an attempt and, for a review, its questions.
   * @param parameters.attemptId the id, or a unique beginning or end of it
   * @param parameters.review whether to return the question, the response in words, the correct answer and the
   * explanation with each answer
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  get(parameters: { attemptId: string; review?: boolean; library?: string }): Promise<ReviewedAttempt> {
    return this.#call("attempt.get", parameters) as Promise<ReviewedAttempt>;
  }

  /**
   * Answers the current question.
   * @param parameters.attemptId the id, or a unique beginning or end of it
   * @param parameters.response the letter of an option or its number from 1, or text, which must not be blank
   * @param parameters.questionIndex the expected current question, from 0; the call fails with a conflict if it is
   * another one
   * @param parameters.elapsedMs the time spent on the question, in milliseconds
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound, timeUp
   */
  answer(
    parameters: {
      attemptId: string;
      response: string;
      questionIndex?: number;
      elapsedMs?: number;
      requestId?: string;
      library?: string;
    },
  ): Promise<Settlement> {
    return this.#call("attempt.answer", parameters) as Promise<Settlement>;
  }

  /**
   * Skips the current question.
   * @param parameters.attemptId the id, or a unique beginning or end of it
   * @param parameters.questionIndex the expected current question, from 0; the call fails with a conflict if it is
   * another one
   * @param parameters.elapsedMs the time spent on the question, in milliseconds
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  skip(
    parameters: {
      attemptId: string;
      questionIndex?: number;
      elapsedMs?: number;
      requestId?: string;
      library?: string;
    },
  ): Promise<Settlement> {
    return this.#call("attempt.skip", parameters) as Promise<Settlement>;
  }

  /**
   * Completes an attempt whose questions are all answered or skipped.
   * @param parameters.attemptId the id, or a unique beginning or end of it
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  finish(parameters: { attemptId: string; requestId?: string; library?: string }): Promise<Finish> {
    return this.#call("attempt.finish", parameters) as Promise<Finish>;
  }

  /**
   * Abandons an attempt: its answers and stars do not count.
   * @param parameters.attemptId the id, or a unique beginning or end of it
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  abandon(parameters: { attemptId: string; requestId?: string; library?: string }): Promise<Attempt> {
    return this.#call("attempt.abandon", parameters) as Promise<Attempt>;
  }
}

/** `review.…` */
export class ReviewMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Returns the number of due questions, by homework.
   * @param parameters.retention how likely the learner is to remember a question when it is due, above 0 and below
   * 1; 0.9 by default
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  due(parameters: { retention?: number; learnerId?: string; library?: string } = {}): Promise<DueReviews> {
    return this.#call("review.due", parameters) as Promise<DueReviews>;
  }

  /**
   * Starts a practice attempt with the due questions of all homework, longest overdue first.
   * @param parameters.retention how likely the learner is to remember a question when it is due, above 0 and below
   * 1; 0.9 by default
   * @param parameters.limit how many questions, 1 to 200; 200 by default
   * @param parameters.shuffle what to shuffle; nothing by default
   * @param parameters.seed the seed of the order: the same number gives the same order
   * @param parameters.timeLimitMs the time limit in milliseconds, at most a year; it also runs while nobody plays
   * @param parameters.learnerId the learner: a name, an id, or a unique part of one; the default learner by default
   * @param parameters.requestId a UUID: repeating the request within 24 hours returns the first reply and changes
   * nothing
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  start(
    parameters: {
      retention?: number;
      limit?: number;
      shuffle?: Shuffle;
      seed?: number;
      timeLimitMs?: number;
      learnerId?: string;
      requestId?: string;
      library?: string;
    } = {},
  ): Promise<Attempt> {
    return this.#call("review.start", parameters) as Promise<Attempt>;
  }
}

/** `session.…` */
export class SessionMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Opens a session on an attempt. Closing the connection kills it; opening another one on the attempt resumes it.
   * @param parameters.attemptId the id, or a unique beginning or end of it
   * @param parameters.profiles the designs to show; mcq-streak by default
   * @param parameters.animations animation files to show
   * @param parameters.motion full (by default) or reduced motion
   * @param parameters.screen the screen size in points; 390 by 844 by default
   * @param parameters.seed the seed of the confetti, from 0; 0 by default
   * @param parameters.lowPower whether the battery is low: repeating animations are left out
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  open(
    parameters: {
      attemptId: string;
      profiles?: string[];
      animations?: AnimationFile[];
      motion?: Motion;
      screen?: SessionOpenScreen;
      seed?: number;
      lowPower?: boolean;
      library?: string;
    },
  ): Promise<SessionOpenResult> {
    return this.#call("session.open", parameters) as Promise<SessionOpenResult>;
  }

  /**
   * Tells a session what happened; returns the cues that this starts or ends.
   * @param parameters.sessionId the id returned by session.open on this connection
   * @param parameters.atMs the time on the session's clock, which starts at 0 and never goes back
   * @param parameters.event what happened
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  event(
    parameters: {
      sessionId: string;
      atMs: number;
      event: SessionEvent;
      library?: string;
    },
  ): Promise<SessionEventResult> {
    return this.#call("session.event", parameters) as Promise<SessionEventResult>;
  }

  /**
   * Returns every field of a session and its attempt, and what a kill does to it.
   * @param parameters.sessionId the id returned by session.open on this connection
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  state(parameters: { sessionId: string; library?: string }): Promise<SessionStateResult> {
    return this.#call("session.state", parameters) as Promise<SessionStateResult>;
  }

  /**
   * Closes a session. The report of the next session on the attempt does not mention it.
   * @param parameters.sessionId the id returned by session.open on this connection
   * @throws RefusedError, by name: busy, cancelled, internal, invalidParams, notFound
   */
  close(parameters: { sessionId: string }): Promise<void> {
    return this.#call("session.close", parameters) as Promise<void>;
  }
}

/** `scenario.…` */
export class ScenarioMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Runs the scenarios of a script.
   * @param parameters.text the script
   * @param parameters.name its file name, used in messages
   * @param parameters.files the quiz and animation files that the script uses, by name
   * @param parameters.animations animation files for all scenarios
   * @param parameters.profile a design for all scenarios, besides their own
   * @param parameters.mode how to kill; simulated by default
   * @param parameters.seed replaces the script's seed
   * @param parameters.only the names of the scenarios to run; all by default
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  run(
    parameters: {
      text: string;
      name?: string;
      files?: Record<string, string>;
      animations?: AnimationFile[];
      profile?: string;
      mode?: Mode;
      seed?: number;
      only?: string[];
    },
  ): Promise<Run> {
    return this.#call("scenario.run", parameters) as Promise<Run>;
  }

  /**
   * Runs the scenarios of a script and returns what happened, without judging it.
   * @param parameters.text the script
   * @param parameters.name its file name, used in messages
   * @param parameters.files the quiz and animation files that the script uses, by name
   * @param parameters.animations animation files for all scenarios
   * @param parameters.profile a design for all scenarios, besides their own
   * @param parameters.mode how to kill; simulated by default
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  trace(
    parameters: {
      text: string;
      name?: string;
      files?: Record<string, string>;
      animations?: AnimationFile[];
      profile?: string;
      mode?: Mode;
    },
  ): Promise<Run> {
    return this.#call("scenario.trace", parameters) as Promise<Run>;
  }

  /**
   * Kills scenarios at every possible point; without a script, tries every sequence of actions.
   * @param parameters.text the script
   * @param parameters.name its file name, used in messages
   * @param parameters.files the quiz and animation files that the script uses, by name
   * @param parameters.animations animation files for all scenarios
   * @param parameters.profile a design for all scenarios, besides their own
   * @param parameters.mode how to kill; simulated by default
   * @param parameters.kills 1, or 2 to try every pair of points too
   * @param parameters.sequences try every sequence of actions up to this length, 1 to 16; of all actions 1 to 8
   * @param parameters.actions the actions in sequences: by default correct and wrong answers, without a store; or
   * all actions of two learners, with a store in memory
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  explore(
    parameters: {
      text?: string;
      name?: string;
      files?: Record<string, string>;
      animations?: AnimationFile[];
      profile?: string;
      mode?: Mode;
      kills?: number;
      sequences?: number;
      actions?: Action;
    } = {},
  ): Promise<Exploration> {
    return this.#call("scenario.explore", parameters) as Promise<Exploration>;
  }

  /**
   * Checks a script without running it.
   * @param parameters.text the script
   * @param parameters.name its file name, used in messages
   * @param parameters.files the quiz and animation files that the script uses, by name
   * @param parameters.animations animation files for all scenarios
   * @param parameters.profile a design for all scenarios, besides their own
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  check(
    parameters: {
      text: string;
      name?: string;
      files?: Record<string, string>;
      animations?: AnimationFile[];
      profile?: string;
    },
  ): Promise<ScenarioCheckResult> {
    return this.#call("scenario.check", parameters) as Promise<ScenarioCheckResult>;
  }
}

/** `motion.…` */
export class MotionMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Lists the animations of the five designs, or of your files.
   * @param parameters.profile only animations of this design; all five by default
   * @param parameters.animations animation files; without a profile, only their animations
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  list(parameters: { profile?: string; animations?: AnimationFile[] } = {}): Promise<MotionListResult> {
    return this.#call("motion.list", parameters) as Promise<MotionListResult>;
  }

  /**
   * Returns an animation.
   * @param parameters.animation the name, such as A1 or ncdb.buttonPress
   * @param parameters.animations animation files, if the animation is in one
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams, notFound
   */
  get(parameters: { animation: string; animations?: AnimationFile[] }): Promise<Animation> {
    return this.#call("motion.get", parameters) as Promise<Animation>;
  }

  /**
   * The samples of an animation over time.
   * @param parameters.animation the name, such as A1 or ncdb.buttonPress
   * @param parameters.motion full (by default) or reduced motion
   * @param parameters.everyMs milliseconds between two samples, 1 to 60000; 16 by default
   * @param parameters.animations animation files, if the animation is in one
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams, notFound
   */
  timeline(
    parameters: {
      animation: string;
      motion?: Motion;
      everyMs?: number;
      animations?: AnimationFile[];
    },
  ): Promise<MotionTimeline> {
    return this.#call("motion.timeline", parameters) as Promise<MotionTimeline>;
  }

  /**
   * Returns every particle of a confetti burst at one moment.
   * @param parameters.intensity the intensity of the burst
   * @param parameters.screen the screen size in points; 390 by 844 by default
   * @param parameters.seed the seed of the burst, from 0; 0 by default
   * @param parameters.atMs the time from the start of the burst
   * @throws RefusedError, by name: busy, cancelled, internal, invalidParams
   */
  particles(
    parameters: {
      intensity: Intensity;
      screen?: MotionParticlesScreen;
      seed?: number;
      atMs: number;
    },
  ): Promise<MotionParticlesResult> {
    return this.#call("motion.particles", parameters) as Promise<MotionParticlesResult>;
  }

  /**
   * Lists contradictions in the catalogue and with its documents, and all inferred numbers.
   * @param parameters.profile only animations of this design; all five by default
   * @param parameters.animations animation files; without a profile, only their animations
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  lint(parameters: { profile?: string; animations?: AnimationFile[] } = {}): Promise<MotionLintResult> {
    return this.#call("motion.lint", parameters) as Promise<MotionLintResult>;
  }

  /**
   * Checks an animation file and names each mistake by its JSON path.
   * @param parameters.name The file name, used in messages.
   * @param parameters.text The content of the file.
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  check(parameters: { name: string; text: string }): Promise<MotionCheckResult> {
    return this.#call("motion.check", parameters) as Promise<MotionCheckResult>;
  }

  /**
   * Returns the JSON Schema of animation files.
   * @throws RefusedError, by name: busy, cancelled, internal, invalidParams
   */
  schema(): Promise<MotionSchemaResult> {
    return this.#call("motion.schema", {}) as Promise<MotionSchemaResult>;
  }

  /**
   * Exports a design or animation files as one Design Tokens file, or as CSS.
   * @param parameters.profile one of the five designs
   * @param parameters.animations or animation files
   * @param parameters.format the format; tokens by default
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  export(
    parameters: {
      profile?: string;
      animations?: AnimationFile[];
      format?: MotionFormat;
    } = {},
  ): Promise<MotionExportResult> {
    return this.#call("motion.export", parameters) as Promise<MotionExportResult>;
  }
}

/** `database.…` */
export class DatabaseMethods {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * The database's file, schema and contents.
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  info(parameters: { library?: string } = {}): Promise<DatabaseInfo> {
    return this.#call("database.info", parameters) as Promise<DatabaseInfo>;
  }

  /**
   * Checks the database for damage and wrong totals, and lists what it finds.
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  check(parameters: { library?: string } = {}): Promise<DatabaseCheckResult> {
    return this.#call("database.check", parameters) as Promise<DatabaseCheckResult>;
  }

  /**
   * Recomputes totals from the stored answers; returns what was wrong and what remains.
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  repair(parameters: { library?: string } = {}): Promise<DatabaseRepairResult> {
    return this.#call("database.repair", parameters) as Promise<DatabaseRepairResult>;
  }

  /**
   * Frees the space that deletions left in the file.
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  vacuum(parameters: { library?: string } = {}): Promise<DatabaseInfo> {
    return this.#call("database.vacuum", parameters) as Promise<DatabaseInfo>;
  }

  /**
   * Copies the database to a file and checks the copy.
   * @param parameters.path the absolute path of the file
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  backup(parameters: { path: string; library?: string }): Promise<DatabaseBackupResult> {
    return this.#call("database.backup", parameters) as Promise<DatabaseBackupResult>;
  }

  /**
   * Checks a backup and replaces everything with its contents.
   * @param parameters.path the absolute path of the file
   * @param parameters.library the library's name; required if there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  restore(parameters: { path: string; library?: string }): Promise<DatabaseInfo> {
    return this.#call("database.restore", parameters) as Promise<DatabaseInfo>;
  }
}

/** All that belong to no session, by what they are about. */
export class Methods {
  readonly server: ServerMethods;
  readonly rpc: RpcMethods;
  readonly library: LibraryMethods;
  readonly learner: LearnerMethods;
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
    this.library = new LibraryMethods(call);
    this.learner = new LearnerMethods(call);
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

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
   * Versions, limits and the database.
   * @throws RefusedError, by name: busy, cancelled, internal, invalidParams
   */
  info(): Promise<ServerInfoResult> {
    return this.#call("server.info", {}) as Promise<ServerInfoResult>;
  }

  /**
   * What the server and its store have done since they began.
   * @param parameters.library its name; needed where there are several
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
   * This protocol as an OpenRPC document.
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
   * The libraries of the directory by name, or the one of a file. What is not called as a library is left out.
   * @param parameters.limit at most so many; 50 by default
   * @param parameters.after `next` of the page before
   * @throws RefusedError, by name: busy, cancelled, databaseUnavailable, internal, invalidParams
   */
  list(parameters: { limit?: number; after?: string } = {}): Promise<LibraryListResult> {
    return this.#call("library.list", parameters) as Promise<LibraryListResult>;
  }

  /**
   * Makes an empty library, and the directory where it is not there yet.
   * @param parameters.name 1 to 64 of a-z, 0-9, -, _ and ., a letter or a digit first
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams
   */
  create(parameters: { name: string }): Promise<Library> {
    return this.#call("library.create", parameters) as Promise<Library>;
  }

  /**
   * Deletes a library with all that is in it, for good, unless somebody uses it.
   * @param parameters.name which one
   * @param parameters.confirm its name again
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  delete(parameters: { name: string; confirm: string }): Promise<LibraryDeleteResult> {
    return this.#call("library.delete", parameters) as Promise<LibraryDeleteResult>;
  }

  /**
   * Copies a library to a file, checked before it takes its place; `library.import` takes it.
   * @param parameters.path the absolute path of the file
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  export(parameters: { path: string; library?: string }): Promise<LibraryExportResult> {
    return this.#call("library.export", parameters) as Promise<LibraryExportResult>;
  }

  /**
   * Makes a library of a copy, checked first. Into a database that is one file, while it is empty.
   * @param parameters.path the absolute path of the copy
   * @param parameters.name of the new library; the file's own, without .sqlite, by default
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
   * @param parameters.name 1 to 100 characters, no other learner's without regard to case
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  add(parameters: { name: string; requestId?: string; library?: string }): Promise<Learner> {
    return this.#call("learner.add", parameters) as Promise<Learner>;
  }

  /**
   * The learners of the library, in the order in which they were added.
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  list(parameters: { library?: string } = {}): Promise<LearnerListResult> {
    return this.#call("learner.list", parameters) as Promise<LearnerListResult>;
  }

  /**
   * Gives a learner another name, or makes them the one meant where none is named.
   * @param parameters.learnerId a name, an id, or a unique part of one
   * @param parameters.name the new name
   * @param parameters.isDefault whether they become the default learner
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * Everything that speaks of a learner, as one JSON document that another library takes in.
   * @param parameters.learnerId a name, an id, or a unique part of one
   * @param parameters.path an absolute path of a new file for it, in place of the reply
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  export(parameters: { learnerId: string; path?: string; library?: string }): Promise<LearnerExportResult> {
    return this.#call("learner.export", parameters) as Promise<LearnerExportResult>;
  }

  /**
   * Takes in a learner whom another library exported, with the homework that is not here yet. Their events are not
   * made again.
   * @param parameters.document the document; this or path
   * @param parameters.path the absolute path of its file, up to 64 MiB
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * Takes away all that speaks of a learner, for good, and every byte of it from the file; their events keep their
   * numbers.
   * @param parameters.learnerId a name, an id, or a unique part of one
   * @param parameters.name their whole name once more, since it cannot be undone
   * @param parameters.library its name; needed where there are several
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
   * All learners by all homework, and the questions that were answered wrong most often.
   * @param parameters.library its name; needed where there are several
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
   * @param parameters.title what it is called
   * @param parameters.subject such as Mathematics
   * @param parameters.collections names of the collections it belongs to
   * @param parameters.text the text of the homework
   * @param parameters.imagePath the absolute path of a JPEG, PNG or HEIC of up to 16 MiB, read by the process that
   * serves the call
   * @param parameters.dueOn the day it is due, 2026-11-20
   * @param parameters.quiz its quiz; ids are not needed
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * One homework.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  get(parameters: { homeworkId: string; learnerId?: string; library?: string }): Promise<Homework> {
    return this.#call("homework.get", parameters) as Promise<Homework>;
  }

  /**
   * The picture of a homework, as the bytes of its file.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  picture(parameters: { homeworkId: string; library?: string }): Promise<HomeworkPictureResult> {
    return this.#call("homework.picture", parameters) as Promise<HomeworkPictureResult>;
  }

  /**
   * Homework, newest first.
   * @param parameters.subject only of this subject
   * @param parameters.collection only of this collection
   * @param parameters.status only these
   * @param parameters.due by the day it is due, as seen from this machine's today
   * @param parameters.search words of title, subject, text or questions; of the last its beginning will do
   * @param parameters.limit how many at most, 1 to 500; 50 by default
   * @param parameters.after the next of the page before
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.library its name; needed where there are several
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
   * Deletes homework with quiz, attempts and progress: all of them or none.
   * @param parameters.homeworkIds ids, or unique beginnings or ends
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  delete(parameters: { homeworkIds: string[]; requestId?: string; library?: string }): Promise<HomeworkDeleteResult> {
    return this.#call("homework.delete", parameters) as Promise<HomeworkDeleteResult>;
  }

  /**
   * Brings back the homework of the last deletion, for 30 days or until the next one.
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * Marks a homework done.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * Marks a homework not done.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * Changes a homework; keeps what is not given.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.title what it is called
   * @param parameters.subject empty takes it away
   * @param parameters.collections all that it belongs to
   * @param parameters.text empty takes it away
   * @param parameters.imagePath the absolute path of a JPEG, PNG or HEIC of up to 16 MiB, read by the process that
   * serves the call
   * @param parameters.dueOn empty takes it away
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * The progress of a homework.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.library its name; needed where there are several
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
   * Sets the state of generating a homework's quiz.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.state its new state
   * @param parameters.reason why it failed
   * @param parameters.retryAfterSeconds how long to wait; 300 by default if rate limited
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * Collections that hold homework, in order of name.
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.library its name; needed where there are several
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
   * Totals of all finished attempts.
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.library its name; needed where there are several
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
   * Gives a homework its quiz, in place of one that it may have.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.quiz a quiz, or an array of questions
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  set(parameters: { homeworkId: string; quiz: QuizInput; requestId?: string; library?: string }): Promise<Quiz> {
    return this.#call("quiz.set", parameters) as Promise<Quiz>;
  }

  /**
   * The quiz of a homework, or one by its own id, which may be an earlier revision, or what an attempt asks.
   * @param parameters.homeworkId its id, or a unique beginning or end of it; this, quizId or attemptId
   * @param parameters.quizId the whole id of a quiz
   * @param parameters.attemptId its id, or a unique beginning or end of it: the quiz in the words that it is played
   * with
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  get(parameters: { homeworkId?: string; quizId?: string; attemptId?: string; library?: string } = {}): Promise<Quiz> {
    return this.#call("quiz.get", parameters) as Promise<Quiz>;
  }

  /**
   * Makes the next revision of a quiz. Attempts stay at the one that they were started at.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.quizId the revision that is edited: another one is refused
   * @param parameters.edits one after the other
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * The quizzes that a homework has had, newest first, with what was changed.
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  history(parameters: { homeworkId: string; library?: string }): Promise<QuizHistoryResult> {
    return this.#call("quiz.history", parameters) as Promise<QuizHistoryResult>;
  }

  /**
   * Adds a homework for each quiz of a file: one, or one for each category.
   * @param parameters.text what the file holds; this or path
   * @param parameters.path the absolute path of a file of up to 64 MiB, which the process that serves the call reads
   * @param parameters.name what it is called
   * @param parameters.format auto unless given: by what it holds
   * @param parameters.strict refuse a file if anything in it would be changed or left out
   * @param parameters.dryRun only say what would be added
   * @param parameters.givesQuizzes in a dry run: give the quizzes too; true unless given
   * @param parameters.explain give what was left out as it stands in the file
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * Writes quizzes in a format that others read, or as a page to print.
   * @param parameters.homeworkIds of which homework; all unless given
   * @param parameters.format json unless given; worksheet is a page of HTML
   * @param parameters.key of a worksheet: what is right, in place of room to write
   * @param parameters.shuffle what is put in another order; nothing unless given
   * @param parameters.seed which other order: the same number, the same order; 1 unless given
   * @param parameters.library its name; needed where there are several
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
   * @param parameters.homeworkId its id, or a unique beginning or end of it
   * @param parameters.shuffle what is put in another order; nothing unless given
   * @param parameters.seed which other order: the same number, the same order
   * @param parameters.only "wrong" for what was last answered wrong or skipped, "due" for what is to be asked again
   * by now, or places in the quiz, from 0; it is practice then
   * @param parameters.retention of what is due: how likely a question is to be remembered then; 0.9 unless given
   * @param parameters.limit of what is due: the most questions; all unless given
   * @param parameters.practice move neither progress nor stars
   * @param parameters.timeLimitMs for how long answers are taken, in milliseconds, 1 to a year; while nobody plays,
   * too
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * The attempt in progress of a homework, or that attempt itself.
   * @param parameters.homeworkId its id, or a unique beginning or end of it; this or attemptId
   * @param parameters.attemptId its id, or a unique beginning or end of it
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.library its name; needed where there are several
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
   * Attempts, newest first.
   * @param parameters.homeworkId only at this homework
   * @param parameters.state only these
   * @param parameters.limit how many at most, 1 to 500; 50 by default
   * @param parameters.after the next of the page before
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.library its name; needed where there are several
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
   * One attempt, with its questions where it is to be reviewed.
   * @param parameters.attemptId its id, or a unique beginning or end of it
   * @param parameters.review give each answer its question, the response in words, what is right, and why
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  get(parameters: { attemptId: string; review?: boolean; library?: string }): Promise<ReviewedAttempt> {
    return this.#call("attempt.get", parameters) as Promise<ReviewedAttempt>;
  }

  /**
   * Settles the current question.
   * @param parameters.attemptId its id, or a unique beginning or end of it
   * @param parameters.response a letter or number from 1 of an option, a text otherwise
   * @param parameters.questionIndex the question meant, from 0; another than the current is a conflict
   * @param parameters.elapsedMs time spent on the question, in milliseconds
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * @param parameters.attemptId its id, or a unique beginning or end of it
   * @param parameters.questionIndex the question meant, from 0; another than the current is a conflict
   * @param parameters.elapsedMs time spent on the question, in milliseconds
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * Completes an attempt whose questions are settled.
   * @param parameters.attemptId its id, or a unique beginning or end of it
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  finish(parameters: { attemptId: string; requestId?: string; library?: string }): Promise<Finish> {
    return this.#call("attempt.finish", parameters) as Promise<Finish>;
  }

  /**
   * Ends an attempt that counts for nothing.
   * @param parameters.attemptId its id, or a unique beginning or end of it
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * What is to be asked again now, by homework.
   * @param parameters.retention how likely a question is to be remembered when it is due, above 0 and below 1; 0.9
   * by default
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  due(parameters: { retention?: number; learnerId?: string; library?: string } = {}): Promise<DueReviews> {
    return this.#call("review.due", parameters) as Promise<DueReviews>;
  }

  /**
   * Starts a practice attempt over what is to be asked again now, of all homework: what has waited longest first.
   * @param parameters.retention how likely a question is to be remembered when it is due, above 0 and below 1; 0.9
   * by default
   * @param parameters.limit the most questions, from 1; 200 unless given, which is the most
   * @param parameters.shuffle what is put in another order; nothing unless given
   * @param parameters.seed which other order: the same number, the same order
   * @param parameters.timeLimitMs for how long answers are taken, in milliseconds, 1 to a year; while nobody plays,
   * too
   * @param parameters.learnerId whom it is about: a name, an id, or a unique part of one; the default learner unless
   * given
   * @param parameters.requestId a UUID: the same request again within 24 hours gets the first reply and changes
   * nothing
   * @param parameters.library its name; needed where there are several
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
   * Opens a session on an attempt. The connection's end is its kill; opening another one on the attempt is its
   * resume.
   * @param parameters.attemptId its id, or a unique beginning or end of it
   * @param parameters.profiles designs that are shown; mcq-streak unless given
   * @param parameters.animations files of animations that are shown
   * @param parameters.motion full by default
   * @param parameters.screen its size in points; 390 by 844 by default
   * @param parameters.seed of the confetti, from 0; 0 by default
   * @param parameters.lowPower whether what goes round without end is left out
   * @param parameters.library its name; needed where there are several
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
   * Tells a session what happened; gives the cues that this begins or ends.
   * @param parameters.sessionId of session.open, on this connection
   * @param parameters.atMs when, on the session's clock, which begins at 0 and never goes back
   * @param parameters.event what happened
   * @param parameters.library its name; needed where there are several
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
   * Every field of a session and of what it is on, with what a kill does to it.
   * @param parameters.sessionId of session.open, on this connection
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  state(parameters: { sessionId: string; library?: string }): Promise<SessionStateResult> {
    return this.#call("session.state", parameters) as Promise<SessionStateResult>;
  }

  /**
   * Closes a session: nothing of it is told to whoever opens the next one.
   * @param parameters.sessionId of session.open, on this connection
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
   * Plays the scenarios of a script and judges them.
   * @param parameters.text the script
   * @param parameters.name the name of its file
   * @param parameters.files the files of quizzes and animations that it names, by name
   * @param parameters.animations files of animations that all of it shows
   * @param parameters.profile a design that all of it shows, besides those that it names
   * @param parameters.mode how to kill; simulated by default
   * @param parameters.seed replaces the script's own
   * @param parameters.only the names of those that are played; all by default
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
   * Plays the scenarios of a script and tells what happened, without judging it.
   * @param parameters.text the script
   * @param parameters.name the name of its file
   * @param parameters.files the files of quizzes and animations that it names, by name
   * @param parameters.animations files of animations that all of it shows
   * @param parameters.profile a design that all of it shows, besides those that it names
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
   * Kills scenarios at every point at which they can die; without a script, every sequence of answers.
   * @param parameters.text the script
   * @param parameters.name the name of its file
   * @param parameters.files the files of quizzes and animations that it names, by name
   * @param parameters.animations files of animations that all of it shows
   * @param parameters.profile a design that all of it shows, besides those that it names
   * @param parameters.mode how to kill; simulated by default
   * @param parameters.kills 1, or 2 for every pair of points too
   * @param parameters.sequences every sequence of actions up to this length, 1 to 16; of all actions 1 to 8
   * @param parameters.actions what sequences are made of: correct and wrong answers, over the rules alone, by
   * default; or all that two learners can do, over a store in memory
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
   * Reads a script without playing it.
   * @param parameters.text the script
   * @param parameters.name the name of its file
   * @param parameters.files the files of quizzes and animations that it names, by name
   * @param parameters.animations files of animations that all of it shows
   * @param parameters.profile a design that all of it shows, besides those that it names
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
   * The catalogue: every animation of the five designs, or of files.
   * @param parameters.profile only of this design; all five by default, and no files
   * @param parameters.animations files of animations, instead or beside
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  list(parameters: { profile?: string; animations?: AnimationFile[] } = {}): Promise<MotionListResult> {
    return this.#call("motion.list", parameters) as Promise<MotionListResult>;
  }

  /**
   * One animation.
   * @param parameters.animation its name, such as A1 or ncdb.buttonPress
   * @param parameters.animations files of animations, where it is in one
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams, notFound
   */
  get(parameters: { animation: string; animations?: AnimationFile[] }): Promise<Animation> {
    return this.#call("motion.get", parameters) as Promise<Animation>;
  }

  /**
   * An animation at every moment.
   * @param parameters.animation its name, such as A1 or ncdb.buttonPress
   * @param parameters.motion full by default
   * @param parameters.everyMs between two samples, 1 to 60000; 16 by default
   * @param parameters.animations files of animations, where it is in one
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
   * Every particle of a confetti burst at one moment.
   * @param parameters.intensity how much
   * @param parameters.screen its size in points; 390 by 844 by default
   * @param parameters.seed of the burst, from 0; 0 by default
   * @param parameters.atMs from the start of the burst
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
   * Contradictions in the catalogue, and between it and its documents; and all that was inferred.
   * @param parameters.profile only of this design; all five by default, and no files
   * @param parameters.animations files of animations, instead or beside
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  lint(parameters: { profile?: string; animations?: AnimationFile[] } = {}): Promise<MotionLintResult> {
    return this.#call("motion.lint", parameters) as Promise<MotionLintResult>;
  }

  /**
   * Reads a file of animations; every mistake is named by its JSON path.
   * @param parameters.name What it is called; mistakes point there.
   * @param parameters.text What it holds.
   * @throws RefusedError, by name: busy, cancelled, internal, invalid, invalidParams
   */
  check(parameters: { name: string; text: string }): Promise<MotionCheckResult> {
    return this.#call("motion.check", parameters) as Promise<MotionCheckResult>;
  }

  /**
   * The JSON Schema of files of animations.
   * @throws RefusedError, by name: busy, cancelled, internal, invalidParams
   */
  schema(): Promise<MotionSchemaResult> {
    return this.#call("motion.schema", {}) as Promise<MotionSchemaResult>;
  }

  /**
   * A design or files as one Design Tokens file, or as CSS.
   * @param parameters.profile one of the five designs
   * @param parameters.animations or a file
   * @param parameters.format tokens by default
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
   * What the database is, how large, and what is in it.
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  info(parameters: { library?: string } = {}): Promise<DatabaseInfo> {
    return this.#call("database.info", parameters) as Promise<DatabaseInfo>;
  }

  /**
   * Everything that is damaged, or that a recomputation does not reproduce.
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  check(parameters: { library?: string } = {}): Promise<DatabaseCheckResult> {
    return this.#call("database.check", parameters) as Promise<DatabaseCheckResult>;
  }

  /**
   * Recomputes everything that is derived, and says what it found and what is left.
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  repair(parameters: { library?: string } = {}): Promise<DatabaseRepairResult> {
    return this.#call("database.repair", parameters) as Promise<DatabaseRepairResult>;
  }

  /**
   * Gives back the space that deletions left.
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  vacuum(parameters: { library?: string } = {}): Promise<DatabaseInfo> {
    return this.#call("database.vacuum", parameters) as Promise<DatabaseInfo>;
  }

  /**
   * Copies the database to a file, checked before it takes its place.
   * @param parameters.path the absolute path of the file
   * @param parameters.library its name; needed where there are several
   * @throws RefusedError, by name: busy, cancelled, conflict, databaseUnavailable, internal, invalid, invalidParams,
   * notFound
   */
  backup(parameters: { path: string; library?: string }): Promise<DatabaseBackupResult> {
    return this.#call("database.backup", parameters) as Promise<DatabaseBackupResult>;
  }

  /**
   * Replaces everything with the contents of a backup, checked before anything is replaced.
   * @param parameters.path the absolute path of the file
   * @param parameters.library its name; needed where there are several
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

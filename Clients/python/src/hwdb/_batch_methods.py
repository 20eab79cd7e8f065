"""Every method, as a request of a batch.

Written by Clients/generate: change the protocol, and run it again.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from typing import Any, Callable, List

    from ._batch import Reply
    from .types import (
        Action,
        Animation,
        AnimationFile,
        Attempt,
        AttemptListResult,
        AttemptState,
        CollectionListResult,
        DatabaseBackupResult,
        DatabaseCheckResult,
        DatabaseInfo,
        DatabaseRepairResult,
        Due,
        DueReviews,
        Exploration,
        Finish,
        GenerationReason,
        GenerationState,
        Homework,
        HomeworkDeleteResult,
        HomeworkListResult,
        HomeworkPictureResult,
        HomeworkUndeleteResult,
        Import,
        Intensity,
        Learner,
        LearnerEraseResult,
        LearnerExportResult,
        LearnerListResult,
        Library,
        LibraryDeleteResult,
        LibraryExportResult,
        LibraryListResult,
        Mode,
        Motion,
        MotionCheckResult,
        MotionExportResult,
        MotionFormat,
        MotionLintResult,
        MotionListResult,
        MotionParticlesResult,
        MotionParticlesScreen,
        MotionSchemaResult,
        MotionTimeline,
        Only,
        Overview,
        Progress,
        Quiz,
        QuizEdit,
        QuizExportResult,
        QuizFormat,
        QuizFormatWord,
        QuizHistoryResult,
        QuizInput,
        ReviewedAttempt,
        Run,
        ScenarioCheckResult,
        ServerInfoResult,
        ServerStatistics,
        Settlement,
        Shuffle,
        Statistics,
        Status,
    )


class BatchServerMethods:
    """`server.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def info(self) -> Reply[ServerInfoResult]:
        """Versions, limits and the database."""
        return self._call("server.info", {})  # type: ignore[no-any-return]

    def stats(self, *, library: str | None = None) -> Reply[ServerStatistics]:
        """What the server and its store have done since they began."""
        return self._call("server.stats", {"library": library})  # type: ignore[no-any-return]

    def ping(self) -> Reply[None]:
        """Answers."""
        return self._call("server.ping", {})  # type: ignore[no-any-return]


class BatchRpcMethods:
    """`rpc.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def discover(self) -> Reply[dict[str, Any]]:
        """This protocol as an OpenRPC document."""
        return self._call("rpc.discover", {})  # type: ignore[no-any-return]


class BatchLibraryMethods:
    """`library.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def list(self, *, limit: int | None = None, after: str | None = None) -> Reply[LibraryListResult]:
        """The libraries of the directory by name, or the one of a file. What is not called as a library is left out."""
        return self._call("library.list", {"limit": limit, "after": after})  # type: ignore[no-any-return]

    def create(self, name: str) -> Reply[Library]:
        """Makes an empty library, and the directory where it is not there yet."""
        return self._call("library.create", {"name": name})  # type: ignore[no-any-return]

    def delete(self, name: str, confirm: str) -> Reply[LibraryDeleteResult]:
        """Deletes a library with all that is in it, for good, unless somebody uses it."""
        return self._call("library.delete", {"name": name, "confirm": confirm})  # type: ignore[no-any-return]

    def export(self, path: str, *, library: str | None = None) -> Reply[LibraryExportResult]:
        """Copies a library to a file, checked before it takes its place; `library.import` takes it."""
        return self._call("library.export", {"path": path, "library": library})  # type: ignore[no-any-return]

    def import_(self, path: str, *, name: str | None = None) -> Reply[Library]:
        """Makes a library of a copy, checked first. Into a database that is one file, while it is empty."""
        return self._call("library.import", {"path": path, "name": name})  # type: ignore[no-any-return]


class BatchLearnerMethods:
    """`learner.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def add(self, name: str, *, request_id: str | None = None, library: str | None = None) -> Reply[Learner]:
        """Adds a learner."""
        return self._call(  # type: ignore[no-any-return]
            "learner.add",
            {
                "name": name, "requestId": request_id, "library": library,
            },
        )

    def list(self, *, library: str | None = None) -> Reply[LearnerListResult]:
        """The learners of the library, in the order in which they were added."""
        return self._call("learner.list", {"library": library})  # type: ignore[no-any-return]

    def update(
        self, learner_id: str, *, name: str | None = None, is_default: bool | None = None, request_id: str | None =
        None, library: str | None = None,
    ) -> Reply[Learner]:
        """Gives a learner another name, or makes them the one meant where none is named."""
        return self._call(  # type: ignore[no-any-return]
            "learner.update",
            {
                "learnerId": learner_id, "name": name, "isDefault": is_default, "requestId": request_id, "library":
                library,
            },
        )

    def export(
        self, learner_id: str, *, path: str | None = None, library: str | None = None,
    ) -> Reply[LearnerExportResult]:
        """Everything that speaks of a learner, as one JSON document that another library takes in."""
        return self._call(  # type: ignore[no-any-return]
            "learner.export",
            {
                "learnerId": learner_id, "path": path, "library": library,
            },
        )

    def import_(
        self, *, document: str | None = None, path: str | None = None, request_id: str | None = None, library: str |
        None = None,
    ) -> Reply[Learner]:
        """Takes in a learner whom another library exported, with the homework that is not here yet. Their events are
           not made again.
        """
        return self._call(  # type: ignore[no-any-return]
            "learner.import",
            {
                "document": document, "path": path, "requestId": request_id, "library": library,
            },
        )

    def erase(self, learner_id: str, name: str, *, library: str | None = None) -> Reply[LearnerEraseResult]:
        """Takes away all that speaks of a learner, for good, and every byte of it from the file; their events keep
           their numbers.
        """
        return self._call(  # type: ignore[no-any-return]
            "learner.erase",
            {
                "learnerId": learner_id, "name": name, "library": library,
            },
        )


class BatchOverviewMethods:
    """`overview.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def get(self, *, library: str | None = None) -> Reply[Overview]:
        """All learners by all homework, and the questions that were answered wrong most often."""
        return self._call("overview.get", {"library": library})  # type: ignore[no-any-return]


class BatchHomeworkMethods:
    """`homework.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def add(
        self, title: str, *, subject: str | None = None, collections: List[str] | None = None, text: str | None =
        None, image_path: str | None = None, due_on: str | None = None, quiz: QuizInput | None = None, learner_id: str
        | None = None, request_id: str | None = None, library: str | None = None,
    ) -> Reply[Homework]:
        """Adds a homework, with its quiz if there is one."""
        return self._call(  # type: ignore[no-any-return]
            "homework.add",
            {
                "title": title, "subject": subject, "collections": collections, "text": text, "imagePath": image_path,
                "dueOn": due_on, "quiz": quiz, "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )

    def get(self, homework_id: str, *, learner_id: str | None = None, library: str | None = None) -> Reply[Homework]:
        """One homework."""
        return self._call(  # type: ignore[no-any-return]
            "homework.get",
            {
                "homeworkId": homework_id, "learnerId": learner_id, "library": library,
            },
        )

    def picture(self, homework_id: str, *, library: str | None = None) -> Reply[HomeworkPictureResult]:
        """The picture of a homework, as the bytes of its file."""
        return self._call(  # type: ignore[no-any-return]
            "homework.picture",
            {
                "homeworkId": homework_id, "library": library,
            },
        )

    def list(
        self, *, subject: str | None = None, collection: str | None = None, status: Status | None = None, due: Due |
        None = None, search: str | None = None, limit: int | None = None, after: str | None = None, learner_id: str |
        None = None, library: str | None = None,
    ) -> Reply[HomeworkListResult]:
        """Homework, newest first."""
        return self._call(  # type: ignore[no-any-return]
            "homework.list",
            {
                "subject": subject, "collection": collection, "status": status, "due": due, "search": search, "limit":
                limit, "after": after, "learnerId": learner_id, "library": library,
            },
        )

    def delete(
        self, homework_ids: List[str], *, request_id: str | None = None, library: str | None = None,
    ) -> Reply[HomeworkDeleteResult]:
        """Deletes homework with quiz, attempts and progress: all of them or none."""
        return self._call(  # type: ignore[no-any-return]
            "homework.delete",
            {
                "homeworkIds": homework_ids, "requestId": request_id, "library": library,
            },
        )

    def undelete(
        self, *, learner_id: str | None = None, request_id: str | None = None, library: str | None = None,
    ) -> Reply[HomeworkUndeleteResult]:
        """Brings back the homework of the last deletion, for 30 days or until the next one."""
        return self._call(  # type: ignore[no-any-return]
            "homework.undelete",
            {
                "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )

    def complete(
        self, homework_id: str, *, learner_id: str | None = None, request_id: str | None = None, library: str | None =
        None,
    ) -> Reply[Homework]:
        """Marks a homework done."""
        return self._call(  # type: ignore[no-any-return]
            "homework.complete",
            {
                "homeworkId": homework_id, "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )

    def reopen(
        self, homework_id: str, *, learner_id: str | None = None, request_id: str | None = None, library: str | None =
        None,
    ) -> Reply[Homework]:
        """Marks a homework not done."""
        return self._call(  # type: ignore[no-any-return]
            "homework.reopen",
            {
                "homeworkId": homework_id, "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )

    def update(
        self, homework_id: str, *, title: str | None = None, subject: str | None = None, collections: List[str] | None
        = None, text: str | None = None, image_path: str | None = None, due_on: str | None = None, learner_id: str |
        None = None, request_id: str | None = None, library: str | None = None,
    ) -> Reply[Homework]:
        """Changes a homework; keeps what is not given."""
        return self._call(  # type: ignore[no-any-return]
            "homework.update",
            {
                "homeworkId": homework_id, "title": title, "subject": subject, "collections": collections, "text":
                text, "imagePath": image_path, "dueOn": due_on, "learnerId": learner_id, "requestId": request_id,
                "library": library,
            },
        )


class BatchProgressMethods:
    """`progress.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def get(self, homework_id: str, *, learner_id: str | None = None, library: str | None = None) -> Reply[Progress]:
        """The progress of a homework."""
        return self._call(  # type: ignore[no-any-return]
            "progress.get",
            {
                "homeworkId": homework_id, "learnerId": learner_id, "library": library,
            },
        )


class BatchGenerationMethods:
    """`generation.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def update(
        self, homework_id: str, state: GenerationState, *, reason: GenerationReason | None = None,
        retry_after_seconds: int | None = None, learner_id: str | None = None, request_id: str | None = None, library:
        str | None = None,
    ) -> Reply[Homework]:
        """Sets the state of generating a homework's quiz."""
        return self._call(  # type: ignore[no-any-return]
            "generation.update",
            {
                "homeworkId": homework_id, "state": state, "reason": reason, "retryAfterSeconds": retry_after_seconds,
                "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )


class BatchCollectionMethods:
    """`collection.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def list(self, *, learner_id: str | None = None, library: str | None = None) -> Reply[CollectionListResult]:
        """Collections that hold homework, in order of name."""
        return self._call(  # type: ignore[no-any-return]
            "collection.list",
            {
                "learnerId": learner_id, "library": library,
            },
        )


class BatchStatsMethods:
    """`stats.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def get(self, *, learner_id: str | None = None, library: str | None = None) -> Reply[Statistics]:
        """Totals of all finished attempts."""
        return self._call("stats.get", {"learnerId": learner_id, "library": library})  # type: ignore[no-any-return]


class BatchQuizMethods:
    """`quiz.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def set(
        self, homework_id: str, quiz: QuizInput, *, request_id: str | None = None, library: str | None = None,
    ) -> Reply[Quiz]:
        """Gives a homework its quiz, in place of one that it may have."""
        return self._call(  # type: ignore[no-any-return]
            "quiz.set",
            {
                "homeworkId": homework_id, "quiz": quiz, "requestId": request_id, "library": library,
            },
        )

    def get(
        self, *, homework_id: str | None = None, quiz_id: str | None = None, attempt_id: str | None = None, library:
        str | None = None,
    ) -> Reply[Quiz]:
        """The quiz of a homework, or one by its own id, which may be an earlier revision, or what an attempt asks."""
        return self._call(  # type: ignore[no-any-return]
            "quiz.get",
            {
                "homeworkId": homework_id, "quizId": quiz_id, "attemptId": attempt_id, "library": library,
            },
        )

    def edit(
        self, homework_id: str, edits: List[QuizEdit], *, quiz_id: str | None = None, request_id: str | None = None,
        library: str | None = None,
    ) -> Reply[Quiz]:
        """Makes the next revision of a quiz. Attempts stay at the one that they were started at."""
        return self._call(  # type: ignore[no-any-return]
            "quiz.edit",
            {
                "homeworkId": homework_id, "quizId": quiz_id, "edits": edits, "requestId": request_id, "library":
                library,
            },
        )

    def history(self, homework_id: str, *, library: str | None = None) -> Reply[QuizHistoryResult]:
        """The quizzes that a homework has had, newest first, with what was changed."""
        return self._call(  # type: ignore[no-any-return]
            "quiz.history",
            {
                "homeworkId": homework_id, "library": library,
            },
        )

    def import_(
        self, *, text: str | None = None, path: str | None = None, name: str | None = None, format: QuizFormat | None
        = None, strict: bool | None = None, dry_run: bool | None = None, gives_quizzes: bool | None = None, explain:
        bool | None = None, learner_id: str | None = None, request_id: str | None = None, library: str | None = None,
    ) -> Reply[Import]:
        """Adds a homework for each quiz of a file: one, or one for each category."""
        return self._call(  # type: ignore[no-any-return]
            "quiz.import",
            {
                "text": text, "path": path, "name": name, "format": format, "strict": strict, "dryRun": dry_run,
                "givesQuizzes": gives_quizzes, "explain": explain, "learnerId": learner_id, "requestId": request_id,
                "library": library,
            },
        )

    def export(
        self, *, homework_ids: List[str] | None = None, format: QuizFormatWord | None = None, key: bool | None = None,
        shuffle: Shuffle | None = None, seed: int | None = None, library: str | None = None,
    ) -> Reply[QuizExportResult]:
        """Writes quizzes in a format that others read, or as a page to print."""
        return self._call(  # type: ignore[no-any-return]
            "quiz.export",
            {
                "homeworkIds": homework_ids, "format": format, "key": key, "shuffle": shuffle, "seed": seed,
                "library": library,
            },
        )


class BatchAttemptMethods:
    """`attempt.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def start(
        self, homework_id: str, *, shuffle: Shuffle | None = None, seed: int | None = None, only: Only | List[int] |
        None = None, retention: float | None = None, limit: int | None = None, practice: bool | None = None,
        time_limit_ms: int | None = None, learner_id: str | None = None, request_id: str | None = None, library: str |
        None = None,
    ) -> Reply[Attempt]:
        """Starts an attempt at the quiz of a homework."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.start",
            {
                "homeworkId": homework_id, "shuffle": shuffle, "seed": seed, "only": only, "retention": retention,
                "limit": limit, "practice": practice, "timeLimitMs": time_limit_ms, "learnerId": learner_id,
                "requestId": request_id, "library": library,
            },
        )

    def resume(
        self, *, homework_id: str | None = None, attempt_id: str | None = None, learner_id: str | None = None,
        library: str | None = None,
    ) -> Reply[Attempt]:
        """The attempt in progress of a homework, or that attempt itself."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.resume",
            {
                "homeworkId": homework_id, "attemptId": attempt_id, "learnerId": learner_id, "library": library,
            },
        )

    def list(
        self, *, homework_id: str | None = None, state: AttemptState | None = None, limit: int | None = None, after:
        str | None = None, learner_id: str | None = None, library: str | None = None,
    ) -> Reply[AttemptListResult]:
        """Attempts, newest first."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.list",
            {
                "homeworkId": homework_id, "state": state, "limit": limit, "after": after, "learnerId": learner_id,
                "library": library,
            },
        )

    def get(self, attempt_id: str, *, review: bool | None = None, library: str | None = None) -> Reply[ReviewedAttempt]:
        """One attempt, with its questions where it is to be reviewed."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.get",
            {
                "attemptId": attempt_id, "review": review, "library": library,
            },
        )

    def answer(
        self, attempt_id: str, response: str, *, question_index: int | None = None, elapsed_ms: int | None = None,
        request_id: str | None = None, library: str | None = None,
    ) -> Reply[Settlement]:
        """Settles the current question."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.answer",
            {
                "attemptId": attempt_id, "response": response, "questionIndex": question_index, "elapsedMs":
                elapsed_ms, "requestId": request_id, "library": library,
            },
        )

    def skip(
        self, attempt_id: str, *, question_index: int | None = None, elapsed_ms: int | None = None, request_id: str |
        None = None, library: str | None = None,
    ) -> Reply[Settlement]:
        """Skips the current question."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.skip",
            {
                "attemptId": attempt_id, "questionIndex": question_index, "elapsedMs": elapsed_ms, "requestId":
                request_id, "library": library,
            },
        )

    def finish(self, attempt_id: str, *, request_id: str | None = None, library: str | None = None) -> Reply[Finish]:
        """Completes an attempt whose questions are settled."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.finish",
            {
                "attemptId": attempt_id, "requestId": request_id, "library": library,
            },
        )

    def abandon(self, attempt_id: str, *, request_id: str | None = None, library: str | None = None) -> Reply[Attempt]:
        """Ends an attempt that counts for nothing."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.abandon",
            {
                "attemptId": attempt_id, "requestId": request_id, "library": library,
            },
        )


class BatchReviewMethods:
    """`review.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def due(
        self, *, retention: float | None = None, learner_id: str | None = None, library: str | None = None,
    ) -> Reply[DueReviews]:
        """What is to be asked again now, by homework."""
        return self._call(  # type: ignore[no-any-return]
            "review.due",
            {
                "retention": retention, "learnerId": learner_id, "library": library,
            },
        )

    def start(
        self, *, retention: float | None = None, limit: int | None = None, shuffle: Shuffle | None = None, seed: int |
        None = None, time_limit_ms: int | None = None, learner_id: str | None = None, request_id: str | None = None,
        library: str | None = None,
    ) -> Reply[Attempt]:
        """Starts a practice attempt over what is to be asked again now, of all homework: what has waited longest
           first.
        """
        return self._call(  # type: ignore[no-any-return]
            "review.start",
            {
                "retention": retention, "limit": limit, "shuffle": shuffle, "seed": seed, "timeLimitMs":
                time_limit_ms, "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )


class BatchScenarioMethods:
    """`scenario.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def run(
        self, text: str, *, name: str | None = None, files: dict[str, str] | None = None, animations:
        List[AnimationFile] | None = None, profile: str | None = None, mode: Mode | None = None, seed: int | None =
        None, only: List[str] | None = None,
    ) -> Reply[Run]:
        """Plays the scenarios of a script and judges them."""
        return self._call(  # type: ignore[no-any-return]
            "scenario.run",
            {
                "text": text, "name": name, "files": files, "animations": animations, "profile": profile, "mode":
                mode, "seed": seed, "only": only,
            },
        )

    def trace(
        self, text: str, *, name: str | None = None, files: dict[str, str] | None = None, animations:
        List[AnimationFile] | None = None, profile: str | None = None, mode: Mode | None = None,
    ) -> Reply[Run]:
        """Plays the scenarios of a script and tells what happened, without judging it."""
        return self._call(  # type: ignore[no-any-return]
            "scenario.trace",
            {
                "text": text, "name": name, "files": files, "animations": animations, "profile": profile, "mode":
                mode,
            },
        )

    def explore(
        self, *, text: str | None = None, name: str | None = None, files: dict[str, str] | None = None, animations:
        List[AnimationFile] | None = None, profile: str | None = None, mode: Mode | None = None, kills: int | None =
        None, sequences: int | None = None, actions: Action | None = None,
    ) -> Reply[Exploration]:
        """Kills scenarios at every point at which they can die; without a script, every sequence of answers."""
        return self._call(  # type: ignore[no-any-return]
            "scenario.explore",
            {
                "text": text, "name": name, "files": files, "animations": animations, "profile": profile, "mode":
                mode, "kills": kills, "sequences": sequences, "actions": actions,
            },
        )

    def check(
        self, text: str, *, name: str | None = None, files: dict[str, str] | None = None, animations:
        List[AnimationFile] | None = None, profile: str | None = None,
    ) -> Reply[ScenarioCheckResult]:
        """Reads a script without playing it."""
        return self._call(  # type: ignore[no-any-return]
            "scenario.check",
            {
                "text": text, "name": name, "files": files, "animations": animations, "profile": profile,
            },
        )


class BatchMotionMethods:
    """`motion.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def list(
        self, *, profile: str | None = None, animations: List[AnimationFile] | None = None,
    ) -> Reply[MotionListResult]:
        """The catalogue: every animation of the five designs, or of files."""
        return self._call("motion.list", {"profile": profile, "animations": animations})  # type: ignore[no-any-return]

    def get(self, animation: str, *, animations: List[AnimationFile] | None = None) -> Reply[Animation]:
        """One animation."""
        return self._call(  # type: ignore[no-any-return]
            "motion.get",
            {
                "animation": animation, "animations": animations,
            },
        )

    def timeline(
        self, animation: str, *, motion: Motion | None = None, every_ms: int | None = None, animations:
        List[AnimationFile] | None = None,
    ) -> Reply[MotionTimeline]:
        """An animation at every moment."""
        return self._call(  # type: ignore[no-any-return]
            "motion.timeline",
            {
                "animation": animation, "motion": motion, "everyMs": every_ms, "animations": animations,
            },
        )

    def particles(
        self, intensity: Intensity, at_ms: float, *, screen: MotionParticlesScreen | None = None, seed: int | None =
        None,
    ) -> Reply[MotionParticlesResult]:
        """Every particle of a confetti burst at one moment."""
        return self._call(  # type: ignore[no-any-return]
            "motion.particles",
            {
                "intensity": intensity, "screen": screen, "seed": seed, "atMs": at_ms,
            },
        )

    def lint(
        self, *, profile: str | None = None, animations: List[AnimationFile] | None = None,
    ) -> Reply[MotionLintResult]:
        """Contradictions in the catalogue, and between it and its documents; and all that was inferred."""
        return self._call("motion.lint", {"profile": profile, "animations": animations})  # type: ignore[no-any-return]

    def check(self, name: str, text: str) -> Reply[MotionCheckResult]:
        """Reads a file of animations; every mistake is named by its JSON path."""
        return self._call("motion.check", {"name": name, "text": text})  # type: ignore[no-any-return]

    def schema(self) -> Reply[MotionSchemaResult]:
        """The JSON Schema of files of animations."""
        return self._call("motion.schema", {})  # type: ignore[no-any-return]

    def export(
        self, *, profile: str | None = None, animations: List[AnimationFile] | None = None, format: MotionFormat |
        None = None,
    ) -> Reply[MotionExportResult]:
        """A design or files as one Design Tokens file, or as CSS."""
        return self._call(  # type: ignore[no-any-return]
            "motion.export",
            {
                "profile": profile, "animations": animations, "format": format,
            },
        )


class BatchDatabaseMethods:
    """`database.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def info(self, *, library: str | None = None) -> Reply[DatabaseInfo]:
        """What the database is, how large, and what is in it."""
        return self._call("database.info", {"library": library})  # type: ignore[no-any-return]

    def check(self, *, library: str | None = None) -> Reply[DatabaseCheckResult]:
        """Everything that is damaged, or that a recomputation does not reproduce."""
        return self._call("database.check", {"library": library})  # type: ignore[no-any-return]

    def repair(self, *, library: str | None = None) -> Reply[DatabaseRepairResult]:
        """Recomputes everything that is derived, and says what it found and what is left."""
        return self._call("database.repair", {"library": library})  # type: ignore[no-any-return]

    def vacuum(self, *, library: str | None = None) -> Reply[DatabaseInfo]:
        """Gives back the space that deletions left."""
        return self._call("database.vacuum", {"library": library})  # type: ignore[no-any-return]

    def backup(self, path: str, *, library: str | None = None) -> Reply[DatabaseBackupResult]:
        """Copies the database to a file, checked before it takes its place."""
        return self._call("database.backup", {"path": path, "library": library})  # type: ignore[no-any-return]

    def restore(self, path: str, *, library: str | None = None) -> Reply[DatabaseInfo]:
        """Replaces everything with the contents of a backup, checked before anything is replaced."""
        return self._call("database.restore", {"path": path, "library": library})  # type: ignore[no-any-return]


class BatchMethods:
    """All that belong to no session, by what they are about."""

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self.server = BatchServerMethods(call)
        self.rpc = BatchRpcMethods(call)
        self.library = BatchLibraryMethods(call)
        self.learner = BatchLearnerMethods(call)
        self.overview = BatchOverviewMethods(call)
        self.homework = BatchHomeworkMethods(call)
        self.progress = BatchProgressMethods(call)
        self.generation = BatchGenerationMethods(call)
        self.collection = BatchCollectionMethods(call)
        self.stats = BatchStatsMethods(call)
        self.quiz = BatchQuizMethods(call)
        self.attempt = BatchAttemptMethods(call)
        self.review = BatchReviewMethods(call)
        self.scenario = BatchScenarioMethods(call)
        self.motion = BatchMotionMethods(call)
        self.database = BatchDatabaseMethods(call)

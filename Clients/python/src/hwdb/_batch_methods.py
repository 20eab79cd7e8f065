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
        """Returns versions, limits and the database."""
        return self._call("server.info", {})  # type: ignore[no-any-return]

    def stats(self, *, library: str | None = None) -> Reply[ServerStatistics]:
        """Returns counters of the server and its store since the start."""
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
        """Returns this protocol as an OpenRPC document."""
        return self._call("rpc.discover", {})  # type: ignore[no-any-return]


class BatchLibraryMethods:
    """`library.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def list(self, *, limit: int | None = None, after: str | None = None) -> Reply[LibraryListResult]:
        """Lists the libraries of the directory by name, or the one in a file. Ignores other files."""
        return self._call("library.list", {"limit": limit, "after": after})  # type: ignore[no-any-return]

    def create(self, name: str) -> Reply[Library]:
        """Creates an empty library, and its directory if it does not exist."""
        return self._call("library.create", {"name": name})  # type: ignore[no-any-return]

    def delete(self, name: str, confirm: str) -> Reply[LibraryDeleteResult]:
        """Deletes a library and everything in it for good. Fails if the library is in use."""
        return self._call("library.delete", {"name": name, "confirm": confirm})  # type: ignore[no-any-return]

    def export(self, path: str, *, library: str | None = None) -> Reply[LibraryExportResult]:
        """Copies a library to a file, for `library.import`, and checks the copy."""
        return self._call("library.export", {"path": path, "library": library})  # type: ignore[no-any-return]

    def import_(self, path: str, *, name: str | None = None) -> Reply[Library]:
        """Checks an exported library and imports it into a directory, or into an empty database."""
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
        """Lists the learners of the library, in the order they were added."""
        return self._call("learner.list", {"library": library})  # type: ignore[no-any-return]

    def update(
        self, learner_id: str, *, name: str | None = None, is_default: bool | None = None, request_id: str | None =
        None, library: str | None = None,
    ) -> Reply[Learner]:
        """Renames a learner, or makes them the default learner."""
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
        """Exports all data about a learner as a JSON document, for import into another library."""
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
        """Imports a learner exported from another library, with any homework that is missing here. Does not create
           their events again.
        """
        return self._call(  # type: ignore[no-any-return]
            "learner.import",
            {
                "document": document, "path": path, "requestId": request_id, "library": library,
            },
        )

    def erase(self, learner_id: str, name: str, *, library: str | None = None) -> Reply[LearnerEraseResult]:
        """Erases all data about a learner for good, and every byte of it from the file; their events keep their
           numbers.
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
        """Returns the progress in all homework, and the hardest questions: of all learners, or of the one that is
           named.
        """
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
        """Returns a homework."""
        return self._call(  # type: ignore[no-any-return]
            "homework.get",
            {
                "homeworkId": homework_id, "learnerId": learner_id, "library": library,
            },
        )

    def picture(self, homework_id: str, *, library: str | None = None) -> Reply[HomeworkPictureResult]:
        """Returns the picture of a homework."""
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
        """Lists homework, newest first."""
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
        """Deletes homework with its quiz, attempts and progress; deletes all of them or none."""
        return self._call(  # type: ignore[no-any-return]
            "homework.delete",
            {
                "homeworkIds": homework_ids, "requestId": request_id, "library": library,
            },
        )

    def undelete(
        self, *, learner_id: str | None = None, request_id: str | None = None, library: str | None = None,
    ) -> Reply[HomeworkUndeleteResult]:
        """Restores the last deleted homework, for 30 days or until the next deletion."""
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
        """Marks a homework as done."""
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
        """Marks a homework as not done."""
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
        """Changes a homework; members that are not given stay the same."""
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
        """Returns the progress of a homework."""
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
        """Sets the state of a quiz's generation."""
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
        """Lists the collections that contain homework, by name."""
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
        """Returns the totals of all finished attempts."""
        return self._call("stats.get", {"learnerId": learner_id, "library": library})  # type: ignore[no-any-return]


class BatchQuizMethods:
    """`quiz.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def set(
        self, homework_id: str, quiz: QuizInput, *, request_id: str | None = None, library: str | None = None,
    ) -> Reply[Quiz]:
        """Sets or replaces the quiz of a homework."""
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
        """Returns the quiz of a homework or an attempt, or any revision by its own id."""
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
        """Makes a new revision of a quiz. Attempts keep the revision that they started with."""
        return self._call(  # type: ignore[no-any-return]
            "quiz.edit",
            {
                "homeworkId": homework_id, "quizId": quiz_id, "edits": edits, "requestId": request_id, "library":
                library,
            },
        )

    def history(self, homework_id: str, *, library: str | None = None) -> Reply[QuizHistoryResult]:
        """Lists the revisions of a homework's quiz and their changes, newest first."""
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
        """Adds a homework for each quiz in a file."""
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
        """Exports quizzes to other programs, or as a page to print."""
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
        """Returns the attempt in progress of a homework, or an attempt by its id."""
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
        """Lists attempts, newest first."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.list",
            {
                "homeworkId": homework_id, "state": state, "limit": limit, "after": after, "learnerId": learner_id,
                "library": library,
            },
        )

    def get(self, attempt_id: str, *, review: bool | None = None, library: str | None = None) -> Reply[ReviewedAttempt]:
        """Returns an attempt and, for a review, its questions."""
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
        """Answers the current question."""
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
        """Completes an attempt whose questions are all answered or skipped."""
        return self._call(  # type: ignore[no-any-return]
            "attempt.finish",
            {
                "attemptId": attempt_id, "requestId": request_id, "library": library,
            },
        )

    def abandon(self, attempt_id: str, *, request_id: str | None = None, library: str | None = None) -> Reply[Attempt]:
        """Abandons an attempt: its answers and stars do not count."""
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
        """Returns the number of due questions, by homework."""
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
        """Starts a practice attempt with the due questions of all homework, longest overdue first."""
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
        """Runs the scenarios of a script."""
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
        """Runs the scenarios of a script and returns what happened, without judging it."""
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
        """Kills scenarios at every possible point; without a script, tries every sequence of actions."""
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
        """Checks a script without running it."""
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
        """Lists the animations of the five designs, or of your files."""
        return self._call("motion.list", {"profile": profile, "animations": animations})  # type: ignore[no-any-return]

    def get(self, animation: str, *, animations: List[AnimationFile] | None = None) -> Reply[Animation]:
        """Returns an animation."""
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
        """The samples of an animation over time."""
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
        """Returns every particle of a confetti burst at one moment."""
        return self._call(  # type: ignore[no-any-return]
            "motion.particles",
            {
                "intensity": intensity, "screen": screen, "seed": seed, "atMs": at_ms,
            },
        )

    def lint(
        self, *, profile: str | None = None, animations: List[AnimationFile] | None = None,
    ) -> Reply[MotionLintResult]:
        """Lists contradictions in the catalogue and with its documents, and all inferred numbers."""
        return self._call("motion.lint", {"profile": profile, "animations": animations})  # type: ignore[no-any-return]

    def check(self, name: str, text: str) -> Reply[MotionCheckResult]:
        """Checks an animation file and names each mistake by its JSON path."""
        return self._call("motion.check", {"name": name, "text": text})  # type: ignore[no-any-return]

    def schema(self) -> Reply[MotionSchemaResult]:
        """Returns the JSON Schema of animation files."""
        return self._call("motion.schema", {})  # type: ignore[no-any-return]

    def export(
        self, *, profile: str | None = None, animations: List[AnimationFile] | None = None, format: MotionFormat |
        None = None,
    ) -> Reply[MotionExportResult]:
        """Exports a design or animation files as one Design Tokens file, or as CSS."""
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
        """The database's file, schema and contents."""
        return self._call("database.info", {"library": library})  # type: ignore[no-any-return]

    def check(self, *, library: str | None = None) -> Reply[DatabaseCheckResult]:
        """Checks the database for damage and wrong totals, and lists what it finds."""
        return self._call("database.check", {"library": library})  # type: ignore[no-any-return]

    def repair(self, *, library: str | None = None) -> Reply[DatabaseRepairResult]:
        """Recomputes totals from the stored answers; returns what was wrong and what remains."""
        return self._call("database.repair", {"library": library})  # type: ignore[no-any-return]

    def vacuum(self, *, library: str | None = None) -> Reply[DatabaseInfo]:
        """Frees the space that deletions left in the file."""
        return self._call("database.vacuum", {"library": library})  # type: ignore[no-any-return]

    def backup(self, path: str, *, library: str | None = None) -> Reply[DatabaseBackupResult]:
        """Copies the database to a file and checks the copy."""
        return self._call("database.backup", {"path": path, "library": library})  # type: ignore[no-any-return]

    def restore(self, path: str, *, library: str | None = None) -> Reply[DatabaseInfo]:
        """Checks a backup and replaces everything with its contents."""
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

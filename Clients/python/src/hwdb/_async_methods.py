"""Every method, as a call to await.

Written by Clients/generate: change the protocol, and run it again.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from typing import Any, Callable, List

    from collections.abc import Awaitable

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
        SessionEvent,
        SessionEventResult,
        SessionOpenResult,
        SessionOpenScreen,
        SessionStateResult,
        Settlement,
        Shuffle,
        Statistics,
        Status,
    )


class AsyncServerMethods:
    """`server.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def info(self) -> Awaitable[ServerInfoResult]:
        """Versions, limits and the database.

        Raises BusyError, CancelledError, InternalError, InvalidParamsError.
        """
        return self._call("server.info", {})  # type: ignore[no-any-return]

    def stats(self, *, library: str | None = None) -> Awaitable[ServerStatistics]:
        """What the server and its store have done since they began.

        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("server.stats", {"library": library})  # type: ignore[no-any-return]

    def ping(self) -> Awaitable[None]:
        """Answers.

        Raises BusyError, CancelledError, InternalError, InvalidParamsError.
        """
        return self._call("server.ping", {})  # type: ignore[no-any-return]


class AsyncRpcMethods:
    """`rpc.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def discover(self) -> Awaitable[dict[str, Any]]:
        """This protocol as an OpenRPC document.

        Raises BusyError, CancelledError, InternalError, InvalidParamsError.
        """
        return self._call("rpc.discover", {})  # type: ignore[no-any-return]


class AsyncLibraryMethods:
    """`library.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def list(self, *, limit: int | None = None, after: str | None = None) -> Awaitable[LibraryListResult]:
        """The libraries of the directory by name, or the one of a file. What is not called as a library is left out.

        :param limit: at most so many; 50 by default
        :param after: `next` of the page before

        Raises BusyError, CancelledError, DatabaseUnavailableError, InternalError, InvalidParamsError.
        """
        return self._call("library.list", {"limit": limit, "after": after})  # type: ignore[no-any-return]

    def create(self, name: str) -> Awaitable[Library]:
        """Makes an empty library, and the directory where it is not there yet.

        :param name: 1 to 64 of a-z, 0-9, -, _ and ., a letter or a digit first

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError.
        """
        return self._call("library.create", {"name": name})  # type: ignore[no-any-return]

    def delete(self, name: str, confirm: str) -> Awaitable[LibraryDeleteResult]:
        """Deletes a library with all that is in it, for good, unless somebody uses it.

        :param name: which one
        :param confirm: its name again

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("library.delete", {"name": name, "confirm": confirm})  # type: ignore[no-any-return]

    def export(self, path: str, *, library: str | None = None) -> Awaitable[LibraryExportResult]:
        """Copies a library to a file, checked before it takes its place; `library.import` takes it.

        :param path: the absolute path of the file
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("library.export", {"path": path, "library": library})  # type: ignore[no-any-return]

    def import_(self, path: str, *, name: str | None = None) -> Awaitable[Library]:
        """Makes a library of a copy, checked first. Into a database that is one file, while it is empty.

        :param path: the absolute path of the copy
        :param name: of the new library; the file's own, without .sqlite, by default

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("library.import", {"path": path, "name": name})  # type: ignore[no-any-return]


class AsyncLearnerMethods:
    """`learner.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def add(self, name: str, *, request_id: str | None = None, library: str | None = None) -> Awaitable[Learner]:
        """Adds a learner.

        :param name: 1 to 100 characters, no other learner's without regard to case
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "learner.add",
            {
                "name": name, "requestId": request_id, "library": library,
            },
        )

    def list(self, *, library: str | None = None) -> Awaitable[LearnerListResult]:
        """The learners of the library, in the order in which they were added.

        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("learner.list", {"library": library})  # type: ignore[no-any-return]

    def update(
        self, learner_id: str, *, name: str | None = None, is_default: bool | None = None, request_id: str | None =
        None, library: str | None = None,
    ) -> Awaitable[Learner]:
        """Gives a learner another name, or makes them the one meant where none is named.

        :param learner_id: a name, an id, or a unique part of one
        :param name: the new name
        :param is_default: whether they become the default learner
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "learner.update",
            {
                "learnerId": learner_id, "name": name, "isDefault": is_default, "requestId": request_id, "library":
                library,
            },
        )

    def export(
        self, learner_id: str, *, path: str | None = None, library: str | None = None,
    ) -> Awaitable[LearnerExportResult]:
        """Everything that speaks of a learner, as one JSON document that another library takes in.

        :param learner_id: a name, an id, or a unique part of one
        :param path: an absolute path of a new file for it, in place of the reply
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "learner.export",
            {
                "learnerId": learner_id, "path": path, "library": library,
            },
        )

    def import_(
        self, *, document: str | None = None, path: str | None = None, request_id: str | None = None, library: str |
        None = None,
    ) -> Awaitable[Learner]:
        """Takes in a learner whom another library exported, with the homework that is not here yet. Their events are
           not made again.

        :param document: the document; this or path
        :param path: the absolute path of its file, up to 64 MiB
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError, TooLargeError.
        """
        return self._call(  # type: ignore[no-any-return]
            "learner.import",
            {
                "document": document, "path": path, "requestId": request_id, "library": library,
            },
        )

    def erase(self, learner_id: str, name: str, *, library: str | None = None) -> Awaitable[LearnerEraseResult]:
        """Takes away all that speaks of a learner, for good, and every byte of it from the file; their events keep
           their numbers.

        :param learner_id: a name, an id, or a unique part of one
        :param name: their whole name once more, since it cannot be undone
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "learner.erase",
            {
                "learnerId": learner_id, "name": name, "library": library,
            },
        )


class AsyncOverviewMethods:
    """`overview.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def get(self, *, library: str | None = None) -> Awaitable[Overview]:
        """All learners by all homework, and the questions that were answered wrong most often.

        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("overview.get", {"library": library})  # type: ignore[no-any-return]


class AsyncHomeworkMethods:
    """`homework.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def add(
        self, title: str, *, subject: str | None = None, collections: List[str] | None = None, text: str | None =
        None, image_path: str | None = None, due_on: str | None = None, quiz: QuizInput | None = None, learner_id: str
        | None = None, request_id: str | None = None, library: str | None = None,
    ) -> Awaitable[Homework]:
        """Adds a homework, with its quiz if there is one.

        :param title: what it is called
        :param subject: such as Mathematics
        :param collections: names of the collections it belongs to
        :param text: the text of the homework
        :param image_path: the absolute path of a JPEG, PNG or HEIC of up to 16 MiB, read by the process that serves
                           the call
        :param due_on: the day it is due, 2026-11-20
        :param quiz: its quiz; ids are not needed
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "homework.add",
            {
                "title": title, "subject": subject, "collections": collections, "text": text, "imagePath": image_path,
                "dueOn": due_on, "quiz": quiz, "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )

    def get(
        self, homework_id: str, *, learner_id: str | None = None, library: str | None = None,
    ) -> Awaitable[Homework]:
        """One homework.

        :param homework_id: its id, or a unique beginning or end of it
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "homework.get",
            {
                "homeworkId": homework_id, "learnerId": learner_id, "library": library,
            },
        )

    def picture(self, homework_id: str, *, library: str | None = None) -> Awaitable[HomeworkPictureResult]:
        """The picture of a homework, as the bytes of its file.

        :param homework_id: its id, or a unique beginning or end of it
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
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
    ) -> Awaitable[HomeworkListResult]:
        """Homework, newest first.

        :param subject: only of this subject
        :param collection: only of this collection
        :param status: only these
        :param due: by the day it is due, as seen from this machine's today
        :param search: words of title, subject, text or questions; of the last its beginning will do
        :param limit: how many at most, 1 to 500; 50 by default
        :param after: the next of the page before
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "homework.list",
            {
                "subject": subject, "collection": collection, "status": status, "due": due, "search": search, "limit":
                limit, "after": after, "learnerId": learner_id, "library": library,
            },
        )

    def delete(
        self, homework_ids: List[str], *, request_id: str | None = None, library: str | None = None,
    ) -> Awaitable[HomeworkDeleteResult]:
        """Deletes homework with quiz, attempts and progress: all of them or none.

        :param homework_ids: ids, or unique beginnings or ends
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "homework.delete",
            {
                "homeworkIds": homework_ids, "requestId": request_id, "library": library,
            },
        )

    def undelete(
        self, *, learner_id: str | None = None, request_id: str | None = None, library: str | None = None,
    ) -> Awaitable[HomeworkUndeleteResult]:
        """Brings back the homework of the last deletion, for 30 days or until the next one.

        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "homework.undelete",
            {
                "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )

    def complete(
        self, homework_id: str, *, learner_id: str | None = None, request_id: str | None = None, library: str | None =
        None,
    ) -> Awaitable[Homework]:
        """Marks a homework done.

        :param homework_id: its id, or a unique beginning or end of it
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "homework.complete",
            {
                "homeworkId": homework_id, "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )

    def reopen(
        self, homework_id: str, *, learner_id: str | None = None, request_id: str | None = None, library: str | None =
        None,
    ) -> Awaitable[Homework]:
        """Marks a homework not done.

        :param homework_id: its id, or a unique beginning or end of it
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
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
    ) -> Awaitable[Homework]:
        """Changes a homework; keeps what is not given.

        :param homework_id: its id, or a unique beginning or end of it
        :param title: what it is called
        :param subject: empty takes it away
        :param collections: all that it belongs to
        :param text: empty takes it away
        :param image_path: the absolute path of a JPEG, PNG or HEIC of up to 16 MiB, read by the process that serves
                           the call
        :param due_on: empty takes it away
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "homework.update",
            {
                "homeworkId": homework_id, "title": title, "subject": subject, "collections": collections, "text":
                text, "imagePath": image_path, "dueOn": due_on, "learnerId": learner_id, "requestId": request_id,
                "library": library,
            },
        )


class AsyncProgressMethods:
    """`progress.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def get(
        self, homework_id: str, *, learner_id: str | None = None, library: str | None = None,
    ) -> Awaitable[Progress]:
        """The progress of a homework.

        :param homework_id: its id, or a unique beginning or end of it
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "progress.get",
            {
                "homeworkId": homework_id, "learnerId": learner_id, "library": library,
            },
        )


class AsyncGenerationMethods:
    """`generation.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def update(
        self, homework_id: str, state: GenerationState, *, reason: GenerationReason | None = None,
        retry_after_seconds: int | None = None, learner_id: str | None = None, request_id: str | None = None, library:
        str | None = None,
    ) -> Awaitable[Homework]:
        """Sets the state of generating a homework's quiz.

        :param homework_id: its id, or a unique beginning or end of it
        :param state: its new state
        :param reason: why it failed
        :param retry_after_seconds: how long to wait; 300 by default if rate limited
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError, TooEarlyError.
        """
        return self._call(  # type: ignore[no-any-return]
            "generation.update",
            {
                "homeworkId": homework_id, "state": state, "reason": reason, "retryAfterSeconds": retry_after_seconds,
                "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )


class AsyncCollectionMethods:
    """`collection.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def list(self, *, learner_id: str | None = None, library: str | None = None) -> Awaitable[CollectionListResult]:
        """Collections that hold homework, in order of name.

        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "collection.list",
            {
                "learnerId": learner_id, "library": library,
            },
        )


class AsyncStatsMethods:
    """`stats.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def get(self, *, learner_id: str | None = None, library: str | None = None) -> Awaitable[Statistics]:
        """Totals of all finished attempts.

        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("stats.get", {"learnerId": learner_id, "library": library})  # type: ignore[no-any-return]


class AsyncQuizMethods:
    """`quiz.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def set(
        self, homework_id: str, quiz: QuizInput, *, request_id: str | None = None, library: str | None = None,
    ) -> Awaitable[Quiz]:
        """Gives a homework its quiz, in place of one that it may have.

        :param homework_id: its id, or a unique beginning or end of it
        :param quiz: a quiz, or an array of questions
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "quiz.set",
            {
                "homeworkId": homework_id, "quiz": quiz, "requestId": request_id, "library": library,
            },
        )

    def get(
        self, *, homework_id: str | None = None, quiz_id: str | None = None, attempt_id: str | None = None, library:
        str | None = None,
    ) -> Awaitable[Quiz]:
        """The quiz of a homework, or one by its own id, which may be an earlier revision, or what an attempt asks.

        :param homework_id: its id, or a unique beginning or end of it; this, quizId or attemptId
        :param quiz_id: the whole id of a quiz
        :param attempt_id: its id, or a unique beginning or end of it: the quiz in the words that it is played with
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "quiz.get",
            {
                "homeworkId": homework_id, "quizId": quiz_id, "attemptId": attempt_id, "library": library,
            },
        )

    def edit(
        self, homework_id: str, edits: List[QuizEdit], *, quiz_id: str | None = None, request_id: str | None = None,
        library: str | None = None,
    ) -> Awaitable[Quiz]:
        """Makes the next revision of a quiz. Attempts stay at the one that they were started at.

        :param homework_id: its id, or a unique beginning or end of it
        :param quiz_id: the revision that is edited: another one is refused
        :param edits: one after the other
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "quiz.edit",
            {
                "homeworkId": homework_id, "quizId": quiz_id, "edits": edits, "requestId": request_id, "library":
                library,
            },
        )

    def history(self, homework_id: str, *, library: str | None = None) -> Awaitable[QuizHistoryResult]:
        """The quizzes that a homework has had, newest first, with what was changed.

        :param homework_id: its id, or a unique beginning or end of it
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
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
    ) -> Awaitable[Import]:
        """Adds a homework for each quiz of a file: one, or one for each category.

        :param text: what the file holds; this or path
        :param path: the absolute path of a file of up to 64 MiB, which the process that serves the call reads
        :param name: what it is called
        :param format: auto unless given: by what it holds
        :param strict: refuse a file if anything in it would be changed or left out
        :param dry_run: only say what would be added
        :param gives_quizzes: in a dry run: give the quizzes too; true unless given
        :param explain: give what was left out as it stands in the file
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
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
    ) -> Awaitable[QuizExportResult]:
        """Writes quizzes in a format that others read, or as a page to print.

        :param homework_ids: of which homework; all unless given
        :param format: json unless given; worksheet is a page of HTML
        :param key: of a worksheet: what is right, in place of room to write
        :param shuffle: what is put in another order; nothing unless given
        :param seed: which other order: the same number, the same order; 1 unless given
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "quiz.export",
            {
                "homeworkIds": homework_ids, "format": format, "key": key, "shuffle": shuffle, "seed": seed,
                "library": library,
            },
        )


class AsyncAttemptMethods:
    """`attempt.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def start(
        self, homework_id: str, *, shuffle: Shuffle | None = None, seed: int | None = None, only: Only | List[int] |
        None = None, retention: float | None = None, limit: int | None = None, practice: bool | None = None,
        time_limit_ms: int | None = None, learner_id: str | None = None, request_id: str | None = None, library: str |
        None = None,
    ) -> Awaitable[Attempt]:
        """Starts an attempt at the quiz of a homework.

        :param homework_id: its id, or a unique beginning or end of it
        :param shuffle: what is put in another order; nothing unless given
        :param seed: which other order: the same number, the same order
        :param only: "wrong" for what was last answered wrong or skipped, "due" for what is to be asked again by now,
                     or places in the quiz, from 0; it is practice then
        :param retention: of what is due: how likely a question is to be remembered then; 0.9 unless given
        :param limit: of what is due: the most questions; all unless given
        :param practice: move neither progress nor stars
        :param time_limit_ms: for how long answers are taken, in milliseconds, 1 to a year; while nobody plays, too
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
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
    ) -> Awaitable[Attempt]:
        """The attempt in progress of a homework, or that attempt itself.

        :param homework_id: its id, or a unique beginning or end of it; this or attemptId
        :param attempt_id: its id, or a unique beginning or end of it
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "attempt.resume",
            {
                "homeworkId": homework_id, "attemptId": attempt_id, "learnerId": learner_id, "library": library,
            },
        )

    def list(
        self, *, homework_id: str | None = None, state: AttemptState | None = None, limit: int | None = None, after:
        str | None = None, learner_id: str | None = None, library: str | None = None,
    ) -> Awaitable[AttemptListResult]:
        """Attempts, newest first.

        :param homework_id: only at this homework
        :param state: only these
        :param limit: how many at most, 1 to 500; 50 by default
        :param after: the next of the page before
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "attempt.list",
            {
                "homeworkId": homework_id, "state": state, "limit": limit, "after": after, "learnerId": learner_id,
                "library": library,
            },
        )

    def get(
        self, attempt_id: str, *, review: bool | None = None, library: str | None = None,
    ) -> Awaitable[ReviewedAttempt]:
        """One attempt, with its questions where it is to be reviewed.

        :param attempt_id: its id, or a unique beginning or end of it
        :param review: give each answer its question, the response in words, what is right, and why
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "attempt.get",
            {
                "attemptId": attempt_id, "review": review, "library": library,
            },
        )

    def answer(
        self, attempt_id: str, response: str, *, question_index: int | None = None, elapsed_ms: int | None = None,
        request_id: str | None = None, library: str | None = None,
    ) -> Awaitable[Settlement]:
        """Settles the current question.

        :param attempt_id: its id, or a unique beginning or end of it
        :param response: a letter or number from 1 of an option, a text otherwise
        :param question_index: the question meant, from 0; another than the current is a conflict
        :param elapsed_ms: time spent on the question, in milliseconds
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError, TimeUpError.
        """
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
    ) -> Awaitable[Settlement]:
        """Skips the current question.

        :param attempt_id: its id, or a unique beginning or end of it
        :param question_index: the question meant, from 0; another than the current is a conflict
        :param elapsed_ms: time spent on the question, in milliseconds
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "attempt.skip",
            {
                "attemptId": attempt_id, "questionIndex": question_index, "elapsedMs": elapsed_ms, "requestId":
                request_id, "library": library,
            },
        )

    def finish(
        self, attempt_id: str, *, request_id: str | None = None, library: str | None = None,
    ) -> Awaitable[Finish]:
        """Completes an attempt whose questions are settled.

        :param attempt_id: its id, or a unique beginning or end of it
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "attempt.finish",
            {
                "attemptId": attempt_id, "requestId": request_id, "library": library,
            },
        )

    def abandon(
        self, attempt_id: str, *, request_id: str | None = None, library: str | None = None,
    ) -> Awaitable[Attempt]:
        """Ends an attempt that counts for nothing.

        :param attempt_id: its id, or a unique beginning or end of it
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "attempt.abandon",
            {
                "attemptId": attempt_id, "requestId": request_id, "library": library,
            },
        )


class AsyncReviewMethods:
    """`review.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def due(
        self, *, retention: float | None = None, learner_id: str | None = None, library: str | None = None,
    ) -> Awaitable[DueReviews]:
        """What is to be asked again now, by homework.

        :param retention: how likely a question is to be remembered when it is due, above 0 and below 1; 0.9 by
                          default
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
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
    ) -> Awaitable[Attempt]:
        """Starts a practice attempt over what is to be asked again now, of all homework: what has waited longest
           first.

        :param retention: how likely a question is to be remembered when it is due, above 0 and below 1; 0.9 by
                          default
        :param limit: the most questions, from 1; 200 unless given, which is the most
        :param shuffle: what is put in another order; nothing unless given
        :param seed: which other order: the same number, the same order
        :param time_limit_ms: for how long answers are taken, in milliseconds, 1 to a year; while nobody plays, too
        :param learner_id: whom it is about: a name, an id, or a unique part of one; the default learner unless given
        :param request_id: a UUID: the same request again within 24 hours gets the first reply and changes nothing
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "review.start",
            {
                "retention": retention, "limit": limit, "shuffle": shuffle, "seed": seed, "timeLimitMs":
                time_limit_ms, "learnerId": learner_id, "requestId": request_id, "library": library,
            },
        )


class AsyncSessionMethods:
    """`session.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def open(
        self, attempt_id: str, *, profiles: List[str] | None = None, animations: List[AnimationFile] | None = None,
        motion: Motion | None = None, screen: SessionOpenScreen | None = None, seed: int | None = None, low_power:
        bool | None = None, library: str | None = None,
    ) -> Awaitable[SessionOpenResult]:
        """Opens a session on an attempt. The connection's end is its kill; opening another one on the attempt is its
           resume.

        :param attempt_id: its id, or a unique beginning or end of it
        :param profiles: designs that are shown; mcq-streak unless given
        :param animations: files of animations that are shown
        :param motion: full by default
        :param screen: its size in points; 390 by 844 by default
        :param seed: of the confetti, from 0; 0 by default
        :param low_power: whether what goes round without end is left out
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "session.open",
            {
                "attemptId": attempt_id, "profiles": profiles, "animations": animations, "motion": motion, "screen":
                screen, "seed": seed, "lowPower": low_power, "library": library,
            },
        )

    def event(
        self, session_id: str, at_ms: int, event: SessionEvent, *, library: str | None = None,
    ) -> Awaitable[SessionEventResult]:
        """Tells a session what happened; gives the cues that this begins or ends.

        :param session_id: of session.open, on this connection
        :param at_ms: when, on the session's clock, which begins at 0 and never goes back
        :param event: what happened
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "session.event",
            {
                "sessionId": session_id, "atMs": at_ms, "event": event, "library": library,
            },
        )

    def state(self, session_id: str, *, library: str | None = None) -> Awaitable[SessionStateResult]:
        """Every field of a session and of what it is on, with what a kill does to it.

        :param session_id: of session.open, on this connection
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("session.state", {"sessionId": session_id, "library": library})  # type: ignore[no-any-return]

    def close(self, session_id: str) -> Awaitable[None]:
        """Closes a session: nothing of it is told to whoever opens the next one.

        :param session_id: of session.open, on this connection

        Raises BusyError, CancelledError, InternalError, InvalidParamsError, NotFoundError.
        """
        return self._call("session.close", {"sessionId": session_id})  # type: ignore[no-any-return]


class AsyncScenarioMethods:
    """`scenario.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def run(
        self, text: str, *, name: str | None = None, files: dict[str, str] | None = None, animations:
        List[AnimationFile] | None = None, profile: str | None = None, mode: Mode | None = None, seed: int | None =
        None, only: List[str] | None = None,
    ) -> Awaitable[Run]:
        """Plays the scenarios of a script and judges them.

        :param text: the script
        :param name: the name of its file
        :param files: the files of quizzes and animations that it names, by name
        :param animations: files of animations that all of it shows
        :param profile: a design that all of it shows, besides those that it names
        :param mode: how to kill; simulated by default
        :param seed: replaces the script's own
        :param only: the names of those that are played; all by default

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError.
        """
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
    ) -> Awaitable[Run]:
        """Plays the scenarios of a script and tells what happened, without judging it.

        :param text: the script
        :param name: the name of its file
        :param files: the files of quizzes and animations that it names, by name
        :param animations: files of animations that all of it shows
        :param profile: a design that all of it shows, besides those that it names
        :param mode: how to kill; simulated by default

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError.
        """
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
    ) -> Awaitable[Exploration]:
        """Kills scenarios at every point at which they can die; without a script, every sequence of answers.

        :param text: the script
        :param name: the name of its file
        :param files: the files of quizzes and animations that it names, by name
        :param animations: files of animations that all of it shows
        :param profile: a design that all of it shows, besides those that it names
        :param mode: how to kill; simulated by default
        :param kills: 1, or 2 for every pair of points too
        :param sequences: every sequence of actions up to this length, 1 to 16; of all actions 1 to 8
        :param actions: what sequences are made of: correct and wrong answers, over the rules alone, by default; or
                        all that two learners can do, over a store in memory

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError.
        """
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
    ) -> Awaitable[ScenarioCheckResult]:
        """Reads a script without playing it.

        :param text: the script
        :param name: the name of its file
        :param files: the files of quizzes and animations that it names, by name
        :param animations: files of animations that all of it shows
        :param profile: a design that all of it shows, besides those that it names

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError.
        """
        return self._call(  # type: ignore[no-any-return]
            "scenario.check",
            {
                "text": text, "name": name, "files": files, "animations": animations, "profile": profile,
            },
        )


class AsyncMotionMethods:
    """`motion.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def list(
        self, *, profile: str | None = None, animations: List[AnimationFile] | None = None,
    ) -> Awaitable[MotionListResult]:
        """The catalogue: every animation of the five designs, or of files.

        :param profile: only of this design; all five by default, and no files
        :param animations: files of animations, instead or beside

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError.
        """
        return self._call("motion.list", {"profile": profile, "animations": animations})  # type: ignore[no-any-return]

    def get(self, animation: str, *, animations: List[AnimationFile] | None = None) -> Awaitable[Animation]:
        """One animation.

        :param animation: its name, such as A1 or ncdb.buttonPress
        :param animations: files of animations, where it is in one

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "motion.get",
            {
                "animation": animation, "animations": animations,
            },
        )

    def timeline(
        self, animation: str, *, motion: Motion | None = None, every_ms: int | None = None, animations:
        List[AnimationFile] | None = None,
    ) -> Awaitable[MotionTimeline]:
        """An animation at every moment.

        :param animation: its name, such as A1 or ncdb.buttonPress
        :param motion: full by default
        :param every_ms: between two samples, 1 to 60000; 16 by default
        :param animations: files of animations, where it is in one

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError, NotFoundError.
        """
        return self._call(  # type: ignore[no-any-return]
            "motion.timeline",
            {
                "animation": animation, "motion": motion, "everyMs": every_ms, "animations": animations,
            },
        )

    def particles(
        self, intensity: Intensity, at_ms: float, *, screen: MotionParticlesScreen | None = None, seed: int | None =
        None,
    ) -> Awaitable[MotionParticlesResult]:
        """Every particle of a confetti burst at one moment.

        :param intensity: how much
        :param screen: its size in points; 390 by 844 by default
        :param seed: of the burst, from 0; 0 by default
        :param at_ms: from the start of the burst

        Raises BusyError, CancelledError, InternalError, InvalidParamsError.
        """
        return self._call(  # type: ignore[no-any-return]
            "motion.particles",
            {
                "intensity": intensity, "screen": screen, "seed": seed, "atMs": at_ms,
            },
        )

    def lint(
        self, *, profile: str | None = None, animations: List[AnimationFile] | None = None,
    ) -> Awaitable[MotionLintResult]:
        """Contradictions in the catalogue, and between it and its documents; and all that was inferred.

        :param profile: only of this design; all five by default, and no files
        :param animations: files of animations, instead or beside

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError.
        """
        return self._call("motion.lint", {"profile": profile, "animations": animations})  # type: ignore[no-any-return]

    def check(self, name: str, text: str) -> Awaitable[MotionCheckResult]:
        """Reads a file of animations; every mistake is named by its JSON path.

        :param name: What it is called; mistakes point there.
        :param text: What it holds.

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError.
        """
        return self._call("motion.check", {"name": name, "text": text})  # type: ignore[no-any-return]

    def schema(self) -> Awaitable[MotionSchemaResult]:
        """The JSON Schema of files of animations.

        Raises BusyError, CancelledError, InternalError, InvalidParamsError.
        """
        return self._call("motion.schema", {})  # type: ignore[no-any-return]

    def export(
        self, *, profile: str | None = None, animations: List[AnimationFile] | None = None, format: MotionFormat |
        None = None,
    ) -> Awaitable[MotionExportResult]:
        """A design or files as one Design Tokens file, or as CSS.

        :param profile: one of the five designs
        :param animations: or a file
        :param format: tokens by default

        Raises BusyError, CancelledError, InternalError, InvalidError, InvalidParamsError.
        """
        return self._call(  # type: ignore[no-any-return]
            "motion.export",
            {
                "profile": profile, "animations": animations, "format": format,
            },
        )


class AsyncDatabaseMethods:
    """`database.…`"""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call

    def info(self, *, library: str | None = None) -> Awaitable[DatabaseInfo]:
        """What the database is, how large, and what is in it.

        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("database.info", {"library": library})  # type: ignore[no-any-return]

    def check(self, *, library: str | None = None) -> Awaitable[DatabaseCheckResult]:
        """Everything that is damaged, or that a recomputation does not reproduce.

        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("database.check", {"library": library})  # type: ignore[no-any-return]

    def repair(self, *, library: str | None = None) -> Awaitable[DatabaseRepairResult]:
        """Recomputes everything that is derived, and says what it found and what is left.

        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("database.repair", {"library": library})  # type: ignore[no-any-return]

    def vacuum(self, *, library: str | None = None) -> Awaitable[DatabaseInfo]:
        """Gives back the space that deletions left.

        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("database.vacuum", {"library": library})  # type: ignore[no-any-return]

    def backup(self, path: str, *, library: str | None = None) -> Awaitable[DatabaseBackupResult]:
        """Copies the database to a file, checked before it takes its place.

        :param path: the absolute path of the file
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("database.backup", {"path": path, "library": library})  # type: ignore[no-any-return]

    def restore(self, path: str, *, library: str | None = None) -> Awaitable[DatabaseInfo]:
        """Replaces everything with the contents of a backup, checked before anything is replaced.

        :param path: the absolute path of the file
        :param library: its name; needed where there are several

        Raises BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError, InvalidError,
        InvalidParamsError, NotFoundError.
        """
        return self._call("database.restore", {"path": path, "library": library})  # type: ignore[no-any-return]


class AsyncMethods:
    """All that belong to no session, by what they are about."""

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self.server = AsyncServerMethods(call)
        self.rpc = AsyncRpcMethods(call)
        self.library = AsyncLibraryMethods(call)
        self.learner = AsyncLearnerMethods(call)
        self.overview = AsyncOverviewMethods(call)
        self.homework = AsyncHomeworkMethods(call)
        self.progress = AsyncProgressMethods(call)
        self.generation = AsyncGenerationMethods(call)
        self.collection = AsyncCollectionMethods(call)
        self.stats = AsyncStatsMethods(call)
        self.quiz = AsyncQuizMethods(call)
        self.attempt = AsyncAttemptMethods(call)
        self.review = AsyncReviewMethods(call)
        self.scenario = AsyncScenarioMethods(call)
        self.motion = AsyncMotionMethods(call)
        self.database = AsyncDatabaseMethods(call)

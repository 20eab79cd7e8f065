"""Every method of the protocol as a call, with its parameters, result and errors."""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, List

from ._ways import Group, W, Way, method

if TYPE_CHECKING:
    from .types import *

# Written by Clients/generate from here on.


class ServerMethods(Group[W]):
    @method("server.info")
    def info(self) -> ServerInfoResult:
        """Returns versions, limits and the database."""

    @method("server.stats")
    def stats(self) -> ServerStatistics:
        """Returns counters of the server and its store since the start."""

    @method("server.ping")
    def ping(self) -> None:
        """Shows that the server answers."""


class RpcMethods(Group[W]):
    @method("rpc.discover")
    def discover(self) -> dict[str, Any]:
        """Returns this protocol as an OpenRPC document."""


class SyncMethods(Group[W]):
    @method("sync.hello")
    def hello(self, *, other: SyncHello | None = None, request_id: str | None = None) -> SyncHello:
        """Returns what this copy of the library has. If it is empty, it becomes a copy of the other's library first.
        :param other: what the other copy says of itself"""

    @method("sync.give")
    def give(self, known: dict[str, int]) -> SyncGiveResult:
        """Returns the next changes that another copy lacks, about half a mebibyte of them.
        :param known: the time of the newest change of each copy that the other one has"""

    @method("sync.take")
    def take(self, part: dict[str, Any], *, request_id: str | None = None) -> SyncCounts:
        """Takes changes that another copy has given, in one transaction. The same part again changes nothing.
        :param part: the changes, exactly as they were given
        :raises: TooLargeError"""


class LearnerMethods(Group[W]):
    @method("learner.add")
    def add(self, name: str, *, request_id: str | None = None) -> Learner:
        """Adds a learner.
        :param name: 1 to 100 characters, unique without regard to case"""

    @method("learner.list")
    def list(self) -> LearnerListResult:
        """Lists the learners of the library, in the order they were added."""

    @method("learner.update")
    def update(
        self, learner_id: str, *, name: str | None = None, is_default: bool | None = None,
        request_id: str | None = None,
    ) -> Learner:
        """Renames a learner, or makes them the default learner.
        :param learner_id: the learner: a name, an id, or a unique part of one
        :param name: the new name
        :param is_default: whether they become the default learner"""

    @method("learner.export")
    def export(self, learner_id: str, *, path: str | None = None) -> LearnerExportResult:
        """Exports all data about a learner as a JSON document, for import into another library.
        :param learner_id: the learner: a name, an id, or a unique part of one
        :param path: the absolute path of a new file to write, instead of returning the text"""

    @method("learner.import")
    def import_(
        self, *, document: str | None = None, path: str | None = None, request_id: str | None = None,
    ) -> Learner:
        """Imports a learner exported from another library, with any homework that is missing here. Does not create
        their events again.
        :param document: the document; give this or path
        :param path: the absolute path of the file, up to 64 MiB
        :raises: TooLargeError"""

    @method("learner.erase")
    def erase(self, learner_id: str, name: str) -> LearnerEraseResult:
        """Erases all data about a learner for good, and every byte of it from the file; their events keep their
        numbers.
        :param learner_id: the learner: a whole name, or an id
        :param name: the full name, to confirm, as this cannot be undone"""


class SettingsMethods(Group[W]):
    @method("settings.set")
    def set(self, *, accepts_answers: bool | None = None, request_id: str | None = None) -> LibrarySettings:
        """Changes what is allowed in the library, if a parameter says so, and returns it.
        :param accepts_answers: whether learners may have a wrong typed answer counted"""


class OverviewMethods(Group[W]):
    @method("overview.get")
    def get(self, *, learner_id: str | None = None) -> Overview:
        """Returns the progress in all homework, and the hardest questions. Leaves out Learner 1 if that learner has not
        played and there are others.
        :param learner_id: only this learner: a name, an id, or a unique part of one; all learners by default"""


class HomeworkMethods(Group[W]):
    @method("homework.add")
    def add(
        self, title: str, *, subject: str | None = None, collections: List[str] | None = None, text: str | None = None,
        image_path: str | None = None, due_on: str | None = None, note: str | None = None,
        quiz: QuizInput | None = None, learner_id: str | None = None, request_id: str | None = None,
    ) -> Homework:
        """Adds an assignment, with its quiz if there is one.
        :param title: the title
        :param subject: its subject, such as Mathematics
        :param collections: a collection it belongs to
        :param text: the text of the homework
        :param due_on: the day it is due
        :param note: a note to it
        :param quiz: its quiz; ids are optional"""

    @method("homework.get")
    def get(self, homework_id: str, *, learner_id: str | None = None) -> Homework:
        """Returns an assignment."""

    @method("homework.list")
    def list(
        self, *, subject: str | None = None, collection: str | None = None, status: Status | None = None,
        due: Due | None = None, due_on: str | None = None, search: str | None = None, note: str | None = None,
        limit: int | None = None, after: str | None = None, learner_id: str | None = None,
    ) -> HomeworkListResult:
        """Lists homework, newest first.
        :param subject: only homework of this subject
        :param collection: only homework in this collection
        :param status: only homework with this status
        :param due: only homework that is due then, by the date of the serving machine
        :param due_on: only homework that is due on this day; this, or due
        :param search: words in the title, subject, text or questions; the last word may be a prefix
        :param note: words in the note"""

    @method("homework.delete")
    def delete(self, homework_ids: List[str], *, request_id: str | None = None) -> HomeworkDeleteResult:
        """Deletes homework with its quiz, attempts and progress; deletes all of them or none.
        :param homework_ids: ids; or, for up to 20, unique beginnings or ends of them, or whole titles"""

    @method("homework.undelete")
    def undelete(self, *, learner_id: str | None = None, request_id: str | None = None) -> HomeworkUndeleteResult:
        """Shows the last deleted homework again, for 30 days; or, if answers were graded anew since, their former
        grades."""

    @method("homework.complete")
    def complete(self, homework_id: str, *, learner_id: str | None = None, request_id: str | None = None) -> Homework:
        """Marks an assignment as done."""

    @method("homework.reopen")
    def reopen(self, homework_id: str, *, learner_id: str | None = None, request_id: str | None = None) -> Homework:
        """Marks an assignment as not done."""

    @method("homework.update")
    def update(
        self, homework_id: str, *, title: str | None = None, subject: str | None = None,
        collections: List[str] | None = None, text: str | None = None, image_path: str | None = None,
        due_on: str | None = None, note: str | None = None, learner_id: str | None = None,
        request_id: str | None = None,
    ) -> Homework:
        """Changes an assignment; members that are not given stay the same.
        :param title: the new title
        :param subject: its subject; "" removes it
        :param collections: a collection it belongs to; replaces all of them
        :param text: its text; "" removes it
        :param due_on: the day it is due; "" removes it
        :param note: a note to it; "" removes it"""


class PictureMethods(Group[W]):
    @method("picture.get")
    def get(self, *, homework_id: str | None = None, digest: str | None = None) -> PictureGetResult:
        """Returns the picture of an assignment, or one of a question.
        :param homework_id: the id, or a unique beginning or end of it; this, or digest
        :param digest: its SHA-256 digest in hexadecimal, as the question has it"""


class ProgressMethods(Group[W]):
    @method("progress.get")
    def get(self, homework_id: str, *, learner_id: str | None = None) -> Progress:
        """Returns the progress of an assignment."""


class GenerationMethods(Group[W]):
    @method("generation.update")
    def update(
        self, homework_id: str, state: GenerationState, *, reason: GenerationReason | None = None,
        retry_after_seconds: int | None = None, learner_id: str | None = None, request_id: str | None = None,
    ) -> Homework:
        """Sets the state of a quiz's generation.
        :param state: the new state
        :param reason: why it failed
        :param retry_after_seconds: how many seconds to wait before the next try; 300 by default if rate limited
        :raises: TooEarlyError"""


class CollectionMethods(Group[W]):
    @method("collection.list")
    def list(self, *, learner_id: str | None = None) -> CollectionListResult:
        """Lists the collections that contain homework, by name."""


class StatsMethods(Group[W]):
    @method("stats.get")
    def get(self, *, learner_id: str | None = None) -> Statistics:
        """Returns the totals of all finished attempts."""


class QuizMethods(Group[W]):
    @method("quiz.set")
    def set(self, homework_id: str, quiz: QuizInput, *, request_id: str | None = None) -> Quiz:
        """Sets or replaces the quiz of an assignment.
        :param quiz: a quiz, or an array of questions"""

    @method("quiz.get")
    def get(self, *, homework_id: str | None = None, quiz_id: str | None = None, attempt_id: str | None = None) -> Quiz:
        """Returns the quiz of an assignment or an attempt, or any revision by its own id.
        :param homework_id: the id, or a unique beginning or end of it; this, quizId or attemptId
        :param quiz_id: the full id of a quiz
        :param attempt_id: the id, or a unique beginning or end of it; returns the revision that the attempt plays"""

    @method("quiz.edit")
    def edit(
        self, homework_id: str, edits: List[QuizEdit], *, quiz_id: str | None = None, request_id: str | None = None,
    ) -> Quiz:
        """Makes a new revision of a quiz. Attempts keep the revision that they started with.
        :param quiz_id: the revision to edit; the call fails if it is not the current one
        :param edits: the edits, applied in order"""

    @method("quiz.regrade")
    def regrade(
        self, homework_id: str, index: int, *, quiz_id: str | None = None, question: QuestionInput | None = None,
        never_lower: bool | None = None, dry_run: bool | None = None, request_id: str | None = None,
    ) -> Regrading:
        """Corrects the key of a question, and grades earlier answers to it anew, of every learner. Scores, progress,
        stars and statistics follow; nothing is celebrated. Attempts in progress follow when they are finished.
        :param quiz_id: the revision to correct; the call fails if it is not the current one
        :param index: the index of the question, from 0
        :param question: the corrected question; by default the question of the quiz
        :param never_lower: leave correct answers correct, so that no score falls
        :param dry_run: only show what would change"""

    @method("quiz.history")
    def history(self, homework_id: str) -> QuizHistoryResult:
        """Lists the revisions of an assignment's quiz and their changes, newest first."""

    @method("quiz.import")
    def import_(
        self, *, text: str | None = None, path: str | None = None, name: str | None = None,
        format: QuizImportFormat | None = None, question: str | None = None, answer: str | None = None,
        options: List[str] | None = None, separator: str | None = None, yes: bool | None = None,
        update: bool | None = None, strict: bool | None = None, dry_run: bool | None = None,
        gives_quizzes: bool | None = None, explain: bool | None = None, learner_id: str | None = None,
        request_id: str | None = None,
    ) -> Import:
        """Adds an assignment for each quiz in a file.
        :param text: the content of the file; give this or path
        :param path: the absolute path of a file up to 64 MiB, which the serving process reads
        :param name: the file name, used in messages
        :param format: the format; auto by default, which detects it
        :param question: the column of the questions, by heading, number or letter; or a key of JSON
        :param answer: the column or key of the right answers
        :param options: the columns or keys of the options; one may hold all of them
        :param separator: the text between the columns of a table, such as |, :: or tab
        :param yes: add a list of pairs even if it becomes more than ten quizzes
        :param update: revise the quiz that has the same title, instead of adding a second one
        :param strict: reject a file if any question would be changed or left out
        :param dry_run: only show what would be added
        :param gives_quizzes: in a dry run: also return the quizzes; true by default
        :param explain: also say why the format was chosen, and give the text of each question left out"""

    @method("quiz.export")
    def export(
        self, *, homework_ids: List[str] | None = None, format: QuizExportFormat | None = None, key: bool | None = None,
        shuffle: Shuffle | None = None, seed: int | None = None,
    ) -> QuizExportResult:
        """Exports quizzes to other programs, or as a page to print.
        :param homework_ids: the homework to export; all by default
        :param format: the format; json by default, worksheet is a page to print
        :param key: print the answers of a worksheet in place of space to write
        :param seed: the seed of the order: the same number gives the same order; 1 by default"""


class AttemptMethods(Group[W]):
    @method("attempt.start")
    def start(
        self, homework_id: str, *, shuffle: Shuffle | None = None, seed: int | None = None,
        only: Only | List[int] | None = None, retention: float | None = None, limit: int | None = None,
        practice: bool | None = None, time_limit_ms: int | None = None, learner_id: str | None = None,
        request_id: str | None = None,
    ) -> Attempt:
        """Starts an attempt at the quiz of an assignment.
        :param seed: the seed of the order: the same number gives the same order; random by default
        :param only: practise only the questions last answered wrong or skipped ("wrong"), those due ("due"), or those
            with these indexes in the quiz, from 0
        :param retention: with "due": how likely the learner is to remember a question when it is due; 0.9 by default
        :param limit: with "due": how many questions; all by default
        :param practice: practise: does not change progress or stars"""

    @method("attempt.resume")
    def resume(
        self, *, homework_id: str | None = None, attempt_id: str | None = None, learner_id: str | None = None,
    ) -> Attempt:
        """Returns the attempt in progress of an assignment, or an attempt by its id.
        :param homework_id: the id, or a unique beginning or end of it; give this or attemptId"""

    @method("attempt.list")
    def list(
        self, *, homework_id: str | None = None, state: AttemptState | None = None, limit: int | None = None,
        after: str | None = None, learner_id: str | None = None,
    ) -> AttemptListResult:
        """Lists attempts, newest first.
        :param homework_id: only attempts at this homework
        :param state: only attempts in this state"""

    @method("attempt.get")
    def get(self, attempt_id: str, *, review: bool | None = None) -> ReviewedAttempt:
        """Returns an attempt and, for a review, its questions.
        :param review: whether to return the question, the response in words, the correct answer and the explanation
            with each answer"""

    @method("attempt.question")
    def question(self, attempt_id: str) -> AttemptQuestionResult:
        """Returns the current question as it is shown, without its answer."""

    @method("attempt.answer")
    def answer(
        self, attempt_id: str, response: str | float | List[str], *, question_index: int | None = None,
        elapsed_ms: int | None = None, request_id: str | None = None,
    ) -> Settlement:
        """Answers the current question.
        :param response: the letter of an option or its number from 1, letters such as "A,C", a number, a list of texts
            for gaps, "known" or "unknown" for a card, or text, which must not be blank
        :raises: TimeUpError"""

    @method("attempt.skip")
    def skip(
        self, attempt_id: str, *, question_index: int | None = None, elapsed_ms: int | None = None,
        request_id: str | None = None,
    ) -> Settlement:
        """Skips the current question."""

    @method("attempt.finish")
    def finish(self, attempt_id: str, *, request_id: str | None = None) -> Finish:
        """Completes an attempt whose questions are all answered or skipped."""

    @method("attempt.take")
    def take(self, attempt_id: str, *, request_id: str | None = None) -> Attempt:
        """Continues an attempt here that was played on another copy of the library."""

    @method("attempt.extend")
    def extend(self, attempt_id: str, by_ms: int, *, request_id: str | None = None) -> Attempt:
        """Gives an attempt more time: from its deadline, or from now if the time is up already.
        :param by_ms: the additional time in milliseconds, at most a year"""

    @method("attempt.abandon")
    def abandon(self, attempt_id: str, *, request_id: str | None = None) -> Attempt:
        """Abandons an attempt: its answers and stars do not count."""


class ReviewMethods(Group[W]):
    @method("review.due")
    def due(
        self, *, retention: float | None = None, utc_offset_minutes: int | None = None, next: int | None = None,
        learner_id: str | None = None,
    ) -> DueReviews:
        """Returns the number of due questions, by homework.
        :param next: the number of days, from today, to count the due questions of"""

    @method("review.start")
    def start(
        self, *, retention: float | None = None, utc_offset_minutes: int | None = None, limit: int | None = None,
        shuffle: Shuffle | None = None, seed: int | None = None, time_limit_ms: int | None = None,
        learner_id: str | None = None, request_id: str | None = None,
    ) -> Attempt:
        """Starts a practice attempt with the due questions of all homework, longest overdue first.
        :param limit: how many questions, 1 to 200; 200 by default
        :param seed: the seed of the order: the same number gives the same order"""


class ScenarioMethods(Group[W]):
    @method("scenario.run")
    def run(
        self, text: str, *, name: str | None = None, files: dict[str, str] | None = None,
        animations: List[AnimationFile] | None = None, profile: str | None = None, mode: Mode | None = None,
        seed: int | None = None, only: List[str] | None = None,
    ) -> Run:
        """Runs the scenarios of a script.
        :param seed: replaces the script's seed
        :param only: the names of the scenarios to run; all by default"""

    @method("scenario.trace")
    def trace(
        self, text: str, *, name: str | None = None, files: dict[str, str] | None = None,
        animations: List[AnimationFile] | None = None, profile: str | None = None, mode: Mode | None = None,
    ) -> Run:
        """Runs the scenarios of a script and returns what happened, without judging it."""

    @method("scenario.explore")
    def explore(
        self, *, text: str | None = None, name: str | None = None, files: dict[str, str] | None = None,
        animations: List[AnimationFile] | None = None, profile: str | None = None, mode: Mode | None = None,
        kills: int | None = None, sequences: int | None = None, actions: Action | None = None,
        only: List[str] | None = None, jobs: int | None = None,
    ) -> Exploration:
        """Kills scenarios at every possible point; without a script, tries every sequence of actions.
        :param kills: 1, or 2 to try every pair of points too
        :param sequences: try every sequence of actions up to this length, 1 to 16; of all actions 1 to 8
        :param actions: the actions in sequences: by default correct and wrong answers, without a store; or all actions
            of two learners, with a store in memory
        :param only: the names of the scenarios to explore; all by default
        :param jobs: how many points to try at a time"""

    @method("scenario.check")
    def check(
        self, text: str, *, name: str | None = None, files: dict[str, str] | None = None,
        animations: List[AnimationFile] | None = None, profile: str | None = None,
    ) -> ScenarioCheckResult:
        """Checks a script without running it."""


class MotionMethods(Group[W]):
    @method("motion.list")
    def list(self, *, profile: str | None = None, animations: List[AnimationFile] | None = None) -> MotionListResult:
        """Lists the animations of the five designs, or of your files.
        :param profile: only animations of this design; all five by default
        :param animations: animation files; without a profile, only their animations"""

    @method("motion.get")
    def get(self, animation: str, *, animations: List[AnimationFile] | None = None) -> Animation:
        """Returns an animation.
        :param animation: the name, such as A1 or ncdb.buttonPress
        :param animations: animation files, if the animation is in one"""


class DatabaseMethods(Group[W]):
    @method("database.info")
    def info(self) -> DatabaseInfo:
        """The database's file, schema and contents."""

    @method("database.check")
    def check(self) -> DatabaseCheckResult:
        """Checks the database for damage and wrong totals, and lists what it finds."""

    @method("database.backup")
    def backup(self, path: str) -> DatabaseBackupResult:
        """Copies the database to a file and checks the copy.
        :param path: the absolute path of the file"""


class Methods(Way[W]):
    """All methods but those of sessions, by group. Parameters without a description:

    :param request_id: a UUID: repeating the request within 24 hours returns the first reply and changes nothing
    :param learner_id: the learner: a name, an id, or a unique part of one; the default learner by default
    :param homework_id: the id, or a unique beginning or end of it
    :param attempt_id: the id, or a unique beginning or end of it
    :param text: the script
    :param name: its file name, used in messages
    :param files: the quiz and animation files that the script uses, by name
    :param animations: animation files for all scenarios
    :param profile: a design for all scenarios, besides their own
    :param shuffle: what to shuffle; nothing by default
    :param mode: how to kill; simulated by default
    :param image_path: the absolute path of a JPEG, PNG, GIF, WebP or HEIC file up to 16 MiB, which the serving process
        reads
    :param limit: how many to list, 1 to 500; 50 by default
    :param after: the cursor of the previous page
    :param time_limit_ms: the time limit in milliseconds, at most a year; it also runs between sessions
    :param retention: how likely the learner is to remember a question when it is due, above 0 and below 1; 0.9 by
        default
    :param utc_offset_minutes: the minutes by which the learner's clock is ahead of UTC, as questions are due from 00:00
        of a day; by default those of the machine that serves
    :param question_index: the expected current question, from 0; the call fails with a conflict if it is another one
    :param elapsed_ms: the time spent on the question, in milliseconds

    Any method may raise BusyError, CancelledError, ConflictError, DatabaseUnavailableError, InternalError,
    InvalidError, InvalidParamsError, NotFoundError.
    """

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self.server: ServerMethods[W] = ServerMethods(call)
        self.rpc: RpcMethods[W] = RpcMethods(call)
        self.sync: SyncMethods[W] = SyncMethods(call)
        self.learner: LearnerMethods[W] = LearnerMethods(call)
        self.settings: SettingsMethods[W] = SettingsMethods(call)
        self.overview: OverviewMethods[W] = OverviewMethods(call)
        self.homework: HomeworkMethods[W] = HomeworkMethods(call)
        self.picture: PictureMethods[W] = PictureMethods(call)
        self.progress: ProgressMethods[W] = ProgressMethods(call)
        self.generation: GenerationMethods[W] = GenerationMethods(call)
        self.collection: CollectionMethods[W] = CollectionMethods(call)
        self.stats: StatsMethods[W] = StatsMethods(call)
        self.quiz: QuizMethods[W] = QuizMethods(call)
        self.attempt: AttemptMethods[W] = AttemptMethods(call)
        self.review: ReviewMethods[W] = ReviewMethods(call)
        self.scenario: ScenarioMethods[W] = ScenarioMethods(call)
        self.motion: MotionMethods[W] = MotionMethods(call)
        self.database: DatabaseMethods[W] = DatabaseMethods(call)

/* Plays an attempt. Each answer is on disk before the page says so: the reply brings the verdict and the cues. */
import {$, h, said, announce, duration, explained, showError} from '/page/dom.js';
import {call, on} from '/page/rpc.js';
import {LiveAttempt, phasesOf} from '/page/attempt.js';
import {Cues} from '/page/cues.js';
import {drawFrame, setFrame, notice, targetOf} from '/page/frame.js';
import {
  drawQuestion, setPending, setVerdict, setAccepted, isTyped, verdict, drawVerdict, press,
} from '/page/question.js';
import {showResults, askToLeave} from '/page/results.js';

const pause = ms => new Promise(done => setTimeout(done, ms));

export class Quiz {
  #live; #cues; #title = 'Review';
  /* The question on screen, its index from 0, whether its verdict shows, and whether an action waits for its reply. */
  #question; #index = 0; #isSettled = false; #isBusy = false;
  /* The promise of the next question. The server gives one at a time, and its answer only once it is settled. */
  #coming;
  /* The star that was activated last, and whether the bar is full, until the next answer of this session. */
  #active; #isFull = false;
  /* Whether an answer was typed, for which there are no stars. */
  #hasTyped = false;
  #isOver = false; #stops = [];

  /**
   * @param who the name of who plays, where several do
   * @param leave shows the list of homework
   * @param play plays another attempt: `play(method, parameters)` starts it
   */
  constructor(attemptId, {who, leave, play}) {
    Object.assign(this, {who, leave, play});
    this.#live = new LiveAttempt(attemptId);
    this.#live.opened = () => this.#opened();
  }

  async begin() {
    try {
      this.#fetch();
      if ((await this.#live.open()).state !== 'inProgress') return this.#leave();
      if (this.#isOver) return;
      this.#listen();
      const marks = [this.who, this.#now.isPractice ? 'practice' : null].filter(Boolean);
      drawFrame(this.#title, marks.join(', '), () => this.#ask());
      this.#nameIt();
      await this.#drawCurrent();
    } catch (error) { return showError(error, () => this.#leave()); }
    if (this.#now.questionIndex) notice(`Going on at question ${this.#index + 1} of ${this.#now.questionCount}.`);
    this.#hint('push');
  }

  /** Leaves the screen; the attempt stays open. */
  end() {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const stop of this.#stops) stop();
    this.#cues?.stop();
    this.#live.close();
  }

  get #now() { return this.#live.now; }

  // MARK: The session

  #listen() {
    const clock = setInterval(() => this.#tick(), 1000), keys = event => this.#press(event);
    document.addEventListener('keydown', keys);
    this.#stops.push(
      () => clearInterval(clock), () => document.removeEventListener('keydown', keys),
      on('lost', () => this.#lost()), on('back', () => this.#back()),
      on('notification', ({method, params}) => {
        if (method === 'events.cue' && this.#live.isMine(params)) this.#cues.show([params.cue]);
        if (params.kind === 'attemptExtended' && params.attemptId === this.#live.id) this.#readDeadline();
      }));
  }

  /** What an earlier session showed stands still in this one. */
  #opened() {
    const {began, motion, screen} = this.#live;
    const phases = cue => phasesOf(cue, motion), target = (cue, phase) => targetOf(cue, phase, this.#live);
    this.#cues = new Cues({phases, target, began, screen});
    [this.#active, this.#isFull] = [undefined, false];
  }

  /** Tells the session what only the screen knows; if that is lost, nothing is. */
  async #hint(name) {
    const reply = await this.#live.send({type: 'screen', name}).catch(() => null);
    if (reply && !this.#isOver) this.#cues.show(reply.cues);
  }

  #lost() {
    this.#live.lost();
    this.#cues.stop({withConfetti: true});
    if (this.#isBusy) $('unsaved')?.removeAttribute('hidden');
  }

  async #back() {
    if (this.#isBusy || this.#isOver || $('results')) return;
    const shown = this.#index + (this.#isSettled ? 1 : 0);
    this.#fetch();
    try {
      const {state, questionIndex} = await this.#live.open();
      if (state !== 'inProgress') return this.#leave();
      if (questionIndex === shown) this.#drawState(); else await this.#drawCurrent();
    } catch (error) { this.#fail(error); }
  }

  // MARK: The screen

  async #nameIt() {
    const {homeworkId} = this.#now;
    if (!homeworkId) return;
    const {title} = await call('homework.get', {homeworkId}).catch(() => ({title: 'Quiz'}));
    this.#title = title;
    if (!this.#isOver && $('exit')) document.querySelector('#top .title').replaceChildren(said(document.title = title));
  }

  /** Draws the question that the attempt is at, or, once all are settled, the last one with its verdict. */
  async #drawCurrent() {
    const {questionIndex, questionCount} = this.#now;
    if (questionIndex < questionCount) return this.#drawQuestion(await this.#coming);
    const answer = await this.#saved(questionCount - 1);
    this.#drawQuestion(answer);
    await this.#drawVerdict(answer);
  }

  #fetch() {
    this.#coming = call('attempt.question', {attemptId: this.#live.id});
    this.#coming.catch(() => {});
  }

  /** Returns a settled answer with its question. */
  async #saved(index) {
    return (await call('attempt.get', {attemptId: this.#live.id, review: true})).answers[index];
  }

  #drawQuestion(question) {
    [this.#question, this.#index, this.#isSettled, this.#isBusy] = [question, question.index, false, false];
    $('slot').replaceChildren(drawQuestion(question, {
      onanswer: response => this.#answer(response), onskip: () => this.#answer(null), onnext: () => this.#next(),
      onaccept: () => this.#accept(),
    }));
    this.#drawState();
    $('question').focus({preventScroll: true});
    const words = [question.introduction, question.question].filter(Boolean).join(' ');
    announce(`Question ${this.#index + 1} of ${this.#now.questionCount}: ${words}`);
  }

  #drawState() { setFrame(this.#now, this.#index, {active: this.#active, isFull: this.#isFull}); }

  // MARK: Answers

  async #answer(response) {
    if (this.#isBusy || this.#isSettled) return;
    this.#isBusy = true;
    notice();
    setPending(response);
    const slow = setTimeout(() => { $('unsaved').hidden = false; }, 1500);
    try {
      const reply = await this.#live.save(response === null ? {type: 'skip'} : {type: 'answer', response});
      if (this.#isOver) return;
      this.#isBusy = false;
      await (reply ? this.#settled(reply) : this.#wasSaved());
    } catch (error) {
      this.#isBusy = false;
      if (error.kind === 'timeUp') return this.#finish('Time is up.');
      setPending();
      this.#fail(error);
    } finally { clearTimeout(slow); }
  }

  async #settled({attempt, answer, cues}) {
    Object.assign(this.#now, attempt);
    this.#fetch();
    const {streakPosition: position, outcome} = answer;
    this.#hasTyped ||= position === undefined;
    if (position !== undefined) [this.#isFull, this.#active] = [position === 10, position >= 5 ? position : undefined];
    const words = await this.#drawVerdict(answer);
    const isStar = cues.some(cue => cue.animation === 'A1' && cue.disposition !== 'suppressed');
    if (outcome !== 'skipped') {
      announce(`${words} ${isStar ? `Star ${position - 4} of this streak. ` : ''}${attempt.score} right so far.`);
    }
    this.#cues.show(cues);
  }

  get #isLast() { return this.#index + 1 >= this.#now.questionCount; }

  /** Draws the verdict on the question on screen, and returns it in words. */
  async #drawVerdict(answer) {
    this.#isSettled = true;
    const told = verdict(this.#question, answer);
    /* A skipped question gives way at once, and what would have been right stands above the next one. */
    if (answer.outcome === 'skipped' && !this.#isLast) {
      this.#drawQuestion(await this.#coming);
      notice(told.words, drawVerdict(told));
    } else {
      setVerdict(this.#question, told, answer.response, this.#isLast ? 'Finish Quiz' : 'Next question');
      this.#drawState();
      if (answer.outcome === 'wrong' && isTyped(this.#question)) this.#offerToAccept();
    }
    return told.words;
  }

  /** Shows the button for a wrong typed answer that was right, if the library allows that. */
  async #offerToAccept() {
    const button = $('accept');
    const {acceptsAnswers} = await call('settings.set').catch(() => ({}));
    if (acceptsAnswers) button.hidden = false;
  }

  /** Has a wrong typed answer counted. That is not celebrated. */
  async #accept() {
    if (this.#isBusy || !this.#isSettled) return;
    this.#isBusy = true;
    try {
      const {attempt, answer} = await this.#live.send({type: 'accept'});
      if (this.#isOver) return;
      Object.assign(this.#now, attempt);
      announce(`${setAccepted(this.#question, answer)} ${attempt.score} right so far.`);
    } catch (error) {
      if (error.kind === 'conflict') notice(explained(error)); else this.#fail(error);
    } finally { this.#isBusy = false; }
  }

  /** Shows an answer that was saved although its reply was lost. It is not celebrated any more. */
  async #wasSaved() {
    if (this.#now.state !== 'inProgress') return this.#leave();
    this.#fetch();
    if (this.#now.questionIndex !== this.#index + 1) return this.#drawCurrent();
    await this.#drawVerdict(await this.#saved(this.#index));
  }

  async #next() {
    if (this.#isBusy || !this.#isSettled) return;
    if (this.#isLast) return this.#finish();
    this.#isBusy = true;
    try {
      const question = await this.#coming;
      /* The slide comes with the reply; a slow one is not waited for. */
      const reply = await Promise.race([this.#live.send({type: 'screen', name: 'next'}).catch(() => null), pause(150)]);
      if (this.#isOver) return;
      notice();
      this.#drawQuestion(question);
      if (reply) this.#cues.show(reply.cues);
    } catch (error) {
      this.#isBusy = false;
      this.#fail(error);
    }
  }

  async #finish(words) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const reply = await this.#live.save({type: 'finish'});
      if (this.#isOver) return;
      if (!reply) return this.#leave();
      Object.assign(this.#now, reply.attempt);
      const total = await this.#live.starsTotal().catch(() => undefined);
      this.#cues.stop();
      showResults({
        attempt: this.#now, total, notice: words, hasTyped: this.#hasTyped, title: this.#title,
        leave: () => this.#leave(),
        play: (...what) => { this.end(); this.play(...what); },
      });
      this.#cues.show(reply.cues);
    } catch (error) {
      this.#isBusy = false;
      this.#fail(error);
    }
  }

  // MARK: Trouble, keys, time, leaving

  #fail(error) {
    if (this.#isOver) return;
    if (error.kind === 'notFound') return showError(error, () => this.#leave());
    if (error.kind !== 'conflict') return notice(explained(error));
    /* Another window or device has taken the attempt over; only one at a time plays it. */
    this.#live.lost();
    notice('This quiz is being played in another window or on another device.');
    $('notice').append(' ', h('button', {onclick: () => { notice(); this.#back(); }}, 'Go on here'));
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') this.#ask();
    /* Single letters work only on the question (WCAG 2.1.4): who dictates may say them elsewhere. */
    else if (!this.#isSettled && $('card')?.contains(event.target)) press(event, () => this.#answer(null));
  }

  #tick() {
    const {deadline, questionIndex, questionCount} = this.#now, left = new Date(deadline) - Date.now();
    if (!deadline || !$('left')) return;
    $('left').textContent = `${duration(left)} left`;
    if (left < 0 && !this.#isBusy && questionIndex < questionCount) this.#timeUp();
  }

  async #readDeadline() {
    this.#now.deadline = (await call('attempt.get', {attemptId: this.#live.id})).deadline;
  }

  /** Finishes, unless the attempt was extended. */
  async #timeUp() {
    await this.#readDeadline();
    if (new Date(this.#now.deadline) < Date.now()) this.#finish('Time is up.');
  }

  #ask() {
    if ($('results')) return this.#leave();
    askToLeave(this.#now, {keep: () => this.#leave(), abandon: () => this.#abandon()});
    this.#hint('exit');
  }

  async #abandon() {
    try {
      await call('attempt.abandon', {attemptId: this.#live.id});
      this.#leave();
    } catch (error) { this.#fail(error); }
  }

  #leave() {
    this.end();
    this.leave();
  }
}

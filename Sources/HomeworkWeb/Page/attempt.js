/* One attempt, and its session with the server over connections that come and go.

   A session dies with its connection: on the next one another session resumes the attempt, at the question that it is
   at by then. */
import {call, LostError} from '/page/rpc.js';

const profiles = ['mcq-streak', 'homework'];

export class LiveAttempt {
  #sessionId;

  constructor(id) { this.id = id; }

  /** Opens a session, as soon as there is a connection, and returns the attempt as it is now. */
  async open() {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0], [width, height] = [innerWidth, innerHeight];
    const motion = sessionStorage.motion
      ?? (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduced' : 'full');
    for (;;) {
      try {
        const opened = await call('session.open', {
          attemptId: this.id, profiles, motion, screen: {width, height}, seed,
        });
        this.#sessionId = opened.sessionId;
        /* What others do with the attempt, such as giving more time. */
        call('events.subscribe').catch(() => {});
        /* The session's clock starts now; `began` is that moment on the page's clock. */
        Object.assign(this, {began: performance.now(), screen: {width, height, seed}, motion, now: opened.attempt});
        this.opened?.();
        return this.now;
      } catch (error) { if (!(error instanceof LostError)) throw error; }
    }
  }

  /** Tells the session what happened. Fails with `LostError` if it died. */
  send(event) {
    if (!this.#sessionId) return Promise.reject(new LostError('there is no session'));
    const atMs = Math.round(performance.now() - this.began);
    return call('session.event', {sessionId: this.#sessionId, atMs, event});
  }

  /** Sends what the server has to save, until it is saved. Where the reply was lost, the next session shows whether it
      was: then it returns nothing, and nothing is celebrated. */
  async save(event) {
    const index = this.now.questionIndex;
    for (;;) {
      try { return await this.send(event); } catch (error) {
        if (!(error instanceof LostError)) throw error;
        const {state, questionIndex} = await this.open();
        if (event.type === 'finish' ? state !== 'inProgress' : questionIndex > index) return undefined;
      }
    }
  }

  /** Returns all stars of who plays, this attempt's included once it is finished. */
  async starsTotal() {
    const {fields} = await call('session.state', {sessionId: this.#sessionId});
    return fields.find(({field}) => field === 'total')?.value;
  }

  isMine({sessionId}) { return sessionId === this.#sessionId; }

  lost() { this.#sessionId = undefined; }

  /** Leaves the screen. The attempt stays open. */
  close() {
    if (!this.#sessionId) return;
    this.send({type: 'leave'}).catch(() => {});
    call('session.close', {sessionId: this.#sessionId}).catch(() => {});
    this.lost();
  }
}

const found = new Map();

/** Returns a promise of an animation of the catalogue. */
export function animation(name) {
  if (!found.has(name)) {
    found.set(name, call('motion.get', {animation: name}));
    found.get(name).catch(() => found.delete(name));
  }
  return found.get(name);
}

/** Asks early for what the cues of an answer omit: a first answer may come soon. */
export const prepare = () => [
  'A1', 'A4', 'dotSettle', 'sizeSettle', 'answerFeedback', 'homework.buttonPress', 'progressUpdate',
].map(name => animation(name).catch(() => {}));

/** Returns the phases of a cue, which the cues of an answer omit. */
export async function phasesOf(cue, motion) {
  const {variants, reduced} = await animation(cue.animation);
  const variant = variants.find(({name}) => name === cue.variant) ?? variants[0];
  const still = variant.reduced ?? reduced;
  return motion === 'full' || still.form === 'unchanged' ? variant.phases : still.phases ?? [];
}

/* Draws cues with the Web Animations API, on the clock of the session.

   The page decides nothing about motion: the cue says what moves, when and how long, and whether it shows at all. An
   element has `data-cue` while an animation of that cue runs on it. What a cue animates from and to lies over the state
   that the page shows anyway, so that an animation that is cut off leaves the right picture. */
import {easing, lengthMs} from '/page/curves.js';
import {burst} from '/page/confetti.js';

const colours = {white: 'surface', green: 'green', blue: 'blue', red: 'red', yellow: 'gold', success: 'green'};

/** Returns where something is that has moved beyond an edge; left and right change places from right to left. */
const beyond = (edge, share) => edge === 'bottom' ? [0, share] : edge === 'top' ? [0, -share]
  : [(edge === 'left') === (document.dir === 'rtl') ? share : -share, 0];

/** How a value of a property looks in CSS. */
const looks = {
  opacity: value => ({opacity: value}),
  scale: value => ({scale: value}),
  rotation: value => ({rotate: `${value}deg`}),
  x: value => ({translate: `${value}px 0`}),
  y: value => ({translate: `0 ${value}px`}),
  slide: (value, {edge}) => ({translate: beyond(edge, 100 * value).map(share => `${share}%`).join(' ')}),
  size: value => ({width: `${value / 16}rem`, height: `${value / 16}rem`}),
  colour: (value, {colours: names = []}) =>
    ({backgroundColor: `var(--${colours[names[value < 0.5 ? 0 : names.length - 1]] ?? 'blue'})`}),
};

const isShown = ({disposition, durationMs, startMs, endedMs = Infinity}) =>
  disposition !== 'suppressed' && durationMs > 0 && endedMs > startMs;
const key = cue => cue.animation + JSON.stringify(cue.trigger);

export class Cues {
  #phases; #began; #target; #screen; #running = new Map();

  /**
   * @param phases returns a promise of a cue's phases, where the cue omits them
   * @param target returns what a phase of a cue moves: `{element, look?}`, `{step}` for a number, or nothing
   * @param began the start of the session's clock on the page's
   */
  constructor({phases, target, began, screen}) {
    this.#phases = phases;
    this.#target = target;
    this.#began = began;
    this.#screen = screen;
  }

  /** Shows new cues, and ends those that are reported again because they end differently. */
  async show(cues) {
    for (const cue of cues) {
      const own = this.#running.get(key(cue));
      if (own) this.#end(own, cue);
      else if (isShown(cue)) this.#start(cue, cue.phases ?? await this.#phases(cue));
    }
  }

  /** Ends everything at once: the screen is left, which confetti outlives, or the session is over. */
  stop({withConfetti = false} = {}) {
    for (const animations of this.#running.values()) {
      for (const animation of animations) if (withConfetti || !animation.fade) animation.cancel();
    }
    this.#running.clear();
  }

  #start(cue, phases) {
    const animations = [];
    this.#running.set(key(cue), animations);
    if (phases.some(phase => phase.property === 'particles')) {
      animations.push(burst(cue, phases, this.#screen, this.#began + cue.startMs));
      return;
    }
    const channels = {};
    for (const phase of phases) (channels[`${phase.of ?? ''} ${phase.property}`] ??= []).push(phase);
    for (const own of Object.values(channels)) {
      const target = this.#target(cue, own[0]);
      if (target?.element) animations.push(this.#animate(cue, own, target));
      else if (target?.step) animations.push(this.#step(cue, own, target.step));
    }
    if (cue.endedMs < cue.startMs + cue.durationMs) this.#end(animations, cue);
  }

  #animate(cue, phases, {element, look}) {
    const last = phases.at(-1), ends = last.startMs + lengthMs(last.curve, last.durationMs);
    const style = look ?? looks[last.property] ?? (() => ({}));
    const frames = [];
    for (const phase of phases) {
      const ms = phase === last ? ends - phase.startMs : phase.durationMs;
      frames.push({offset: phase.startMs / ends, ...style(phase.from, phase), easing: easing(phase.curve, ms)});
      frames.push({offset: (phase.startMs + ms) / ends, ...style(phase.to, phase)});
    }
    if (frames[0].offset > 0) frames.unshift({...frames[0], offset: 0, easing: 'linear'});
    /* Until A1 makes the dot yellow, nothing of it lies over the dot's settling from blue to green. */
    const fill = cue.animation === 'A1' && last.property === 'colour' ? 'none' : 'backwards';
    const animation = element.animate(frames, {duration: ends, fill});
    animation.id = cue.animation;
    animation.startTime = this.#began + cue.startMs;
    element.dataset.cue = cue.animation;
    const done = () => {
      if (!element.getAnimations().some(other => other.id === element.dataset.cue)) delete element.dataset.cue;
    };
    animation.onfinish = animation.oncancel = done;
    return animation;
  }

  /** Steps through the values of a number; if that is cut off, it is at the last one. */
  #step(cue, phases, step) {
    step(phases[0].from);
    const timers = phases.map(({startMs, to}) => this.#at(cue.startMs + startMs, () => step(to)));
    return {cancel: () => { timers.forEach(clearTimeout); step(phases.at(-1).to); }};
  }

  #at(ms, action) { return setTimeout(action, this.#began + ms - performance.now()); }

  #end(animations, {disposition, endedMs}) {
    if (endedMs == null || disposition === 'played') return;
    if (disposition === 'capped') animations[0]?.fade(this.#began + endedMs);
    else this.#at(endedMs, () => { for (const animation of animations) animation.cancel(); });
  }
}

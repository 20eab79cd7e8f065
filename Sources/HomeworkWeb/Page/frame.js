/* What surrounds the questions of a quiz: its title, the place in it, the streak and notices; and what cues move. */
import {$, h, said, show, head, announce, counted} from '/page/dom.js';
import {drawDots, setDots, dotTarget} from '/page/dots.js';
import {resultsTarget} from '/page/results.js';

const fullBar = Array.from({length: 10}, (_, i) => i < 4 ? 'green' : 'star');

export function drawFrame(title, who, ask) {
  head(title, {before: h('button', {class: 'plain', id: 'exit', onclick: ask}, 'Exit')}, who ? said(who) : null);
  show(h('div', {id: 'play'},
    h('div', {id: 'frame'},
      h('div', {class: 'where'}, h('span', {id: 'place'}), h('span', {id: 'left'}), h('span', {id: 'score'}),
        h('span', {id: 'earned', role: 'img', hidden: true})),
      h('div', {class: 'meter', 'aria-hidden': 'true'}, h('span', {id: 'progress'})), drawDots()),
    h('div', {id: 'notice', hidden: true}), h('div', {id: 'slot'})));
}

/** The question that comes next counts: 1 of 10 is 10 %. */
const share = (settled, count) => `${100 * Math.min(settled + 1, count) / count}%`;

/** @param active the star that was activated last, which is larger; `isFull`: the bar of ten still shows */
export function setFrame({score, starsEarned, questionIndex, questionCount, streak}, index, {active, isFull}) {
  $('place').textContent = `Question ${index + 1} of ${questionCount}`;
  $('score').textContent = `${score} right`;
  $('earned').hidden = !starsEarned;
  $('earned').textContent = `★ ${starsEarned}`;
  $('earned').setAttribute('aria-label', counted(starsEarned, 'star'));
  $('progress').style.inlineSize = share(questionIndex, questionCount);
  setDots(isFull ? fullBar : streak.bar, active);
}

/** Shows a line, or a box, above the question; without one it goes away. */
export function notice(text, box) {
  Object.assign($('notice'), {hidden: !text, className: box ? '' : 'notice'}).replaceChildren(box ?? text ?? '');
  if (text) announce(text);
}

/** Returns what a phase of a cue moves: `{element, look?}`, `{step}` or nothing. */
export function targetOf(cue, phase, {motion, now: {questionIndex, questionCount}}) {
  const chosen = document.querySelector('#options .chosen') ?? document.querySelector('#feedback > *');
  switch (cue.animation) {
    case 'A1': case 'dotSettle': case 'sizeSettle': return dotTarget(cue, phase, motion);
    case 'homework.buttonPress': return {element: document.querySelector('#options .chosen')};
    case 'answerFeedback': {
      const [property, before, tint] =
        phase.of === 'border' ? ['borderColor', 'blue', ''] : ['backgroundColor', 'surface', '-tint'];
      const name = value => value < 0.5 ? before : phase.colours.at(-1) + tint;
      return {element: chosen, look: value => ({[property]: `var(--${name(value)})`})};
    }
    case 'progressUpdate': {
      const width = value => share(questionIndex - 1 + value, questionCount);
      return {element: $('progress'), look: value => ({width: width(value)})};
    }
    case 'nextQuestion': case 'push': return phase.of ? null : {element: $('card')};
    case 'exitAlert': return {element: document.querySelector('dialog')};
    default: return resultsTarget(cue, phase);
  }
}

/* The ten dots of the streak. The state of each is drawn from the attempt; cues move over it. */
import {$, h, counted} from '/page/dom.js';

const points = Array.from({length: 10}, (_, i) => {
  const radius = i % 2 ? 4.3 : 10, angle = Math.PI * (i / 5 - 0.5);
  return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
}).join(' ');

export function svg(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const star = () =>
  svg('svg', {viewBox: '-10 -10 20 20', class: 'star', 'aria-hidden': 'true'}, svg('polygon', {points}));

export const drawDots = () => h('ol', {id: 'dots', role: 'img'},
  Array.from({length: 10}, () => h('li', {}, h('span', {class: 'disc'}), star())));

/** @param active the position of the star that was activated last, which is larger */
export function setDots(bar, active) {
  const dots = $('dots');
  [...dots.children].forEach((dot, i) => {
    dot.dataset.state = bar[i];
    dot.classList.toggle('active', i + 1 === active && bar[i] === 'star');
  });
  const run = bar.filter(dot => dot !== 'empty').length, stars = bar.filter(dot => dot === 'star').length;
  dots.setAttribute('aria-label', `${run} right in a row${stars ? `, ${counted(stars, 'star')}` : ''}`);
}

/** Returns what a phase of a cue moves at its position of the bar. */
export function dotTarget(cue, phase, motion) {
  const position = cue.trigger.position;
  if (cue.animation === 'sizeSettle') return {element: dotAt(position - 1)?.querySelector('.star')};
  const dot = dotAt(position);
  if (!dot) return;
  if (phase.of === 'star' || cue.animation === 'A1' && motion === 'reduced') {
    return {element: dot.querySelector('.star')};
  }
  /* The disc of a star shows only until the star does. */
  return {element: dot.querySelector('.disc')};
}

const dotAt = position => $('dots')?.children[position - 1];

/* The results of a finished attempt, the review of its questions, and what comes before leaving one. */
import {$, h, said, show, head, announce, counted, duration, explained, zone} from '/page/dom.js';
import {call} from '/page/rpc.js';
import {star, svg} from '/page/dots.js';
import {verdict, drawVerdict} from '/page/question.js';

const grades = {
  excellent: '🎉 Excellent!', greatJob: '👍 Great Job!', goodEffort: '👌 Good Effort!',
  keepPracticing: '💪 Keep Practicing!',
};

function ring(percentage) {
  const circle = name => svg('circle', {cx: 50, cy: 50, r: 45, pathLength: 100, class: name, id: `ring-${name}`});
  const drawn = svg('svg', {viewBox: '0 0 100 100', 'aria-hidden': 'true'}, circle('whole'), circle('share'));
  drawn.lastChild.style.strokeDashoffset = 100 - percentage;
  return drawn;
}

let percentageShown;

/** @param total all stars, this attempt's included, if known
    @param hasTyped whether answers were typed, which earn no stars */
export function showResults({attempt, total, notice, hasTyped, title, leave, play}) {
  const {id, score, questionCount, percentage, starsEarned, grade, isPractice, elapsedMs, homeworkId} = attempt;
  const wrong = questionCount - score, hasStars = starsEarned > 0 && !isPractice;
  const button = (words, onclick, attributes) => h('button', {onclick, ...attributes}, words);
  percentageShown = percentage;
  head(title, {before: button('Done', leave, {class: 'plain', id: 'exit'})});
  show(h('section', {id: 'results', class: `card ${grade}`},
    notice ? h('p', {class: 'notice'}, notice) : null,
    h('p', {id: 'grade'}, grades[grade] ?? ''),
    h('div', {class: 'ring'}, ring(percentage),
      h('p', {id: 'score'}, `${score}/${questionCount}`, h('small', {}, `${percentage} %`))),
    h('div', {class: 'stats', id: 'stats'},
      h('span', {class: 'right'}, `✓ ${score} correct`),
      h('span', {class: wrong ? 'wrong' : 'quiet'}, `✗ ${wrong} wrong or skipped`),
      h('span', {class: 'time'}, `Time ${duration(elapsedMs)}`)),
    hasStars ? h('div', {id: 'stars'}, h('span', {id: 'badge'}, star(), `+${starsEarned}`),
      total === undefined ? null : h('span', {},
        h('span', {id: 'count'}, h('span', {class: 'digits'}, String(total))),
        ` star${total === 1 ? '' : 's'} in total`)) : null,
    isPractice ? h('p', {class: 'quiet'}, 'Practice: progress and stars do not change.')
      : hasTyped ? h('p', {class: 'quiet'},
        'Typed answers count for your score. Stars come from questions whose answer is chosen.') : null,
    h('div', {class: 'actions', id: 'actions'},
      homeworkId ? button('Play again', () => play('attempt.start', {homeworkId}), {class: 'main'})
        : button('Review more', () => play('review.start', zone()), {class: 'main'}),
      wrong && homeworkId
        ? button('Practise wrong answers', () => play('attempt.start', {homeworkId, only: 'wrong'})) : null,
      button('Look at each question', () => review(id), {id: 'review'}), button('Done', leave, {id: 'done'}))));
  announce([
    notice, grades[grade], `You scored ${score} of ${questionCount}, ${percentage} percent.`,
    hasStars ? `${counted(starsEarned, 'star')} earned.` : '',
  ].filter(Boolean).join(' '));
}

const parts = {
  A2: 'badge', resultsTransition: 'results', resultsEmoji: 'grade', resultsStats: 'stats', resultsActions: 'actions',
};

/** Returns what a phase of a cue moves on the results. */
export function resultsTarget({animation}, {property}) {
  if (parts[animation]) return {element: $(parts[animation])};
  if (animation === 'resultsRing') {
    return {element: $('ring-share'), look: value => ({strokeDashoffset: 100 - percentageShown * value})};
  }
  if (animation !== 'A3' || !$('count')) return null;
  const digits = $('count').firstChild;
  if (property === 'count') return {step: count => { digits.textContent = count; }};
  if (property === 'scale') return {element: $('count')};
  return {element: digits, look: roll => ({translate: `0 ${0.5 * (1 - roll)}em`, opacity: roll})};
}

async function review(attemptId) {
  try {
    const {answers} = await call('attempt.get', {attemptId, review: true});
    const list = h('ol', {id: 'reviewed', tabindex: -1, 'aria-label': 'Each question'}, answers.map(one));
    $('reviewed')?.remove();
    $('main').append(list);
    list.focus();
    list.scrollIntoView();
  } catch (error) { announce(explained(error)); }
}

function one(answer) {
  const {index, question = '', responseText, gradedAnew} = answer;
  return h('li', {class: 'card'}, h('small', {}, `Question ${index + 1}`), said(question, 'h2'),
    responseText ? h('p', {}, 'You answered: ', said(responseText)) : null, drawVerdict(verdict(answer, answer)),
    gradedAnew ? h('p', {class: 'quiet'}, changes[gradedAnew]) : null);
}

const changes = {regraded: 'Graded anew by the corrected key.', accepted: 'Counted as right.'};

/** Asks whether to `keep` an attempt for later, to `abandon` it, or to go on. */
export function askToLeave({questionIndex, questionCount, starsEarned}, {keep, abandon}) {
  const lost = counted(questionIndex, 'answer') + (starsEarned ? ` and ${counted(starsEarned, 'star')}` : '');
  const kept = `question ${Math.min(questionIndex + 1, questionCount)}`;
  const button = (words, action, kind) =>
    h('button', {class: kind, onclick: () => { dialog.close(); action?.(); }}, words);
  const dialog = h('dialog', {'aria-labelledby': 'leaving', onclose: () => dialog.remove()},
    h('h2', {id: 'leaving'}, 'Exit quiz?'),
    h('p', {}, questionIndex ? `Keep it for later, and you go on at ${kept}. If you give up, you lose ${lost}.`
      : 'You have not answered a question yet, so nothing is lost.'),
    h('div', {class: 'actions'}, button('Go on playing', null, 'main'), button('Keep for later', keep),
      button('Give up', abandon, 'danger')));
  document.body.append(dialog);
  dialog.showModal();
}

/* One question, its answer and what was right. It knows nothing of sessions: it calls `onanswer` and shows what it is
   told. */
import {drawAnswer, showResponse} from '/page/answers.js';
import {$, h, said, ended, letter} from '/page/dom.js';
import {drawPicture} from '/page/pictures.js';

export function drawQuestion(question, {onanswer, onskip, onnext, onaccept}) {
  return h('section', {id: 'card', class: 'card', 'data-type': question.type},
    question.introduction ? said(question.introduction, 'p', {class: 'introduction'}) : null,
    said(question.question, 'h1', {id: 'question', tabindex: -1}),
    drawPicture(question.picture),
    drawAnswer(question, onanswer),
    h('div', {id: 'feedback'}),
    h('p', {id: 'unsaved', class: 'quiet', hidden: true}, 'Not saved yet: waiting for the connection…'),
    h('div', {class: 'actions'},
      h('button', {type: 'button', class: 'main', id: 'next', hidden: true, onclick: onnext}),
      h('button', {type: 'button', id: 'accept', hidden: true, onclick: onaccept}, 'I was right'),
      h('button', {type: 'button', class: 'plain', id: 'skip', onclick: onskip}, 'Skip this question')));
}

/** Marks an answer as given, but not yet saved; without one, the question can be answered again. */
export function setPending(response) {
  const isPending = response !== undefined, letters = (response ?? '').split(',');
  for (const button of document.querySelectorAll('#options button')) {
    const isChosen = isPending && letters.includes(button.dataset.letter);
    button.setAttribute('aria-disabled', isPending);
    if (isPending || !button.hasAttribute('aria-pressed')) button.classList.toggle('chosen', isChosen);
    button.classList.toggle('unsaved', isChosen);
  }
  for (const field of document.querySelectorAll('#typed :is(input, textarea)')) field.readOnly = isPending;
  for (const field of document.querySelectorAll('#typed select, #back button, #submit')) field.disabled = isPending;
  $('skip').disabled = isPending;
  $('unsaved').hidden = true;
}

/** Returns the words about an answer, in parts and as `words`, and the indexes of the `right` options, if they show. */
export function verdict(question, {outcome, response = '', correctAnswer = '', explanation = '', answerPicture}) {
  const right = rightOptions(question, correctAnswer);
  const isTyped = ['fillBlank', 'shortAnswer', 'numeric'].includes(question.type ?? 'fillBlank') && !question.options;
  const isOther = isTyped && plain(response) !== plain(correctAnswer);
  const isClose = outcome === 'wrong' && isAlmost(question, response, correctAnswer);
  const title = isClose ? 'Almost, but incorrect' : titles[outcome];
  const name = right?.length === 1 ? `${letter(right[0])}: ` : '';
  const answer = outcome === 'correct' && !isOther ? '' : ended(`The answer is ${name}${correctAnswer}`);
  const words = [`${title}.`, answer, explanation].filter(Boolean).join(' ');
  return {outcome, title, answer, explanation, right, words, answerPicture};
}

/** The indexes of the options that a correct answer names; null if it names none, or an order. */
function rightOptions({type, options}, correctAnswer) {
  if (!options || type === 'ordering') return null;
  const places = [correctAnswer, ...correctAnswer.split('; ')].map(text => options.indexOf(text));
  if (places[0] >= 0) return [places[0]];
  return places.slice(1).every(place => place >= 0) ? places.slice(1) : null;
}

const titles = {correct: 'Correct', wrong: 'Incorrect', skipped: 'Skipped'};
const signs = {correct: '✓', wrong: '✗', skipped: '→'};

export const drawVerdict = ({outcome, title, answer, explanation, answerPicture}) => h('div',
  {class: `feedback ${outcome}`},
  h('strong', {}, h('span', {'aria-hidden': 'true'}, `${signs[outcome]} `), title),
  answer ? said(answer, 'p', {class: 'answer'}) : null, explanation ? said(explanation, 'p') : null,
  drawPicture(answerPicture));

/** Shows the verdict on a settled answer in place. */
export function setVerdict(question, told, response, nextWords) {
  setPending(response ?? null);
  showResponse(question, response);
  const letters = (response ?? '').split(',');
  for (const [i, button] of [...document.querySelectorAll('#options button')].entries()) {
    const isRight = told.right?.includes(i), isChosen = letters.includes(button.dataset.letter);
    button.classList.remove('unsaved');
    button.disabled = !isRight && !isChosen;
    if (!told.right) continue;
    button.classList.toggle('right', isRight);
    button.classList.toggle('wrong', isChosen && !isRight);
    button.lastChild.textContent = isRight ? '✓' : isChosen ? '✗' : '';
  }
  for (const element of document.querySelectorAll('#submit, #reveal, #back .actions')) element.remove();
  $('skip').remove();
  $('feedback').replaceChildren(drawVerdict(told));
  Object.assign($('next'), {hidden: false, textContent: nextWords}).focus();
}

/** True if the answer to a question, or a part of it, is typed. */
export const isTyped = ({type, gaps = []}) =>
  ['fillBlank', 'shortAnswer', 'numeric'].includes(type) || type === 'gaps' && gaps.some(choices => !choices.length);

/** Shows that a wrong answer counts because the learner was right, and returns that in words. */
export function setAccepted(question, answer) {
  const told = {...verdict(question, answer), title: 'Counted as correct'};
  $('feedback').replaceChildren(drawVerdict(told));
  $('accept').hidden = true;
  $('next').focus();
  return `${told.title}.`;
}

const plain = text => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** True if a typed answer of at least four letters is wrong by one letter, as on a terminal. */
function isAlmost(question, response, correctAnswer) {
  const [given, answer] = [plain(response), plain(correctAnswer)];
  const shorter = Math.min(answer.length, given.length), longer = Math.max(answer.length, given.length);
  if (question.type !== 'fillBlank' || answer.length < 4 || /\d/.test(answer) || longer - shorter > 1) return false;
  let start = 0, end = 0;
  while (start < shorter && answer[start] === given[start]) start += 1;
  while (end < shorter - start && answer.at(-1 - end) === given.at(-1 - end)) end += 1;
  return longer - start - end <= 1;
}

/** Keys on a question: letters, digits and arrows choose an option, which Enter then answers; S skips. */
export function press(event, skip) {
  const options = [...document.querySelectorAll('#options button')];
  if (!options.length || event.target.matches('input, textarea')) return;
  const at = options.indexOf(document.activeElement), key = event.key.toUpperCase();
  const named = options.find((option, i) => option.dataset.letter === key || String(i + 1) === key);
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (named) named.focus();
  else if (step) options.at(at < 0 ? Math.min(0, step) : (at + step) % options.length).focus();
  else if (key === 'S') skip();
  else return;
  event.preventDefault();
}

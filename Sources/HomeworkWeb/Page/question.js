/* One question, its answer and what was right. It knows nothing of sessions: it calls `onanswer` and shows what it is
   told. */
import {$, h, said, ended, letter} from '/page/dom.js';

export function drawQuestion(question, {onanswer, onskip, onnext}) {
  const submit = event => {
    event.preventDefault();
    const text = $('answer').value;
    if (text.trim()) onanswer(text.trim());
  };
  const isLong = question.type === 'shortAnswer';
  const field = h(isLong ? 'textarea' : 'input', {
    id: 'answer', dir: 'auto', maxlength: 500, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
    rows: isLong ? 3 : null, enterkeyhint: 'send', 'aria-labelledby': 'question',
    onkeydown: event => event.key === 'Enter' && !event.shiftKey && !event.isComposing && submit(event),
  });
  return h('section', {id: 'card', class: 'card'},
    said(question.question, 'h1', {id: 'question', tabindex: -1}),
    question.options
      ? h('div', {id: 'options', role: 'group', 'aria-labelledby': 'question'}, question.options.map((words, i) =>
        h('button', {type: 'button', 'data-letter': letter(i), onclick: () => onanswer(letter(i))},
          h('span', {class: 'letter'}, letter(i)), said(words, 'span', {class: 'words'}), h('span', {class: 'mark'}))))
      : h('form', {id: 'typed', onsubmit: submit}, field,
        h('div', {class: 'actions'}, h('button', {class: 'main', id: 'submit'}, 'Answer'))),
    h('div', {id: 'feedback'}),
    h('p', {id: 'unsaved', class: 'quiet', hidden: true}, 'Not saved yet: waiting for the connection…'),
    h('div', {class: 'actions'},
      h('button', {type: 'button', class: 'main', id: 'next', hidden: true, onclick: onnext}),
      h('button', {type: 'button', class: 'plain', id: 'skip', onclick: onskip}, 'Skip this question')));
}

/** Marks an answer as given, but not yet saved; without one, the question can be answered again. */
export function setPending(response) {
  const isPending = response !== undefined;
  for (const button of document.querySelectorAll('#options button')) {
    const isChosen = isPending && button.dataset.letter === response;
    button.setAttribute('aria-disabled', isPending);
    button.classList.toggle('chosen', isChosen);
    button.classList.toggle('unsaved', isChosen);
  }
  if ($('answer')) [$('answer').readOnly, $('submit').disabled] = [isPending, isPending];
  $('skip').disabled = isPending;
  $('unsaved').hidden = true;
}

/** Returns what to say of an answer, in parts and as `words`, and the index of the `right` option. */
export function verdict(question, {outcome, response = '', correctAnswer = '', explanation = ''}) {
  const right = question.options?.indexOf(correctAnswer) ?? -1;
  const isOther = !question.options && plain(response) !== plain(correctAnswer);
  const isClose = outcome === 'wrong' && isAlmost(question, response, correctAnswer);
  const title = isClose ? 'Almost, but incorrect' : titles[outcome];
  const answer = outcome === 'correct' && !isOther ? ''
    : ended(`The answer is ${right < 0 ? '' : `${letter(right)}: `}${correctAnswer}`);
  const words = [`${title}.`, answer, explanation].filter(Boolean).join(' ');
  return {outcome, title, answer, explanation, right, words};
}

const titles = {correct: 'Correct', wrong: 'Incorrect', skipped: 'Skipped'};
const signs = {correct: '✓', wrong: '✗', skipped: '→'};

export const drawVerdict = ({outcome, title, answer, explanation}) => h('div', {class: `feedback ${outcome}`},
  h('strong', {}, h('span', {'aria-hidden': 'true'}, `${signs[outcome]} `), title),
  answer ? said(answer, 'p', {class: 'answer'}) : null, explanation ? said(explanation, 'p') : null);

/** Shows the verdict on a settled answer in place. */
export function setVerdict(told, response, nextWords) {
  setPending(response ?? null);
  for (const [i, button] of [...document.querySelectorAll('#options button')].entries()) {
    const isRight = i === told.right, isChosen = button.dataset.letter === response;
    button.classList.remove('unsaved');
    button.classList.toggle('right', isRight);
    button.classList.toggle('wrong', isChosen && !isRight);
    button.lastChild.textContent = isRight ? '✓' : isChosen ? '✗' : '';
    button.disabled = !isRight && !isChosen;
  }
  if ($('answer')) $('answer').value = response ?? '';
  $('submit')?.parentElement.remove();
  $('skip').remove();
  $('feedback').replaceChildren(drawVerdict(told));
  Object.assign($('next'), {hidden: false, textContent: nextWords}).focus();
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

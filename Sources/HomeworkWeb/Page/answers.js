/* How each type of question is answered: by options, in fields, or by looking at the back of a card. */
import {$, h, said, letter} from '/page/dom.js';
import {drawPicture} from '/page/pictures.js';

/** Draws what is answered with, and calls `onanswer` with the response as it would be typed. */
export function drawAnswer(question, onanswer) {
  switch (question.type) {
    case 'mcq': return options(question, place => onanswer(letter(place)));
    case 'multi': return chosen(question, onanswer, letters => letters.sort());
    case 'ordering': return chosen(question, onanswer, letters => letters);
    case 'gaps': return form(question.gaps.map(gap), fields =>
      fields.some(field => field.value.trim()) && onanswer(JSON.stringify(fields.map(field => field.value.trim()))));
    case 'card': return card(question.back, onanswer);
    default: return form([field(question)], ([{value}]) => value.trim() && onanswer(value.trim()));
  }
}

const options = (question, onchoose) =>
  h('div', {id: 'options', role: 'group', 'aria-labelledby': 'question'}, question.options.map((words, i) =>
    h('button', {type: 'button', 'data-letter': letter(i), onclick: () => onchoose(i)},
      h('span', {class: 'letter'}, letter(i)), said(words, 'span', {class: 'words'}),
      drawPicture(question.optionPictures?.find(({index}) => index === i)), h('span', {class: 'mark'}))));

/** Several options, to choose or to bring in order; a second click takes one back. */
function chosen(question, onanswer, arranged) {
  const isOrdering = question.type === 'ordering';
  const letters = [];
  const submit = h('button', {type: 'button', class: 'main', id: 'submit', disabled: true,
    onclick: () => onanswer(arranged([...letters]).join(','))}, 'Answer');
  const group = options(question, i => {
    if (submit.disabled && letters.length && group.querySelector('[aria-disabled=true]')) return;
    const at = letters.indexOf(letter(i));
    if (at < 0) letters.push(letter(i)); else letters.splice(at, 1);
    submit.disabled = isOrdering ? letters.length < question.options.length : !letters.length;
    mark(group, letters, isOrdering);
  });
  mark(group, letters, isOrdering);
  return [h('p', {class: 'quiet'}, isOrdering ? 'Choose them in their order.' : 'Choose all that are right.'),
    group, h('div', {class: 'actions'}, submit)];
}

/** Marks the chosen options, in an ordering by their place. */
export function mark(group, letters, isOrdering) {
  for (const button of group.children) {
    const place = letters.indexOf(button.dataset.letter);
    button.setAttribute('aria-pressed', place >= 0);
    button.classList.toggle('chosen', place >= 0);
    button.lastChild.textContent = place < 0 ? '' : isOrdering ? `${place + 1}` : '✓';
  }
}

function form(fields, send) {
  const inputs = fields.map(field => field.querySelector('[data-gap], #answer') ?? field);
  const submit = event => { event.preventDefault(); send(inputs); };
  for (const input of inputs) {
    input.addEventListener('keydown', event =>
      event.key === 'Enter' && !event.shiftKey && !event.isComposing && submit(event));
  }
  return h('form', {id: 'typed', onsubmit: submit}, fields,
    h('div', {class: 'actions'}, h('button', {class: 'main', id: 'submit'}, 'Answer')));
}

const plain = {dir: 'auto', maxlength: 500, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
  enterkeyhint: 'send'};

function field({type, unit}) {
  const isLong = type === 'shortAnswer', isNumber = type === 'numeric';
  const input = h(isLong ? 'textarea' : 'input', {...plain, id: 'answer', rows: isLong ? 3 : null,
    inputmode: isNumber ? 'decimal' : null, 'aria-labelledby': unit ? 'question unit' : 'question'});
  return unit ? h('div', {class: 'unit'}, input, h('span', {id: 'unit'}, ` ${unit}`)) : input;
}

/** A gap: a field to type in, or its options. */
function gap(choices, i, {length}) {
  const name = length > 1 ? `Gap ${i + 1}` : 'Gap';
  return h('label', {}, `${name} `, choices.length
    ? h('select', {'data-gap': i, dir: 'auto'}, h('option', {value: ''}, '…'),
      choices.map(words => h('option', {value: words}, words)))
    : h('input', {...plain, 'data-gap': i}));
}

/** The learner looks at the back, and says whether it is what they thought. */
function card(back, onanswer) {
  const answer = (response, words) =>
    h('button', {type: 'button', class: 'main', 'data-response': response, onclick: () => onanswer(response)}, words);
  const side = h('div', {id: 'back', tabindex: -1});
  const reveal = h('button', {type: 'button', class: 'main', id: 'reveal', onclick: () => {
    side.replaceChildren(said(back, 'p', {class: 'answer'}),
      h('div', {class: 'actions'}, answer('known', 'I knew it'), answer('unknown', 'I did not know it')));
    reveal.remove();
    side.focus();
  }}, 'Show the back');
  return [side, h('div', {class: 'actions'}, reveal)];
}

/** Shows a response in its fields or options, also one that was given before the page was loaded. */
export function showResponse(question, response) {
  const text = response ?? '';
  if (question.type === 'multi' || question.type === 'ordering') {
    mark($('options'), text.split(','), question.type === 'ordering');
  } else if (question.type === 'gaps') {
    const texts = text ? JSON.parse(text) : [];
    for (const input of document.querySelectorAll('[data-gap]')) input.value = texts[input.dataset.gap] ?? '';
  } else if ($('answer')) {
    $('answer').value = text;
  }
}

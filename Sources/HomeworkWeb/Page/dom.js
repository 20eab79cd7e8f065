/* Elements, words and announcements. Content is set as text, never as markup. */

/** Creates an element. A key `onclick` is a listener; `true` sets an attribute without a value. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter(child => child != null && child !== false));
  return element;
}

/** Text that a person wrote, in the direction of its own language. */
export const said = (text, name = 'bdi', attributes = {}) => h(name, {dir: 'auto', ...attributes}, text);

export const $ = id => document.getElementById(id);

/** Replaces what the page shows, and moves the focus there, so that Tab starts at its beginning. */
export function show(...children) {
  const main = $('main');
  main.replaceChildren(...children.flat().filter(Boolean));
  main.focus({preventScroll: true});
  scrollTo(0, 0);
}

/** Names the screen, in the line at the top of the page. */
export function head(title, {before} = {}, ...after) {
  document.title = title;
  $('top').replaceChildren(...[before, h('span', {class: 'title'}, said(title)), ...after.flat()].filter(Boolean));
}

/** Has a screen reader say the text, also if it is the same as before. */
export function announce(text) {
  $('live').textContent = '';
  setTimeout(() => { $('live').textContent = text; }, 30);
}

/** Shows a line about the connection; without text it goes away. */
export function status(text = '') {
  $('status').hidden = !text;
  $('status').textContent = text;
}

export const counted = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** The time zone, as parameters of review methods: questions are due from 00:00 of a day. */
export const zone = () => ({utcOffsetMinutes: -new Date().getTimezoneOffset()});

/** A time such as 2:34. */
export function duration(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000)), pad = number => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** A day such as 20 November. */
export const day = text => new Date(text.length === 10 ? `${text}T12:00` : text)
  .toLocaleDateString('en-GB', {day: 'numeric', month: 'long'});

/** Ends a sentence, unless it has an end. */
export const ended = text => /[.!?…]$/.test(text) ? text : `${text}.`;

/** The letter of an option, by its index. */
export const letter = index => String.fromCharCode(65 + index);

const words = {
  notFound: 'This is no longer there. It may have been deleted.',
  busy: 'The server is busy. Wait a moment and try again.',
  databaseUnavailable: 'It could not be saved. Try again in a moment.',
  internal: 'Something went wrong. Try again in a moment.',
};

/** What went wrong, in words for the person who sees it. */
export const explained = ({kind, message}) =>
  words[kind] ?? ended(message.charAt(0).toUpperCase() + message.slice(1));

/** Shows an error with a way on. */
export function showError(error, again = () => location.reload()) {
  show(h('section', {class: 'card', role: 'alert'}, h('h1', {}, 'That did not work'), h('p', {}, explained(error)),
    h('div', {class: 'actions'}, h('button', {class: 'main', onclick: again}, 'Go on'))));
}

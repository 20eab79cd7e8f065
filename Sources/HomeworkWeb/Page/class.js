/* What a teacher sees: the join code for the board, each learner's progress, and the questions that were hardest. */
import {h, said, show, head, counted, explained} from '/page/dom.js';
import {call, on} from '/page/rpc.js';

let stop = () => {};
export const leaveClass = () => stop();

/** @param links further buttons for the line at the top */
export async function showClass({links = []}) {
  stop();
  head('Class', {}, links);
  const code = h('section', {class: 'card', id: 'board'}), table = h('section', {class: 'card', id: 'overview'});
  show(code, table);
  const drawCode = async (method = 'class.show') => {
    try { code.replaceChildren(...board(await call(method), drawCode)); } catch (error) {
      code.replaceChildren(h('p', {role: 'alert'}, explained(error)));
    }
  };
  const drawTable = async () => table.replaceChildren(...overview(await call('overview.get')));
  await Promise.all([drawCode(), drawTable()]);
  /* Answers come in bursts; the table follows once a second at most. */
  let timer;
  const follow = on('notification', ({method}) => {
    if (method === 'events.event') timer ??= setTimeout(() => { timer = null; drawTable().catch(() => {}); }, 1000);
  });
  const subscribe = () => call('events.subscribe').catch(() => {});
  const back = on('back', () => { subscribe(); drawTable().catch(() => {}); });
  subscribe();
  stop = () => {
    for (const end of [follow, back, () => clearTimeout(timer)]) end();
    call('events.unsubscribe').catch(() => {});
    stop = () => {};
  };
}

function board({code, until}, draw) {
  if (!code) {
    return [
      h('h1', {}, 'Join code'),
      h('p', {}, 'With a join code, pupils open this page on their own devices and pick their names.'),
      h('button', {class: 'main', id: 'open', onclick: () => draw('class.open')}, 'Show a join code'),
    ];
  }
  const ends = new Date(until).toLocaleTimeString('en-GB', {hour: '2-digit', minute: '2-digit'});
  const close = () => call('class.close').catch(() => {}).then(() => draw());
  return [
    h('h1', {}, 'Join at ', said(location.host)),
    h('p', {class: 'code'}, h('span', {'aria-hidden': 'true'}, code),
      h('span', {class: 'unseen'}, `Join code ${[...code].join(' ')}`)),
    h('p', {class: 'quiet'}, `Valid until ${ends}.`), h('button', {id: 'close', onclick: close}, 'Close the class'),
  ];
}

function overview({learners, homework, cells, hardest}) {
  const found = new Map(cells.map(cell => [`${cell.learnerId} ${cell.homeworkId}`, cell]));
  const played = homework.filter(({id}) => cells.some(cell => cell.homeworkId === id));
  const rows = learners.map(learner => h('tr', {}, said(learner.name, 'th', {scope: 'row'}),
    played.map(({id}) => h('td', {}, words(found.get(`${learner.id} ${id}`))))));
  const titles = played.map(({title}) => said(title, 'th', {scope: 'col'}));
  const table = h('table', {},
    h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, 'Learner'), titles)), h('tbody', {}, rows));
  return [
    h('h2', {}, 'Progress'),
    played.length
      ? h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Progress'}, table)
      : h('p', {}, `${counted(learners.length, 'learner')}, and nothing played yet.`),
    hardest.length ? [h('h2', {}, 'Hardest questions'), h('ol', {}, hardest.slice(0, 5).map(hard))] : [],
  ].flat();
}

function hard({prompt, wrong, settled, correctAnswer, wrongAnswers}) {
  const given = wrongAnswers.map(({text, count}, i) => [i ? ', ' : ' Often answered: ', said(text), ` (${count})`]);
  return h('li', {}, said(prompt),
    h('p', {class: 'quiet'}, `Wrong ${wrong} of ${settled} times. The answer is `, said(correctAnswer), '.',
      given.flat()));
}

function words(cell) {
  if (!cell) return '–';
  const {isPlaying, completedAt, progress: {totalAttempts, completionPercentage}} = cell;
  const best = totalAttempts ? `${completionPercentage} %` : completedAt ? '✓' : '';
  return [best, isPlaying ? 'playing' : ''].filter(Boolean).join(', ') || '–';
}

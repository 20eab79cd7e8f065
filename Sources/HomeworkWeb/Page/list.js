/* The list of homework, what is due, and who is playing. */
import {h, said, show, head, counted, day, zone} from '/page/dom.js';
import {call} from '/page/rpc.js';

/** Asks who is playing, where several learners are. */
export function chooseLearner(learners, chosen) {
  head('Homework');
  show(h('section', {class: 'card'}, h('h1', {}, 'Who is playing?'),
    h('div', {class: 'actions', id: 'learners'}, learners.map(learner =>
      h('button', {'data-learner': learner.id, onclick: () => chosen(learner)}, said(learner.name))))));
}

/**
 * @param own the parameters that say whose list it is
 * @param play starts or goes on: `play(method, parameters)`
 * @param links further buttons for the line at the top
 */
export async function showList({learner, own, play, links}) {
  const [list, due, stats] = await Promise.all([
    call('homework.list', {limit: 100, ...own}),
    call('review.due', {...own, ...zone()}).catch(() => ({total: 0})), call('stats.get', own).catch(() => null),
  ]);
  const stars = stats?.starsTotal;
  head(learner?.name ?? 'Homework', {},
    stars ? h('span', {id: 'total', role: 'img', 'aria-label': counted(stars, 'star')}, `★ ${stars}`) : null, links);
  const items = h('ul', {class: 'cards', id: 'list'});
  let next = list.next;
  const add = found => items.append(...inProgressFirst(found).map(item => card(item, play)));
  const more = h('button', {hidden: !next, onclick: async () => {
    const page = await call('homework.list', {limit: 100, after: next, ...own});
    next = page.next;
    more.hidden = !next;
    add(page.items);
  }}, 'Show more');
  add(list.items);
  show(h('h1', {}, 'Homework'), dueCard(due, play),
    list.items.length ? items : h('p', {class: 'card'}, 'There is no homework yet.'), more);
}

const inProgressFirst = items =>
  [...items.filter(item => item.openAttemptId), ...items.filter(item => !item.openAttemptId)];

function dueCard({total}, play) {
  if (!total) return null;
  return h('section', {class: 'card due'}, h('h2', {}, 'Ready to review'),
    h('p', {}, `${counted(total, 'question')} ${total === 1 ? 'is' : 'are'} due. A few minutes now make them stick.`),
    h('button', {class: 'main', id: 'due', onclick: () => play('review.start', zone())}, 'Review now'));
}

const states = {pending: 'The quiz is being made…', failed: 'The quiz could not be made.'};

function card(item, play) {
  const {id, title, subject, dueOn, completedAt, questionCount, openAttemptId, progress, generation} = item;
  const {totalAttempts, completionPercentage: best, bestScore, bestTotal} = progress;
  const today = new Date().toLocaleDateString('sv-SE');
  const start = openAttemptId ? 'Go on' : totalAttempts ? 'Play again' : 'Start quiz';
  const button = (words, kind, ...what) =>
    h('button', {class: kind, onclick: () => play(...what)}, words, h('span', {class: 'unseen'}, `: ${title}`));
  return h('li', {class: 'card', 'data-homework': id}, said(title, 'h2'),
    h('p', {class: 'facts'},
      subject ? said(subject, 'span', {class: 'tag'}) : null,
      h('span', {}, questionCount ? counted(questionCount, 'question') : states[generation.state] ?? 'No quiz yet.'),
      dueOn && !completedAt
        ? h('span', {class: dueOn < today ? 'late' : ''}, `${dueOn < today ? 'Was due' : 'Due'} ${day(dueOn)}`) : null,
      completedAt ? h('span', {}, '✓ Done') : null,
      totalAttempts ? h('span', {}, `Best ${bestScore ?? 0} of ${bestTotal ?? questionCount}, ${best} %`) : null,
      totalAttempts ? h('span', {}, counted(totalAttempts, 'attempt')) : null),
    totalAttempts ? meter(best) : null,
    questionCount ? h('div', {class: 'actions'},
      openAttemptId ? button(start, 'main', null, {attemptId: openAttemptId})
        : button(start, 'main', 'attempt.start', {homeworkId: id}),
      totalAttempts && best < 100 && !openAttemptId
        ? button('Practise wrong answers', '', 'attempt.start', {homeworkId: id, only: 'wrong'}) : null) : null);
}

function meter(percentage) {
  const share = h('span');
  share.style.inlineSize = `${percentage}%`;
  return h('div', {class: 'meter', role: 'img', 'aria-label': `Best ${percentage} percent`}, share);
}

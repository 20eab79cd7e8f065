/* The page: connects, asks who plays, and shows the screen that the address names. `#attempt/ID` is a quiz; without it
   the page shows the list. So a page that was killed goes on where it was. */
import {h, status, explained, announce, showError} from '/page/dom.js';
import {call, connect, on} from '/page/rpc.js';
import {showList, chooseLearner} from '/page/list.js';
import {prepare} from '/page/attempt.js';
import {Quiz} from '/page/quiz.js';

let learners = [], learner, quiz;

/** Takes what a command has printed, `#TOKEN` or `#TOKEN/OPTIONS`, from the address into the tab's storage. The options
    are the learner, the motion, and the parameters of the first attempt. Returns whether there was something. */
function takeAddress() {
  const [, token, options] = location.hash.match(/^#([\da-f]{64})(?:\/(.+))?$/) ?? [];
  if (!token) return false;
  const {learnerId, motion, ...attempt} = options ? JSON.parse(decodeURIComponent(options)) : {};
  sessionStorage.clear();
  Object.assign(sessionStorage, {token, attempt: JSON.stringify(attempt)});
  Object.assign(sessionStorage, learnerId && {learner: learnerId}, motion && {motion});
  history.replaceState(null, '', location.pathname);
  return true;
}

async function start() {
  takeAddress();
  connect();
  learners = (await call('learner.list')).items;
  learner = learners.find(({id}) => id === sessionStorage.learner) ?? (learners.length === 1 ? learners[0] : undefined);
  const shown = route();
  prepare();
  await shown;
}

async function route() {
  quiz?.end();
  quiz = null;
  const [, id] = location.hash.match(/^#attempt\/([\w-]+)$/) ?? [];
  try {
    if (id) {
      quiz = new Quiz(id, {who: learners.length > 1 ? learner?.name : null, leave: () => go(''), play});
      await quiz.begin();
    } else if (!learner) chooseLearner(learners, choose);
    else if (JSON.parse(sessionStorage.attempt ?? '{}').homeworkId) await play('attempt.start');
    else await showList({learner, own: own(), play, links: links()});
  } catch (error) { showError(error, () => { go(''); }); }
}

/** Says for whom a call is, where there are several learners. */
const own = () => learners.length > 1 ? {learnerId: learner.id} : {};

const links = () => learners.length > 1
  ? [h('button', {class: 'plain', onclick: () => chooseLearner(learners, choose)}, 'Someone else')] : [];

function choose(chosen) {
  learner = chosen;
  sessionStorage.learner = chosen.id;
  route();
}

/** Shows a screen: by its address, so that the browser's own keys work. */
function go(screen) {
  if (location.hash.slice(1) !== screen) {
    history.pushState(null, '', screen ? `#${screen}` : location.pathname);
  }
  route();
}

/** Starts an attempt and plays it; one that is open already goes on instead. */
async function play(method, parameters = {}) {
  if (method === 'attempt.start') parameters = {...JSON.parse(sessionStorage.attempt ?? '{}'), ...parameters};
  sessionStorage.removeItem('attempt');
  try {
    const {id} = method ? await call(method, {...own(), ...parameters}) : {id: parameters.attemptId};
    go(`attempt/${id}`);
  } catch (error) {
    if (error.data?.attemptId) return go(`attempt/${error.data.attemptId}`);
    /* Cards, which learners grade themselves, are only for practice. */
    if (error.data?.faults?.some(({path}) => path === 'practice')) return play(method, {...parameters, practice: true});
    const words = error.data?.isNothingToPractise ? 'Nothing to practise: every answer was right.' : explained(error);
    if (!document.querySelector('main > *')) await route();
    status(words);
    announce(words);
    setTimeout(status, 4000);
  }
}

/* The second click of a double click was meant for the button that the first one has replaced: it must not answer the
   next question, or lose the attempt. */
document.addEventListener('click', event => {
  if (event.detail < 2 || !event.target.closest('button')) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

let lost;
on('lost', () => { lost ??= setTimeout(() => status('No connection. Trying again…'), 800); });
on('back', () => { clearTimeout(lost); lost = null; status(); });
on('refused', () => {
  clearTimeout(lost);
  quiz?.end();
  status();
  showError({message: 'This address is no longer good. Open the one that hwdb play --web or hwdbd has printed last.'});
});
addEventListener('hashchange', () => {
  /* The address of another daemon was pasted into this tab. */
  if (takeAddress()) location.reload(); else if (learners.length) route();
});
start().catch(error => showError(error));

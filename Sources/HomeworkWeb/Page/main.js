/* The page: connects, asks who is there, and shows the screen that the address names. `#attempt/ID` is a quiz, `#class`
   the overview; without either it is the list. So a page that was killed goes on where it was. */
import {h, status, explained, announce, showError} from '/page/dom.js';
import {call, connect, on} from '/page/rpc.js';
import {showJoin} from '/page/join.js';
import {showList, chooseLearner} from '/page/list.js';
import {showClass, leaveClass} from '/page/class.js';
import {prepare} from '/page/attempt.js';
import {Quiz} from '/page/quiz.js';

let visitor, learners = [], learner, quiz;
const isStaff = () => visitor.role === 'teacher' || visitor.role === 'owner';

async function start() {
  connect();
  visitor = await call('visitor.show');
  if (visitor.role === 'visitor') return showJoin();
  if (isStaff()) {
    learners = (await call('learner.list')).items;
    const stored = sessionStorage.getItem('learner');
    learner = learners.find(({id}) => id === stored) ?? (learners.length === 1 ? learners[0] : undefined);
  } else learner = visitor.learner;
  if (visitor.role === 'teacher' && !location.hash) history.replaceState(null, '', '#class');
  addEventListener('hashchange', route);
  const shown = route();
  prepare();
  await shown;
}

async function route() {
  quiz?.end();
  quiz = null;
  leaveClass();
  const [, screen, id] = location.hash.match(/^#(\w+)(?:\/([\w-]+))?$/) ?? [];
  try {
    if (screen === 'attempt' && id) {
      const who = learners.length > 1 ? learner?.name : null;
      quiz = new Quiz(id, {who, leave: () => go(''), play});
      await quiz.begin();
    } else if (screen === 'class' && isStaff()) await showClass({links: [link('Homework', () => go(''))]});
    else if (isStaff() && !learner) chooseLearner(learners, choose);
    else if (screen === 'homework' && id) {
      history.replaceState(null, '', location.pathname);
      await play('attempt.start', {homeworkId: id});
    }
    else await showList({learner, own: own(), play, links: links()});
  } catch (error) { showError(error, () => { go(''); }); }
}

/** Says for whom a call is, where several play on this page. A pupil's calls are always their own. */
const own = () => isStaff() && learners.length > 1 ? {learnerId: learner.id} : {};

function links() {
  if (!isStaff()) return [];
  const change = learners.length > 1 ? link('Someone else', () => chooseLearner(learners, choose)) : null;
  return [change, link('Class', () => go('class'))];
}

const link = (words, onclick) => h('button', {class: 'plain', onclick}, words);

function choose(chosen) {
  learner = chosen;
  sessionStorage.setItem('learner', chosen.id);
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
async function play(method, parameters) {
  try {
    const {id} = method ? await call(method, {...own(), ...parameters}) : {id: parameters.attemptId};
    go(`attempt/${id}`);
  } catch (error) {
    if (error.data?.attemptId) return go(`attempt/${error.data.attemptId}`);
    /* Cards, which learners grade themselves, are only for practice. */
    if (error.data?.faults?.some(({path}) => path === 'practice')) return play(method, {...parameters, practice: true});
    const words = error.data?.isNothingToPractise ? 'Nothing to practise: every answer was right.' : explained(error);
    status(words);
    announce(words);
    setTimeout(status, 4000);
  }
}

let lost;
on('lost', () => { lost ??= setTimeout(() => status('No connection. Trying again…'), 800); });
on('back', () => { clearTimeout(lost); lost = null; status(); });
start().catch(error => showError(error));

/* Signing in: a pupil with the join code of a class, a teacher with the password. The page gets a token, which the
   server turns into a cookie. */
import {$, h, said, show, head, explained} from '/page/dom.js';
import {call} from '/page/rpc.js';

const enter = ({token}) => location.replace(`/?token=${encodeURIComponent(token)}`);

/** A form of one field that calls `send` with what was typed, and shows why it was refused. */
function form(label, attributes, words, send) {
  const field = h('input', {required: true, ...attributes}), problem = h('p', {class: 'late', role: 'alert'});
  const button = h('button', {class: 'main'}, words);
  return h('form', {onsubmit: async event => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = '';
    try { await send(field.value.trim()); } catch (error) {
      problem.textContent = explained(error);
      field.select();
    } finally { button.disabled = false; }
  }}, h('label', {}, label, field), problem, button);
}

export function showJoin() {
  head('Homework');
  show(
    h('section', {class: 'card'}, h('h1', {}, 'Join your class'),
      form('Code on the board', {
        id: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', maxlength: 12,
      }, 'Join', async text => {
        const code = text.replace(/\s/g, '').toUpperCase();
        chooseName(code, (await call('class.learners', {code})).items);
      })),
    h('section', {class: 'card'}, h('h2', {}, 'For teachers'),
      form('Password', {id: 'password', type: 'password', autocomplete: 'current-password'}, 'Sign in',
        async () => enter(await call('teacher.login', {password: $('password').value})))));
}

function chooseName(code, learners) {
  const problem = h('p', {class: 'late', role: 'alert'});
  const join = who => call('class.join', {code, ...who}).then(enter);
  show(h('section', {class: 'card'}, h('h1', {}, 'Who are you?'), problem,
    h('div', {class: 'actions', id: 'learners'}, learners.map(({id, name}) => h('button', {
      'data-learner': id,
      onclick: () => join({learner: id}).catch(error => { problem.textContent = explained(error); }),
    }, said(name)))),
    h('h2', {}, learners.length ? 'Not in the list?' : ''),
    form('Your name', {id: 'name', dir: 'auto', autocomplete: 'nickname', maxlength: 100}, 'Join',
      name => join({name}))));
}

/* Runs in the page and notes, frame by frame, what moves: only what is on the screen, never what the page was told.
   `window.seen()` returns what was noted since it was last asked, and what the screen shows. */
(() => {
  const names = ['A1', 'A2', 'A3', 'dotSettle', 'sizeSettle'], moving = new Map(), notes = [], falling = [];
  let shown = '';
  const $ = selector => document.querySelector(selector);
  const isShown = selector => Boolean($(selector)?.checkVisibility());
  const question = () => Number($('#place')?.textContent.match(/\d+/)?.[0] ?? 1) - 1;
  const lit = () => document.querySelectorAll('#dots li:not([data-state=empty])').length;
  const wall = ms => performance.timeOrigin + ms;
  const note = what => notes.push(what);

  window.isConfettiDrawn = () => {
    const canvas = $('#confetti');
    if (!canvas?.width) return false;
    return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value, i) => i % 4 === 3 && value);
  };

  function look() {
    const now = performance.now(), present = new Set(), {screen: name, place, isSettled} = screen();
    /* A person takes an action as done at another question, its verdict or another screen. */
    if (name !== 'none' && shown !== (shown = `${name} ${place} ${isSettled}`)) note({what: 'changed'});
    for (const animation of document.getAnimations()) {
      const name = animation.id, timing = animation.effect.getComputedTiming();
      if (!names.includes(name) || animation.effect.target.closest('[data-cue]') === null) continue;
      const key = `${name} ${animation.startTime}`, known = moving.get(key);
      present.add(key);
      /* The badge rings on for a while after it has, to the eye, come to rest. */
      const ends = animation.startTime + (name === 'A2' ? 450 : timing.endTime);
      if (known) { known.ends = Math.max(known.ends, ends); continue; }
      moving.set(key, {name, began: animation.startTime, ends, question: $('#results') ? null : question(), lit: lit(), isNew: true});
    }
    for (const [key, cue] of moving) {
      if (cue.isNew) {
        cue.isNew = false;
        const settles = [...moving.values()].some(other => other.name === 'sizeSettle' && other.question === cue.question);
        const [count, badge] = ['#count', '#badge'].map(found => Number($(found)?.textContent.match(/\d+/)?.[0] ?? 0));
        note({what: 'started', name: cue.name, question: cue.question, at: wall(cue.began), ms: cue.ends - cue.began,
          from: count, to: count + badge, lit: cue.lit, settles});
      }
      const isOver = now >= cue.ends - 17, isGone = !present.has(key);
      if (isGone) moving.delete(key);
      if (cue.isOver || !isGone && (cue.name !== 'A2' || !isOver)) continue;
      cue.isOver = isOver;
      note({what: 'ended', name: cue.name, question: cue.question, at: wall(isOver ? cue.ends : now), isOver,
        ms: cue.ends - cue.began, lit: cue.lit});
    }
    requestAnimationFrame(look);
  }

  /* Confetti is noted when it is drawn, with the time of that frame. */
  function fall() {
    const now = document.timeline.currentTime;
    const bursts = ($('#confetti')?.dataset.cue ?? '').split(' ').filter(name => name === 'A4').length;
    while (falling.length < bursts) {
      falling.push({question: question(), began: now, lit: lit()});
      note({what: 'started', name: 'A4', at: wall(now), ...falling.at(-1)});
    }
    while (falling.length > bursts) {
      const burst = falling.shift();
      note({what: 'ended', name: 'A4', at: wall(now), ms: now - burst.began, ...burst});
    }
  }

  function screen() {
    const number = selector => Number($(selector)?.textContent.match(/\d+/)?.[0] ?? 0);
    const bar = [...document.querySelectorAll('#dots li')].map(dot => dot.dataset.state);
    if ($('#results')) {
      const [score, count] = $('#score').firstChild.textContent.split('/').map(Number);
      return {
        screen: 'results', score, count, percentage: number('#score small'), stars: number('#badge'),
        total: $('#count') ? number('#count') : null, grade: $('#results').className.split(' ').at(-1),
      };
    }
    if (isShown('#question')) {
      return {
        screen: 'quiz', lit: lit(), place: number('#place'), count: Number($('#place').textContent.split(' ').at(-1)), bar,
        isSettled: isShown('#next'), isRight: Boolean($('.feedback.correct')), isLast: isShown('#next') && $('#next').textContent.startsWith('Finish'),
        letters: [...document.querySelectorAll('#options button')].map(button => button.dataset.letter),
        submits: isShown('#submit'), gaps: document.querySelectorAll('[data-gap]').length,
        orders: $('#card').dataset.type === 'ordering',
        score: number('#score'), stars: isShown('#earned') ? number('#earned') : 0,
      };
    }
    const button = $('#list button.main');
    return {screen: button ? 'list' : 'none', button: button?.firstChild.textContent ?? '', total: number('#total')};
  }

  /* A click or Enter, before the page knows of it. */
  for (const kind of ['click', 'submit']) {
    addEventListener(kind, event => event.isTrusted && note({what: 'clicked', at: wall(performance.now())}), true);
  }
  window.seen = () => ({notes: notes.splice(0), ...screen()});
  new MutationObserver(fall).observe(document, {subtree: true, attributes: true, attributeFilter: ['data-cue']});
  requestAnimationFrame(look);
})();

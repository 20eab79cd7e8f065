const page = JSON.parse(document.getElementById('data').textContent);
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
function bezier(x1, x2, x, y1, y2) {
  let low = 0, high = 1;
  for (let i = 0; i < 40; i++) {
    const s = (low + high) / 2, at = 3*(1-s)*(1-s)*s*x1 + 3*(1-s)*s*s*x2 + s*s*s;
    if (at < x) low = s; else high = s;
  }
  return 3*(1-low)*(1-low)*low*y1 + 3*(1-low)*low*low*y2 + low*low*low;
}
function valueOf(phase, at) {
  const t = at - phase.startMs, curve = phase.curve || 'linear', {from, to} = phase;
  const words = curve.match(/^(bounded)?[sS]pring\(([^,]+), ?([^)]+)\)$/);
  const sprung = at => to + (from - to) * spring(+words[2], +words[3], Math.max(0, at) / 1000);
  if (words && !words[1]) return sprung(t);
  const d = phase.durationMs || 0;
  if (t < 0 || (t === 0 && d > 0)) return from;
  if (t >= d) return to;
  const x = t / d;
  /* What a bounded spring has left at its end is spread over all of it. */
  if (words) return sprung(t) - (sprung(d) - to) * x;
  const points = curve.match(/^cubicBezier\(([^,]+), ?([^,]+), ?([^,]+), ?([^)]+)\)$/);
  const y = points ? bezier(+points[1], +points[3], x, +points[2], +points[4])
    : curve === 'easeIn' ? bezier(.42, 1, x, 0, 1) : curve === 'easeOut' ? bezier(0, .58, x, 0, 1)
    : curve === 'easeInOut' ? bezier(.42, .58, x, 0, 1) : x;
  return from + (to - from) * y;
}
/* Of one that goes round until it is over, the time of its round. */
const elapsed = (cue, now) => cue.round ? (now - cue.start) % cue.round : now - cue.start;
function phaseOf(cue, property, now, part) {
  const own = page.phases[cue.phases].filter(p => p.property === property && p.of === part);
  return own.filter(p => p.startMs <= elapsed(cue, now)).pop() || own[0];
}
function sample(cue, property, now, part) {
  const begun = phaseOf(cue, property, now, part);
  return begun ? valueOf(begun, elapsed(cue, now)) : null;
}
/* The burst cap makes what is on its way fade. */
const fade = (cue, now) => cue.capped ? Math.min(1, Math.max(0, (cue.end - now) / 200)) : 1;
/* From one colour to the other; what is clear is what lies below. */
function fill(c, from, to, share) {
  const whole = c.globalAlpha, overlay = (colour, alpha) => {
    if (colour === 'clear' || alpha <= 0) return;
    c.globalAlpha = whole * Math.min(1, alpha); c.fillStyle = colour; c.fill();
  };
  overlay(from, to === 'clear' ? 1 - share : 1);
  overlay(to, share);
  c.globalAlpha = whole;
}
const W = 390, H = 844, blue = '#2f6fde', green = '#2da44e', gold = '#f5a623';
function flight(cue) {
  if (!cue.paths) cue.paths = Array.from({length: cue.particles || 80}, (_, i) => {
    const u = draws(0, i * 5), x = u(0, W), speed = H * u(1.20, 1.79), angle = u(-108, -72) * Math.PI / 180;
    return {x, vx: speed * Math.cos(angle), vy: speed * Math.sin(angle), spin: u(-540, 540), spawn: u(0, 400)};
  });
  return cue.paths;
}
/* Of the ten dots after an answer: four green ones, and stars from the fifth on. */
function dots(scenario, now) {
  let position = 0;
  for (const step of scenario.steps) {
    if (step.at > now) break;
    if (step.event === 'start') position = 0;
    if (step.event === 'resume' && position === 10) position = 0;
    if (step.position != null) position = step.position;
  }
  return position;
}
/* The size of a star in points: the last one activated is large until the next one comes or its process dies. */
function starSize(told, scenario, i, now) {
  const own = told.filter(cue => cue.name === 'A1' && cue.position === i).pop();
  if (!own || scenario.kills.some(k => own.start <= k && k <= now)) return 16;
  const settle = told
    .filter(cue => cue.name === 'sizeSettle' && cue.position === i + 1 && cue.start >= own.start).pop();
  return settle ? sample(settle, 'size', now) : 22.4;
}
function star(c, size) {
  c.beginPath();
  for (let p = 0; p < 10; p++) {
    const r = size * (p % 2 ? .27 : .625), a = -Math.PI / 2 + p * Math.PI / 5;
    c.lineTo(r * Math.cos(a), r * Math.sin(a));
  }
}
/* One dot of the bar, with all that its animations move. */
function dot(c, scenario, told, i, position, now) {
  const running = name => told.filter(cue => cue.name === name && cue.position === i && now < cue.end).pop();
  const a1 = running('A1'), settle = running('dotSettle');
  const coming = scenario.cues.some(q => q.shown && q.name === 'A1' && q.position === i
    && now < q.start && q.start - now <= 250);
  const or = (property, other, part) => {
    const at = a1 && sample(a1, property, now, part);
    return at == null ? other : at;
  };
  const scale = or('scale', 1, 'star'), opacity = or('opacity', 1);
  const isStar = i <= position && i >= 5 && !coming && scale > 0;
  c.save();
  c.translate(25 + (i - 1) * 38, 40);
  if (!isStar || opacity < 1) {
    c.beginPath(); c.arc(0, 0, 7, 0, 7);
    if (i > position) fill(c, '#9994', 'clear', 0);
    else if (settle) fill(c, blue, green, sample(settle, 'colour', now));
    else fill(c, green, gold, or('colour', 0));
  }
  if (isStar) {
    c.globalAlpha = Math.min(1, Math.max(0, opacity));
    c.scale(scale, scale);
    c.rotate(or('rotation', 0, 'star') * Math.PI / 180);
    star(c, starSize(told, scenario, i, now));
    c.fillStyle = gold;
    c.fill();
  }
  c.restore();
}
/* The stars total: each step rolls its digits and pulses. */
function counter(c, cue, now) {
  const or = (property, other) => { const at = sample(cue, property, now); return at == null ? other : at; };
  const count = Math.floor(or('count', 0)), roll = Math.min(1, Math.max(0, or('y', 1))), scale = or('scale', 1);
  c.save();
  c.translate(W / 2, 200);
  c.scale(scale, scale);
  c.font = '28px sans-serif';
  c.globalAlpha = roll; c.fillText(count, 0, 14 * (1 - roll));
  if (roll < 1) { c.globalAlpha = 1 - roll; c.fillText(count - 1, 0, -14 * roll); }
  c.restore();
}
function draw(canvas, scenario, now) {
  const c = canvas.getContext('2d'), ink = getComputedStyle(document.body).color;
  c.clearRect(0, 0, W, H / 2);
  const position = dots(scenario, now);
  const told = scenario.cues.filter(cue => cue.shown && cue.start <= now), live = told.filter(cue => now < cue.end);
  for (let i = 1; i <= 10; i++) dot(c, scenario, told, i, position, now);
  c.fillStyle = ink; c.textAlign = 'center';
  const gone = scenario.kills.some(k => k <= now
    && told.some(cue => (cue.name === 'A2' || cue.name === 'A3') && cue.start <= k));
  const badge = told.filter(cue => cue.name === 'A2').pop(), count = told.filter(cue => cue.name === 'A3').pop();
  if (badge && !gone) {
    const scale = sample(badge, 'scale', now) || 0;
    c.font = `${32 * scale}px sans-serif`;
    c.fillText('★', W / 2, 150);
  }
  if (count && !gone) counter(c, count, now);
  cards(c, live, now, ink);
  const colours = ['#e5484d', gold, green, blue];
  for (const cue of live.filter(l => l.name === 'A4')) {
    flight(cue).forEach((p, i) => {
      const age = now - cue.start - p.spawn, last = phaseOf(cue, 'opacity', cue.start + age, 'particle');
      if (age < 0 || last && age >= last.startMs + last.durationMs) return;
      const t = age / 1000;
      c.save();
      /* A particle's phases count from its own spawn. */
      c.globalAlpha = Math.max(0, last ? valueOf(last, age) : 1) * fade(cue, now);
      /* The page shows the height of a screen in half of it. */
      c.translate(p.x + p.vx * t, (H + 8 + p.vy * t + .5 * H * 1.6 * t * t) / 2);
      c.rotate(p.spin * t * Math.PI / 180);
      c.fillStyle = colours[i % 4];
      c.fillRect(-3, -2, 6, 4);
      c.restore();
    });
  }
}
for (const box of document.querySelectorAll('.player')) {
  const scenario = page.scenarios[+box.dataset.number];
  const canvas = Object.assign(document.createElement('canvas'), {width: W, height: H / 2});
  const slider = Object.assign(document.createElement('input'), {
    type: 'range', min: 0, max: Math.max(1, scenario.end), value: 0, step: 16});
  slider.setAttribute('aria-label', 'Moment in milliseconds');
  const play = Object.assign(document.createElement('button'), {textContent: 'Play'});
  const time = document.createElement('output');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'The screen at this moment');
  const show = () => { time.textContent = `${Math.round(slider.value)} ms`; draw(canvas, scenario, +slider.value); };
  let running = null;
  const stop = () => { cancelAnimationFrame(running); running = null; play.textContent = 'Play'; };
  play.onclick = () => {
    if (running) return stop();
    if (+slider.value >= +slider.max) slider.value = 0;
    const from = performance.now() - slider.value;
    play.textContent = 'Pause';
    /* Where motion is not wanted, it goes from event to event. */
    if (still) {
      const next = scenario.steps.map(s => s.at).concat(scenario.end).find(at => at > +slider.value);
      slider.value = next == null ? scenario.end : next; show(); return stop();
    }
    const frame = now => {
      slider.value = now - from; show();
      if (+slider.value >= +slider.max) stop(); else running = requestAnimationFrame(frame);
    };
    running = requestAnimationFrame(frame);
  };
  slider.oninput = () => { stop(); show(); };
  box.append(canvas, play, slider, time);
  box.closest('details').addEventListener('toggle', show);
  show();
}
document.getElementById('filter').oninput = event => {
  const words = event.target.value.toLowerCase().split(/\s+/);
  for (const section of document.querySelectorAll('section')) {
    const text = section.querySelector('summary').textContent.toLowerCase();
    section.hidden = !words.every(word => text.includes(word));
  }
};

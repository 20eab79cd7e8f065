/// What every report page has: its looks, and the player of its timelines.
enum HTMLPage {
  static let style = """
    :root{color-scheme:light dark;--ink:#222;--paper:#fff;--line:#ccc;--good:#1a7f37;--bad:#c62828}
    @media(prefers-color-scheme:dark){:root{--ink:#eee;--paper:#181818;--line:#444;--good:#57c26f;--bad:#ff7b72}}
    body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:980px;margin:0 auto;padding:1rem}
    summary{cursor:pointer;font-weight:600;padding:.4rem 0}small{font-weight:400;opacity:.7}
    section{border-top:1px solid var(--line)}.passed .mark{color:var(--good)}.failed .mark,.wrong{color:var(--bad)}
    svg,canvas{max-width:100%;height:auto}canvas{border:1px solid var(--line);border-radius:8px;display:block;margin:.5rem 0}
    .player{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}.player input{flex:1;min-width:12rem}
    table{border-collapse:collapse;margin:.6rem 0;font-size:.9rem}caption{text-align:left;font-weight:600}
    td,th{border:1px solid var(--line);padding:.15rem .5rem;text-align:left;font-weight:400}
    .leaked td,.forgotten td{color:var(--bad)}.lost td,.asked td{opacity:.65}
    @media print{.player,#filter{display:none}details{display:block}summary{page-break-after:avoid}}
    """

  /// The same closed forms as in HomeworkMotion: control points of the platform's curves, a damped spring at rest, and
  /// SplitMix64 for the particles.
  static let script = #"""
    'use strict';
    const page = JSON.parse(document.getElementById('data').textContent);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const mask = (1n << 64n) - 1n;
    function bezier(x1, x2, x, y1, y2) {
      let low = 0, high = 1;
      for (let i = 0; i < 40; i++) {
        const s = (low + high) / 2, at = 3*(1-s)*(1-s)*s*x1 + 3*(1-s)*s*s*x2 + s*s*s;
        if (at < x) low = s; else high = s;
      }
      return 3*(1-low)*(1-low)*low*y1 + 3*(1-low)*low*low*y2 + low*low*low;
    }
    function spring(response, damping, t) {
      const w = 2 * Math.PI / response;
      if (damping < 1) {
        const share = Math.sqrt(1 - damping * damping), wd = w * share;
        return Math.exp(-damping * w * t) * (Math.cos(wd * t) + damping / share * Math.sin(wd * t));
      }
      if (damping === 1) return Math.exp(-w * t) * (1 + w * t);
      const root = Math.sqrt(damping * damping - 1), a = -w * (damping - root), b = -w * (damping + root);
      return (b * Math.exp(a * t) - a * Math.exp(b * t)) / (b - a);
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
      const y = points ? bezier(+points[1], +points[3], x, +points[2], +points[4]) : curve === 'easeIn' ? bezier(.42, 1, x, 0, 1) : curve === 'easeOut' ? bezier(0, .58, x, 0, 1)
        : curve === 'easeInOut' ? bezier(.42, .58, x, 0, 1) : x;
      return from + (to - from) * y;
    }
    function phaseOf(cue, property, now, part) {
      const own = page.phases[cue.phases].filter(p => p.property === property && p.of === part);
      return own.filter(p => p.startMs <= now - cue.start).pop() || own[0];
    }
    function sample(cue, property, now, part) {
      const begun = phaseOf(cue, property, now, part);
      return begun ? valueOf(begun, now - cue.start) : null;
    }
    /* One thing that an animation moves: a card, or a part of one, by all of its properties. */
    function thing(c, cue, now, part, x, y, size) {
      const at = property => sample(cue, property, now, part);
      const or = (value, other) => value == null ? other : value;
      const tint = phaseOf(cue, 'colour', now, part), share = at('colour');
      const names = tint && tint.colours || [];
      const shown = {success: '#2da44e', accentSecondary: '#8250df', amber: '#f5a623', cageGold: '#d4a017', deepTeal: '#0f766e'};
      const paint = name => shown[name] || (CSS.supports('color', name) ? name : '#2f6fde');
      c.save();
      c.translate(x + or(at('x'), 0) * (Math.abs(or(at('x'), 0)) <= 1 ? size : 1), y + or(at('y'), 0) * (Math.abs(or(at('y'), 0)) <= 1 ? size : .3));
      c.translate(or(at('slide'), 0) * size * 2, 0);
      c.rotate(or(at('rotation'), 0) * Math.PI / 180);
      const scale = Math.max(0, or(at('scale'), 1));
      c.scale(scale, scale);
      c.globalAlpha = Math.min(1, Math.max(0, or(at('opacity'), 1)));
      c.fillStyle = names.length ? paint(share != null && share < .5 ? names[0] : names[names.length - 1]) : part ? '#8a94a6' : '#2f6fde';
      const glow = at('glow');
      if (glow != null) { c.shadowColor = c.fillStyle; c.shadowBlur = 24 * glow; }
      c.beginPath();
      c.roundRect(-size / 2, -size / 2, size, size, size / 5);
      c.fill();
      const progress = at('progress');
      if (progress != null) {
        c.strokeStyle = '#fff'; c.lineWidth = 4; c.beginPath();
        c.arc(0, 0, size / 3, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * Math.min(1, Math.max(0, progress)));
        c.stroke();
      }
      const shimmer = at('shimmer');
      if (shimmer != null) { c.fillStyle = '#fff8'; c.fillRect(-size / 2 + (shimmer % 300) / 300 * size, -size / 2, 4, size); }
      c.restore();
      const spawned = at('particles');
      if (spawned == null) return;
      const count = cue.particles || 8, u = draws(0, 0);
      c.save();
      for (let i = 0; i < count; i++) {
        const angle = u(-Math.PI, 0), far = u(.4, 1) * size * 1.2 * Math.min(1, (now - cue.start) / 1000);
        if (i >= count * spawned) continue;
        c.globalAlpha = Math.min(1, Math.max(0, or(sample(cue, 'opacity', now, 'particle'), 1)));
        c.fillStyle = ['#e5484d', '#f5a623', '#2da44e', '#2f6fde', '#8250df'][i % 5];
        c.fillRect(x + far * Math.cos(angle) - 2, y + far * Math.sin(angle) - 2, 5, 5);
      }
      c.restore();
    }
    /* Everything else that is on screen: each animation a card with its parts, its words and what the device does. */
    function cards(c, live, now, ink) {
      const streak = ['A1', 'A2', 'A3', 'A4', 'dotSettle', 'sizeSettle'];
      live.filter(cue => !streak.includes(cue.name)).slice(0, 12).forEach((cue, i) => {
        const x = 60 + (i % 4) * 90, y = 250 + Math.floor(i / 4) * 62;
        const parts = [...new Set(page.phases[cue.phases].map(p => p.of))].filter(p => p && p !== 'particle');
        thing(c, cue, now, undefined, x, y, 34);
        parts.slice(0, 3).forEach((part, j) => thing(c, cue, now, part, x + 30, y - 14 + j * 14, 11));
        const device = cue.haptic && Math.abs(now - cue.start - (cue.hapticAt || 0)) < 150 ? ' ≈' : '';
        c.fillStyle = ink; c.textAlign = 'center'; c.font = '9px sans-serif';
        c.fillText((cue.text || cue.name).slice(0, 18) + device + (cue.sound ? ' ♪' : ''), x, y + 30);
      });
    }
    function draws(seed, skip) {
      let state = (BigInt(seed) + BigInt(skip) * 0x9E3779B97F4A7C15n) & mask;
      return (low, high) => {
        state = (state + 0x9E3779B97F4A7C15n) & mask;
        let z = state;
        z = ((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n) & mask;
        z = ((z ^ (z >> 27n)) * 0x94D049BB133111EBn) & mask;
        z ^= z >> 31n;
        return low + (high - low) * Number(z >> 11n) * 2 ** -53;
      };
    }
    const W = 390, H = 844, lives = {standard: 2500, medium: 2700, max: 3000};
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
    function draw(canvas, scenario, now) {
      const c = canvas.getContext('2d'), ink = getComputedStyle(document.body).color;
      c.clearRect(0, 0, W, H / 2);
      const position = dots(scenario, now);
      const live = scenario.cues.filter(cue => cue.shown && cue.start <= now && now < cue.end);
      for (let i = 1; i <= 10; i++) {
        const cue = live.find(l => l.name === 'A1' && l.position === i);
        const coming = scenario.cues.some(q => q.shown && q.name === 'A1' && q.position === i && now < q.start && q.start - now <= 250);
        const scale = cue ? sample(cue, 'scale', now) : 1;
        /* Until its star comes, the dot is a green one. */
        const star = i <= position && i >= 5 && !coming && scale !== 0;
        c.save();
        c.translate(25 + (i - 1) * 38, 40);
        if (cue) {
          c.scale(scale || 1, scale || 1);
          c.rotate((sample(cue, 'rotation', now) || 0) * Math.PI / 180);
        }
        c.fillStyle = i > position ? '#9994' : star ? '#f5a623' : '#2da44e';
        c.beginPath();
        if (star) {
          for (let p = 0; p < 10; p++) {
            const r = p % 2 ? 6 : 14, a = -Math.PI / 2 + p * Math.PI / 5;
            c.lineTo(r * Math.cos(a), r * Math.sin(a));
          }
        } else c.arc(0, 0, 7, 0, 7);
        c.fill();
        c.restore();
      }
      c.fillStyle = ink; c.textAlign = 'center';
      const told = scenario.cues.filter(cue => cue.shown && cue.start <= now);
      const gone = scenario.kills.some(k => k <= now && told.some(cue => (cue.name === 'A2' || cue.name === 'A3') && cue.start <= k));
      const badge = told.filter(cue => cue.name === 'A2').pop(), count = told.filter(cue => cue.name === 'A3').pop();
      if (badge && !gone) {
        const scale = sample(badge, 'scale', now) || 0;
        c.font = `${32 * scale}px sans-serif`;
        c.fillText('★', W / 2, 150);
      }
      if (count && !gone) {
        c.font = '28px sans-serif';
        c.fillText(Math.floor(sample(count, 'count', now) || 0), W / 2, 200);
      }
      cards(c, live, now, ink);
      const colours = ['#e5484d', '#f5a623', '#2da44e', '#2f6fde'];
      for (const cue of live.filter(l => l.name === 'A4')) {
        const life = lives[cue.variant] || 2500;
        flight(cue).forEach((p, i) => {
          const age = now - cue.start - p.spawn;
          if (age < 0 || age >= life) return;
          const t = age / 1000;
          c.save();
          c.globalAlpha = Math.min(1, (life - age) / (.35 * life));
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
      const slider = Object.assign(document.createElement('input'), {type: 'range', min: 0, max: Math.max(1, scenario.end), value: 0, step: 16});
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
    """#
}

/* One thing that an animation moves: a card, or a part of one, by all of its properties. */
function thing(c, cue, now, part, x, y, size) {
  const at = property => sample(cue, property, now, part);
  const or = (value, other) => value == null ? other : value;
  const tint = phaseOf(cue, 'colour', now, part), share = at('colour');
  const names = tint && tint.colours || [];
  const shown = {success: '#2da44e', accentSecondary: '#8250df', amber: '#f5a623',
    cageGold: '#d4a017', deepTeal: '#0f766e'};
  const paint = name => name === 'clear' ? name : shown[name] || (CSS.supports('color', name) ? name : blue);
  c.save();
  const dx = or(at('x'), 0), dy = or(at('y'), 0);
  c.translate(x + dx * (Math.abs(dx) <= 1 ? size : 1), y + dy * (Math.abs(dy) <= 1 ? size : .3));
  const {edge} = phaseOf(cue, 'slide', now, part) || {}, slid = or(at('slide'), 0) * size * 2;
  if (edge === 'bottom' || edge === 'top') c.translate(0, edge === 'top' ? -slid : slid);
  else c.translate(edge === 'left' ? -slid : slid, 0);
  c.rotate(or(at('rotation'), 0) * Math.PI / 180);
  /* A size is a share of its own, or points. */
  const points = or(at('size'), 1);
  const scale = Math.max(0, or(at('scale'), 1)) * Math.max(0, points > 1 ? points / size : points);
  c.scale(scale, scale);
  c.globalAlpha = Math.min(1, Math.max(0, or(at('opacity'), 1)));
  const own = part ? '#8a94a6' : blue, glow = at('glow'), glowing = phaseOf(cue, 'glow', now, part);
  if (glow != null) { c.shadowColor = paint((glowing.colours || [])[0] || 'gold'); c.shadowBlur = 24 * glow; }
  c.beginPath();
  c.roundRect(-size / 2, -size / 2, size, size, size / 5);
  const [from, to] = [paint(names[0] || own), paint(names[names.length - 1] || own)];
  if (from === 'clear' || to === 'clear') fill(c, own, 'clear', 0);
  fill(c, from, to, Math.min(1, Math.max(0, or(share, 1))));
  const progress = at('progress');
  if (progress != null) {
    c.strokeStyle = '#fff'; c.lineWidth = 4; c.beginPath();
    c.arc(0, 0, size / 3, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * Math.min(1, Math.max(0, progress)));
    c.stroke();
  }
  const number = at('count');
  if (number != null) {
    c.fillStyle = '#fff'; c.textAlign = 'center'; c.font = `${size / 3}px sans-serif`;
    c.fillText(number <= 1 ? `${Math.round(100 * number)} %` : Math.floor(number), 0, size / 8);
  }
  const shimmer = at('shimmer');
  if (shimmer != null) { c.fillStyle = '#fff8';
    c.fillRect(-size / 2 + (shimmer % 300) / 300 * size, -size / 2, 4, size);
  }
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
/* An icon by its name in the design, which is often Apple's; else its first letter. */
function icon(name) {
  const known = {checkmark: '✓', xmark: '✗', heart: '♥', brain: '🧠', trophy: '🏆', 'square.and.arrow.down': '↓'};
  return known[name] || known[name.split('.')[0]] || name[0];
}
/* Everything else that is on screen: each animation a card with its parts, its words and what the device does. */
function cards(c, live, now, ink) {
  const streak = ['A1', 'A2', 'A3', 'A4', 'dotSettle', 'sizeSettle'];
  live.filter(cue => !streak.includes(cue.name)).slice(0, 12).forEach((cue, i) => {
    const x = 60 + (i % 4) * 90, y = 250 + Math.floor(i / 4) * 62;
    const parts = [...new Set(page.phases[cue.phases].map(p => p.of))].filter(p => p && p !== 'particle');
    thing(c, cue, now, undefined, x, y, 34);
    if (cue.icon) {
      c.fillStyle = '#fff'; c.textAlign = 'center'; c.font = '16px sans-serif';
      c.fillText(icon(cue.icon), x, y + 6);
    }
    parts.slice(0, 3).forEach((part, j) => thing(c, cue, now, part, x + 30, y - 14 + j * 14, 11));
    const device = cue.haptic && Math.abs(now - cue.start - (cue.hapticAt || 0)) < 150 ? ' ≈' : '';
    c.fillStyle = ink; c.textAlign = 'center'; c.font = '9px sans-serif';
    c.fillText((cue.text || cue.name).slice(0, 18) + device + (cue.sound ? ' ♪' : ''), x, y + 30);
  });
}

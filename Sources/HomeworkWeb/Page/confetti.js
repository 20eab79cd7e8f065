/* Confetti on a canvas over everything. Each particle is a closed form of the time since the burst began, from the same
   seed and draws as in HomeworkMotion. */
import {$} from '/page/dom.js';

const fadeMs = 200;
const tints = ['#e5484d', '#f5a623', '#2da44e', '#2f6fde'];
const bursts = new Set();
let frame = 0;

/** Starts a burst at a time of the page's clock; returns how to `cancel` it and how to `fade` it out until a time. */
export function burst(cue, phases, {width, height, seed}, began) {
  const uniform = draws(seed, 0), fade = phases.find(phase => phase.of === 'particle');
  const paths = Array.from({length: cue.particles}, (_, i) => {
    const x = uniform(0, width), speed = height * uniform(1.20, 1.79), angle = uniform(-108, -72) * Math.PI / 180;
    return {
      x, vx: speed * Math.cos(angle), vy: speed * Math.sin(angle), spin: uniform(-540, 540) * Math.PI / 180,
      spawn: uniform(0, 400), tint: tints[i % 4],
    };
  });
  const own = {
    cue, paths, fade, began, height, ends: began + cue.durationMs, fadesUntil: Infinity,
    handle: {
      cancel: () => { bursts.delete(own); },
      fade: ends => { own.fadesUntil = own.ends = Math.min(ends, own.ends); },
    },
  };
  bursts.add(own);
  frame ||= requestAnimationFrame(draw);
  return own.handle;
}

function draw() {
  const canvas = $('confetti'), c = canvas.getContext('2d'), now = performance.now();
  const ratio = Math.min(2, devicePixelRatio);
  const [width, height] = [Math.round(innerWidth * ratio), Math.round(innerHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.clearRect(0, 0, width, height);
  for (const own of bursts) {
    if (now >= own.ends) bursts.delete(own);
    else if (now >= own.began) fly(c, own, now, ratio);
  }
  /* A word for each burst in the air. */
  canvas.dataset.cue = [...bursts].filter(({began}) => began <= now).map(({cue}) => cue.animation).join(' ');
  if (!canvas.dataset.cue) delete canvas.dataset.cue;
  frame = bursts.size ? requestAnimationFrame(draw) : 0;
}

function fly(c, {paths, fade, began, height, fadesUntil}, now, ratio) {
  const factor = Math.min(1, (fadesUntil - now) / fadeMs), ends = fade.startMs + fade.durationMs;
  for (const path of paths) {
    const age = now - began - path.spawn;
    if (age < 0 || age >= ends) continue;
    const t = age / 1000;
    const y = height + 8 + path.vy * t + 0.8 * height * t * t;
    if (y > height + 8) continue;
    const x = path.x + path.vx * t, cos = ratio * Math.cos(path.spin * t), sin = ratio * Math.sin(path.spin * t);
    c.setTransform(cos, sin, -sin, cos, x * ratio, y * ratio);
    c.globalAlpha = factor * Math.min(1, (ends - age) / fade.durationMs);
    c.fillStyle = path.tint;
    c.fillRect(-5, -3, 10, 6);
  }
  c.globalAlpha = 1;
}

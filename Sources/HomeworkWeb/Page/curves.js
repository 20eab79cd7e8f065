/* The curves of cues as CSS easings: closed forms, a spring sampled as `linear()`. */

const named = {
  linear: 'linear', easeIn: 'cubic-bezier(.42, 0, 1, 1)', easeOut: 'cubic-bezier(0, 0, .58, 1)',
  easeInOut: 'cubic-bezier(.42, 0, .58, 1)',
};

function parsed(curve = 'linear') {
  const match = curve.match(/^(\w+)\((.*)\)$/);
  return match ? {name: match[1], numbers: match[2].split(',').map(Number)} : {name: curve, numbers: []};
}

/** Returns the time until the curve is at rest: a spring goes on after its nominal duration, unless it is bounded. */
export function lengthMs(curve, durationMs) {
  const {name, numbers: [response, damping]} = parsed(curve);
  if (name !== 'spring' || !(damping > 0)) return durationMs;
  const slowest = damping <= 1 ? damping : damping - Math.sqrt(damping * damping - 1);
  return Math.max(durationMs, Math.ceil(Math.log(2000) / (slowest * 2 * Math.PI / response) * 1000));
}

/** Returns the CSS easing of a curve over this many milliseconds. */
export function easing(curve, ms) {
  const {name, numbers} = parsed(curve);
  if (name === 'cubicBezier') return `cubic-bezier(${numbers.join(', ')})`;
  if (!name.toLowerCase().endsWith('spring') || !ms) return named[name] ?? 'linear';
  const at = share => 1 - spring(...numbers, share * ms / 1000);
  /* A bounded spring hands over exactly at its target: what is left at its end is spread over all of it. */
  const rest = name === 'spring' ? 0 : 1 - at(1);
  const count = Math.max(16, Math.ceil(ms / 8));
  const points = Array.from({length: count + 1}, (_, i) => (at(i / count) + rest * i / count).toFixed(4));
  return `linear(${points.join(', ')})`;
}

/* The closed forms of HomeworkMotion, for the report and for the page: a damped spring at rest, and SplitMix64 for the
   particles. */
'use strict';
/* Returns the distance to rest, from 1 at the start, `t` seconds after the spring is let go. */
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
/* Returns uniform draws between two numbers, after so many others. */
function draws(seed, skip) {
  const mask = (1n << 64n) - 1n;
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

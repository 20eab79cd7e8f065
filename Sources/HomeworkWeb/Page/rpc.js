/* JSON-RPC over a WebSocket that connects again by itself.

   A call that is lost with its connection is sent again on the next one. That is safe: reads change nothing, and writes
   carry a request id, by which the server knows a repetition. Calls of a session are not sent again, since the session
   dies with its connection: they fail with `LostError`. */

export class RefusedError extends Error {
  constructor({message, data = {}}) {
    super(message);
    Object.assign(this, {kind: data.name, data});
  }
}

export class LostError extends Error {}

const writes = /^(attempt|review)\.(start|answer|skip|accept|finish|abandon)$/;
/* A reply that takes longer means that the connection is dead, although nobody has closed it. */
const patienceMs = 10_000;

let socket, number = 0, pauseMs = 250, timer, isLost = false;
const waiting = new Map();
const listeners = {lost: new Set(), back: new Set(), refused: new Set(), notification: new Set()};
const emit = (kind, value) => { for (const listener of [...listeners[kind]]) listener(value); };

/** Calls `listener` when the connection is `lost`, `back` or `refused`, or for each `notification`. Returns how to
    stop. */
export function on(kind, listener) {
  listeners[kind].add(listener);
  return () => listeners[kind].delete(listener);
}

function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6] & 15 | 64;
  bytes[8] = bytes[8] & 63 | 128;
  const digits = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Calls a method and returns its result. */
export function call(method, parameters = {}) {
  const id = ++number;
  const params = {...writes.test(method) && {requestId: uuid()}, ...parameters};
  return new Promise((resolve, reject) => {
    const text = JSON.stringify({jsonrpc: '2.0', id, method, params});
    const isSession = method.startsWith('session.'), isOpen = socket?.readyState === WebSocket.OPEN;
    /* Opening a session may wait for a connection; what belongs to one may not. */
    if (isSession && method !== 'session.open' && !isOpen) return reject(new LostError(method));
    waiting.set(id, {text, isSession, resolve, reject});
    if (isOpen) send(waiting.get(id));
  });
}

function send(entry) {
  entry.timer = setTimeout(lose, patienceMs);
  socket.send(entry.text);
}

export function connect() {
  clearTimeout(timer);
  socket = new WebSocket(`ws://${location.host}/rpc`);
  socket.onopen = () => {
    /* The token of the page's address; nothing answers it. */
    socket.send(sessionStorage.token ?? '');
    for (const entry of waiting.values()) send(entry);
    if (isLost) call('server.ping').catch(() => {});
  };
  socket.onmessage = ({data}) => {
    /* Only a reply shows that the token is still good. */
    if (isLost) emit('back');
    [isLost, pauseMs] = [false, 250];
    receive(JSON.parse(data));
  };
  socket.onclose = ({code}) => {
    if (code !== 1008) return lose();
    socket.onclose = null;
    emit('refused');
  };
}

function receive(message) {
  const entry = waiting.get(message.id);
  if (!entry) return message.method && emit('notification', message);
  waiting.delete(message.id);
  clearTimeout(entry.timer);
  if (message.error) entry.reject(new RefusedError(message.error)); else entry.resolve(message.result);
}

function lose() {
  const isFirst = socket.onclose;
  socket.onclose = socket.onmessage = socket.onopen = null;
  socket.close();
  for (const [id, entry] of waiting) {
    clearTimeout(entry.timer);
    if (!entry.isSession) continue;
    waiting.delete(id);
    entry.reject(new LostError('the connection was lost'));
  }
  if (!isFirst) return;
  timer = setTimeout(connect, pauseMs);
  pauseMs = Math.min(4000, pauseMs * 1.6);
  isLost = true;
  emit('lost');
}

/* Do not wait for the next try where there is reason to hope. */
const hurry = () => { if (socket && socket.readyState > WebSocket.OPEN) connect(); };
addEventListener('online', hurry);
document.addEventListener('visibilitychange', () => document.hidden || hurry());
/* A page that is frozen in the background may wake with a dead connection. */
addEventListener('pageshow', event => event.persisted && location.reload());

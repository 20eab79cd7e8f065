/* Pictures of questions. A question names them by their digests; each is asked for once. */
import {call} from '/page/rpc.js';
import {h} from '/page/dom.js';

const asked = new Map();

/** Draws a picture, which shows once it is here; until then, and if it is none of the browser's, its words do. */
export function drawPicture(picture) {
  if (!picture) return null;
  const image = h('img', {class: 'picture', alt: picture.alternative || 'A picture'});
  fetched(picture.digest).then(address => { image.src = address; }).catch(() => asked.delete(picture.digest));
  return image;
}

function fetched(digest) {
  if (!asked.has(digest)) {
    asked.set(digest, call('picture.get', {digest})
      .then(({mediaType, base64}) => `data:${mediaType};base64,${base64}`));
  }
  return asked.get(digest);
}

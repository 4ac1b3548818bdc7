import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const FOUND = '<link rel="modulepreload"';
const WRITTEN = '<link rel="modulepreload" fetchpriority="low"';

/**
 * Lets the scripts of a page come after what it takes to see it. The router asks for them at the head of the page, where
 * browsers give them the rank of what blocks it, and says nothing of their rank.
 */
export function lateModules(): Transform {
  const decoder = new StringDecoder('utf8');
  let held = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = (held + decoder.write(chunk)).replaceAll(FOUND, WRITTEN);
      const tail = beginOfFound(text);
      held = text.slice(text.length - tail);
      done(null, text.slice(0, text.length - tail));
    },
    flush(done) {
      done(null, held + decoder.end());
    },
  });
}

/** How many letters at the end of a text may be the begin of what is looked for. */
function beginOfFound(text: string): number {
  for (let length = Math.min(FOUND.length - 1, text.length); length > 0; length -= 1) {
    if (FOUND.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

import type { Plugin } from 'rolldown';

const NON_ASCII = /[\u0080-\uffff]/g;
/** Where an escape would not mean the character: after a backslash that is none itself, and in a template that is read as it is written. */
const NOT_ESCAPABLE = /(?<!\\)(?:\\\\)*\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/;

/** Writes other characters than ASCII as escapes: Node reads such a file at once, and V8 keeps it in half the memory. */
export function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    // Last: what prints the code would write the characters again.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = toAscii(file.code);
    },
  };
}

/** @throws where an escape would not mean the character */
export function toAscii(code: string): string {
  const [found] = NOT_ESCAPABLE.exec(code) ?? [];
  if (found !== undefined) throw new Error(`A character outside ASCII cannot be escaped: ${found.slice(0, 80)}`);
  return code.replace(NON_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

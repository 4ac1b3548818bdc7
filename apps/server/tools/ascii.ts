import type { Plugin } from 'rolldown';

/** In a string, a regular expression and a name an escape means the character; after a backslash it would not. */
const OTHERS = /(?<!\\)[\u0080-\uffff]/g;

/** Writes other characters than ASCII as escapes: Node reads such a file at once, and V8 keeps it in half the memory. */
export function ascii(): Plugin {
  return {
    name: 'ascii',
    // Last: what prints the code would write the characters again.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = withoutOthers(file.code);
    },
  };
}

/** @throws where such a character follows a backslash */
export function withoutOthers(code: string): string {
  const escaped = code.replace(OTHERS, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (/[\u0080-\uffff]/.test(escaped)) throw new Error('A character outside ASCII follows a backslash');
  return escaped;
}

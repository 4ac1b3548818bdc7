import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../app/context/shared-pages.ts', import.meta.url));

/**
 * Writes which pages visitors share as a file of its own beside the pages' code: the thread of the server that answers
 * requests needs nothing else of the site, and does not load React for it.
 */
export function sharingFile(): Plugin {
  return {
    name: 'sharing-file',
    apply: 'build',
    buildStart() {
      if (this.environment.name !== 'ssr') return;
      this.emitFile({ type: 'chunk', id: SOURCE, fileName: 'sharing.js', preserveSignature: 'strict' });
    },
  };
}

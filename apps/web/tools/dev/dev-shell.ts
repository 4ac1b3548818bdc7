import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SHELL = fileURLToPath(new URL('dev-shell-elements.tsx', import.meta.url));
const REPLACED = /\/shell\/(build\/start\/site-scripts|layout\/site-styles)\.tsx$/;

/**
 * In `npm run dev`, the router's own `Scripts` and `Links` replace ours: ours put the files of a build into the page, of
 * which there is none.
 */
export function devShell(): Plugin {
  return {
    name: 'dev-shell',
    apply: 'serve',
    enforce: 'pre',
    // Found and bundled at the start: a package found later reloads the page in the middle of its first visit.
    config: () => ({ optimizeDeps: { entries: ['app/root.tsx', 'app/entry.client.tsx', 'app/routes/**/*.tsx'] } }),
    resolveId(source, importer) {
      return importer?.endsWith('/app/root.tsx') && REPLACED.test(source) ? SHELL : null;
    },
  };
}

import type { Plugin } from 'vite';

const LOADER = /react-router\/dist\/(production|development)\/lib\/dom\/ssr\/routeModules\.js$/;
const RELOAD = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;
const EVENT = 'assay:stale-chunk';

/**
 * When the chunk of a page is gone, the router reloads the current page, however often that fails. This puts an event
 * in its place: where a listener prevents it, that one goes on from there, else the error is thrown. The build fails when
 * the router no longer says it in these words.
 */
export function staleChunks(): Plugin {
  return {
    name: 'stale-chunks',
    transform(code, id) {
      if (!LOADER.test(id.replaceAll('\\', '/'))) return null;
      if (!RELOAD.test(code)) this.error('The router no longer reloads on a missing chunk in the words known here');
      return { code: code.replace(RELOAD, REPLACEMENT), map: null };
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      if (!chunks.some(({ code }) => code.includes(EVENT) && code.includes('Error loading route module'))) {
        this.error('The router’s loader of pages is not where it was: its reload is not guarded');
      }
    },
  };
}

const REPLACEMENT = `if (window.dispatchEvent(new CustomEvent('${EVENT}', { cancelable: true }))) throw error;
		return new Promise(() => {});`;

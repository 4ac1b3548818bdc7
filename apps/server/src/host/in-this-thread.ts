import type { PageRenderer } from './page-renderer.ts';

/**
 * For sites that exist in this thread only: the development site, and those of tests. Its code is loaded by the first
 * page: a server whose pages are rendered by other threads does not load it.
 */
export const inThisThread: PageRenderer = {
  render: async (build, job, visit) => {
    const { renderPage } = await import('./render-page.ts');
    return renderPage(build, job, visit);
  },
  close: async () => undefined,
};

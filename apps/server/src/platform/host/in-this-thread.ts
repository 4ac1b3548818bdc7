import type { PageRenderer } from './page-renderer.ts';
import { importSiteBuild } from './site-build.ts';

/**
 * For sites that exist in this thread only: the development site, and those of tests. Its code is loaded by the first
 * page: a server whose pages are rendered by other threads does not load it.
 */
export const inThisThread: PageRenderer = {
  render: async (build, job, visit) => {
    const { renderPage } = await import('./render-page.ts');
    const loaded = 'server' in build ? build : await importSiteBuild(build.origin.buildDir, build.origin.stamp);
    return renderPage(loaded, job, visit);
  },
  close: async () => undefined,
};

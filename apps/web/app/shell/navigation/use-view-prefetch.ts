import { use, useCallback } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
} from 'react-router';
import { prefetchFiles, watchView } from './prefetch-files.ts';

/**
 * For the `ref` of a link: fetches the files of its page once the link has come into view. In place of the router's own
 * way, which fetches the files of all links at the same time, runs them, and asks for the data of each page.
 */
export function useViewPrefetch(pathname: string, isWanted: boolean) {
  const router = use(DataRouterContext)?.router;
  const manifest = use(FrameworkContext)?.manifest;

  return useCallback(
    (link: HTMLAnchorElement | null) => {
      if (link === null || !isWanted || router === undefined || manifest === undefined) return;
      return watchView(link, () => {
        const parts = (matchRoutes(router.routes, pathname) ?? []).map(({ route }) => manifest.routes[route.id]);
        // The page shown has its own already: asking again costs nothing.
        prefetchFiles(
          parts.flatMap((part) => (part ? [part.module, ...(part.imports ?? []), ...(part.css ?? [])] : [])),
        );
      });
    },
    [router, manifest, pathname, isWanted],
  );
}

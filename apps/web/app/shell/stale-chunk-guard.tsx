import { type ReactNode, useContext, useEffect, useState } from 'react';
import { createPath, UNSAFE_DataRouterContext } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { markSiteOutdated } from './site-version.ts';
import { mayReload, STALE_CHUNK_EVENT } from './stale-chunk.ts';

/**
 * A chunk that is gone belongs to a build that is gone: the page that was asked for is loaded anew, once. When that
 * just happened, the error page stands instead, and nothing reloads without end.
 */
export function StaleChunkGuard({ children }: { readonly children: ReactNode }) {
  // Asked itself: what `useNavigation` says comes a moment later than a chunk that fails at once.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    const reload = (event: Event) => {
      // The page that was asked for cannot show an error either: its own error page is in the chunk that is gone.
      event.preventDefault();
      if (mayReload(sessionStorage, Date.now())) {
        const wanted = router?.state.navigation.location;
        if (wanted === undefined) window.location.reload();
        else window.location.assign(createPath(wanted));
        return;
      }
      markSiteOutdated();
      setFailure(event);
    };
    window.addEventListener(STALE_CHUNK_EVENT, reload);
    window.addEventListener('vite:preloadError', reload);
    return () => {
      window.removeEventListener(STALE_CHUNK_EVENT, reload);
      window.removeEventListener('vite:preloadError', reload);
    };
  }, [router]);

  return failure === null ? children : <ErrorPage error={failure} />;
}

import { type ReactNode, useContext, useEffect, useState } from 'react';
import { createPath, UNSAFE_DataRouterContext, useLocation } from 'react-router';
import { WholeErrorPage } from '../layout/whole-error-page.tsx';
import { isReachable } from '../navigation/is-reachable.ts';
import { markSiteOutdated } from '../navigation/site-version.ts';
import { mayReload, STALE_CHUNK_EVENT } from './stale-chunk.ts';

interface MissingPage {
  readonly error: unknown;
  /** The page that was asked for. */
  readonly wanted: string;
  /** The page that is left while it is shown. */
  readonly leftKey: string;
}

/**
 * A chunk that is gone belongs to a build that is gone: the requested page is loaded in full, once. When that
 * just happened, the error page is shown instead, so that it does not reload without end. Offline no chunk is gone: the
 * error page says so in place of a page, and what asked for a part of one says so itself.
 */
export function StaleChunkGuard({ children }: { readonly children: ReactNode }) {
  // Asked itself: what `useNavigation` says comes a moment later than a chunk that fails at once.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const [missing, setMissing] = useState<MissingPage | null>(null);
  const { key } = useLocation();

  useEffect(() => {
    const judge = async (event: Event) => {
      const isPage = event.type === STALE_CHUNK_EVENT;
      const target = router?.state.navigation.location;
      const wanted = target === undefined ? window.location.href : createPath(target);
      const leftKey = router?.state.location.key ?? '';
      // The page that was asked for cannot show an error: its own error page is in the chunk that is missing.
      if (isPage) event.preventDefault();
      if (await isReachable()) {
        if (mayReload(sessionStorage, Date.now())) return window.location.assign(wanted);
        markSiteOutdated();
        setMissing({ error: event, wanted, leftKey });
      } else if (isPage) setMissing({ error: new TypeError('Failed to fetch'), wanted, leftKey });
    };
    const listen = (event: Event) => void judge(event);
    window.addEventListener(STALE_CHUNK_EVENT, listen);
    window.addEventListener('vite:preloadError', listen);
    return () => {
      window.removeEventListener(STALE_CHUNK_EVENT, listen);
      window.removeEventListener('vite:preloadError', listen);
    };
  }, [router]);

  if (missing === null || missing.leftKey !== key) return children;
  return <WholeErrorPage error={missing.error} wanted={missing.wanted} />;
}

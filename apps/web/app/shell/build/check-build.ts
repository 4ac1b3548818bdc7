import { ApiError } from '@assay/contracts/client';
import type { AlertFacts } from '../layout/alerts.tsx';
import { markSiteOutdated, runningBuildId } from '../navigation/site-version.ts';
import { call } from '../session/browser-client.ts';
import { BUILD_CHECK_MS, watchBuild } from './build-watch.ts';

/** Checks every hour until `left`. A newer build is shown in an alert, and the next page comes from that build. */
export function checkBuild(show: (alert: AlertFacts) => void, left: AbortSignal): void {
  const running = runningBuildId();
  if (running === null || left.aborted) return;
  const watch = watchBuild({
    running,
    served: async () => (await call('GET /site/build', { expects: { buildId: ['string', 'null'] } })).buildId,
    onNewer: () => {
      markSiteOutdated();
      show({
        type: 'info',
        message: 'A new version is available',
        action: { label: 'Reload', run: () => window.location.reload() },
      });
    },
    now: () => Date.now(),
  });
  const look = () => {
    if (document.visibilityState === 'visible') watch.lookIfDue().catch(ignoreUnreachable);
  };
  const timer = setInterval(look, BUILD_CHECK_MS);
  document.addEventListener('visibilitychange', look, { signal: left });
  left.addEventListener('abort', () => clearInterval(timer));
}

/** Offline or refused: the page still works, and the next check follows in an hour. */
function ignoreUnreachable(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

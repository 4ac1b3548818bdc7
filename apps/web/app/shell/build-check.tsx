import { ApiError } from '@assay/contracts/client';
import { useEffect } from 'react';
import { useAlerts } from './alerts.tsx';
import { BUILD_CHECK_MS, watchBuild } from './build-watch.ts';
import { browserClient } from './session/browser-client.ts';
import { markSiteOutdated, runningBuildId } from './site-version.ts';

/** Every hour: is a newer build of the site served? Then a quiet word, and the next page comes from it. */
export function BuildCheck() {
  const { show } = useAlerts();
  useEffect(() => {
    const running = runningBuildId();
    if (running === null) return;
    const watch = watchBuild({
      running,
      served: async () => (await browserClient().siteBuild()).buildId,
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
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [show]);
  return null;
}

/** Offline or refused: nothing is wrong with the page, and the next hour asks again. */
function ignoreUnreachable(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

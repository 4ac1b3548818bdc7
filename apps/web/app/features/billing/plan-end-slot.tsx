import { lazy, Suspense } from 'react';
import { useInBrowser } from '../../shell/layout/use-in-browser.ts';
import type { SessionUser } from '../../shell/session/session.tsx';
import { mayEndSoon } from './ends-soon.ts';

const PlanEndNotice = lazy(() => import('./plan-end-notice.tsx'));

/** The notice of a plan that ends soon; its code is loaded only when that may be so. */
export function PlanEndSlot({ user: { currentTariff } }: { readonly user: SessionUser }) {
  // The server's clock may be on the other side of the days: the browser decides.
  const isInBrowser = useInBrowser();
  if (!isInBrowser || currentTariff === null || !mayEndSoon(currentTariff.expired_in, new Date())) return null;
  return (
    <Suspense fallback={null}>
      <PlanEndNotice tariff={currentTariff} />
    </Suspense>
  );
}

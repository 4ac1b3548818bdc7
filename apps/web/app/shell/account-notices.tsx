import { Alert } from '@assay/ui';
import { endsSoon } from './ends-soon.ts';
import { OrderNoticeSlot } from './order-notice-slot.tsx';
import type { SessionUser } from './session/session.tsx';
import { SiteLink } from './site-link.tsx';
import { useInBrowser } from './use-in-browser.ts';

/** What a signed-in person must know wherever they are: a suspended account, a plan that ends, a payment under way. */
export function AccountNotices({ user }: { readonly user: SessionUser }) {
  const isInBrowser = useInBrowser();
  const { suspension, currentTariff } = user;
  // The server's clock may be on the other side of the seven days: the browser decides.
  const isEnding = isInBrowser && currentTariff !== null && endsSoon(currentTariff.expired_in, new Date());
  return (
    <>
      <OrderNoticeSlot />
      {suspension !== null && (
        <Alert
          type="error"
          message={`Your account is suspended${suspension.reason === null ? '' : `: ${suspension.reason}`}. It cannot check or buy; please write to support.`}
        />
      )}
      {isEnding && (
        <Alert
          type="warn"
          message="Your subscription ends soon."
          action={
            <SiteLink className="link" to="/account?tab=tariffs">
              Renew
            </SiteLink>
          }
        />
      )}
    </>
  );
}

import { Alert } from '@assay/ui';
import type { ReactNode } from 'react';
import { SiteLink } from '../navigation/site-link.tsx';
import type { SessionUser } from '../session/session.tsx';
import { endsSoon } from './ends-soon.ts';
import { useSupportEmail } from './site-settings.ts';
import { useInBrowser } from './use-in-browser.ts';

export interface AccountNoticesProps {
  readonly user: SessionUser;
  /** The notice of a payment in progress. */
  readonly children: ReactNode;
}

/** Notices at the top of every account page: a payment in progress, a suspended account, a plan that ends soon. */
export function AccountNotices({ user, children }: AccountNoticesProps) {
  const isInBrowser = useInBrowser();
  const supportEmail = useSupportEmail();
  const { suspension, currentTariff } = user;
  // The server's clock may be on the other side of the seven days: the browser decides.
  const isEnding = isInBrowser && currentTariff !== null && endsSoon(currentTariff.expired_in, new Date());
  return (
    <>
      {children}
      {suspension !== null && (
        <Alert
          type="error"
          message={`Your account is suspended${suspension.reason === null ? '' : `: ${suspension.reason}`}. You cannot run checks or buy.`}
          action={
            supportEmail !== null && (
              <a className="link" href={`mailto:${supportEmail}`}>
                Contact support
              </a>
            )
          }
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

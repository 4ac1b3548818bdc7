import type { NoFreeCheckReason } from '@assay/contracts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { AuthSheet } from './auth-sheet.tsx';

const WHY: Readonly<Record<NoFreeCheckReason, string>> = {
  network: 'those for accounts on your network are used up today, and none is added later',
  domain: 'those for accounts with your mail domain are used up today, and none is added later',
  installation: 'those for new accounts are used up today, and none is added later',
  mailbox: 'this mailbox had its free check already',
};

/** A new account begins without its free check, because a limit of the day was reached or its mailbox had it before. `to`: the page that follows. */
export function NoFreeCheck({ to, reason }: { readonly to: string; readonly reason: NoFreeCheckReason }) {
  return (
    <AuthSheet title="Your account is ready">
      <p className="auth-lede" role="status">
        Your account has no free check: {WHY[reason]}. Everything else works, and you can{' '}
        <SiteLink className="link" to="/account?tab=tariffs">
          buy checks or enter a promo code
        </SiteLink>
        .
      </p>
      <div className="auth-form">
        <SiteLink className="btn btn-primary" to={to} replace>
          Continue
        </SiteLink>
      </div>
    </AuthSheet>
  );
}

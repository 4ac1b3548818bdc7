import { countOf } from '@assay/wording';
import type { ReactNode } from 'react';
import { AccountNotices } from '../../shell/layout/account-notices.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { SessionUser } from '../../shell/session/session.tsx';
import { ScoreGuide } from './score-guide.tsx';

export interface HomePageProps {
  readonly user: SessionUser;
  /** The notice of a payment in progress. */
  readonly notices: ReactNode;
  /** The search panel. */
  readonly form: ReactNode;
  /** The last checks. */
  readonly recent: ReactNode;
}

/** The home page of a signed-in user (GAP-02): the panel, the checks left, the last checks and the score guide. */
export function HomePage({ user, notices, form, recent }: HomePageProps) {
  return (
    <main className="page home" id="main">
      <div className="wrap">
        <AccountNotices user={user}>{notices}</AccountNotices>
        <h1>Wallet risk check</h1>
        {form}
        <p className="home-left">
          <b className="tnum">{countOf(user.checks, 'check')}</b> left.{' '}
          <SiteLink className="link" to="/account?tab=tariffs">
            Billing and plans
          </SiteLink>
        </p>
        {recent}
        <ScoreGuide />
      </div>
    </main>
  );
}

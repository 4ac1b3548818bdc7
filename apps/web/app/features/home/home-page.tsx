import type { ReactNode } from 'react';
import { AccountNotices } from '../../shell/account-notices.tsx';
import type { SessionUser } from '../../shell/session/session.tsx';
import { SiteLink } from '../../shell/site-link.tsx';
import { ScoreGuide } from './score-guide.tsx';

export interface HomePageProps {
  readonly user: SessionUser;
  /** The search panel. */
  readonly form: ReactNode;
  /** The last checks. */
  readonly recent: ReactNode;
}

/** Home of who is signed in (GAP-02): the panel first, then what is left, the last checks, and how to read a score. */
export function HomePage({ user, form, recent }: HomePageProps) {
  return (
    <main className="page home" id="main">
      <div className="wrap">
        <AccountNotices user={user} />
        <h1>Wallet risk check</h1>
        {form}
        <p className="home-left">
          <b className="tnum">
            {user.checks} {user.checks === 1 ? 'check' : 'checks'}
          </b>{' '}
          left.{' '}
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

import { Stars } from '@assay/ui';
import type { ReactNode } from 'react';
import { AccountNotices } from '../../shell/account-notices.tsx';
import type { SessionUser } from '../../shell/session/session.tsx';
import { SiteLink } from '../../shell/site-link.tsx';

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

const SCORES = [
  { score: 5, text: 'Nothing risky was found in what is known of the wallet.' },
  { score: 4, text: 'Little risk: small or distant contact with risky sources.' },
  { score: 3, text: 'Medium risk: look at the evidence before you take the money.' },
  { score: 2, text: 'High risk: an exchange may ask where the money came from.' },
  { score: 1, text: 'Very high risk: a listed wallet, or money that came straight from crime.' },
  { score: 0, text: 'Not rated: too little is known. The check is given back.' },
] as const;

function ScoreGuide() {
  return (
    <section className="score-guide" aria-labelledby="score-guide">
      <h2 id="score-guide">How to read a score</h2>
      <ul>
        {SCORES.map(({ score, text }) => (
          <li key={score}>
            <Stars score={score} size="sm" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

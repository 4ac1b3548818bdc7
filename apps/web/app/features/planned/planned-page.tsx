import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { NO_FIELDS, type PlannedAnswer } from './answer-planned-form.ts';
import { PlannedForm } from './planned-form.tsx';
import { PlannedOutcome } from './planned-outcome.tsx';

/** A payment before it happens: what it is rated, and what it would change for the own wallet. */
export function PlannedPage({ answer }: { readonly answer: PlannedAnswer | null }) {
  const planned = answer?.planned ?? null;
  return (
    <main className="page page-text page-planned" id="main">
      <div className="wrap text-body">
        <h1>Check a planned payment</h1>
        <div className="text-lead">
          <p>
            What a payment is rated before it happens, and the stars of your wallet before and after it, by{' '}
            <SiteLink to="/method/transactions">the method for a transaction</SiteLink>.
          </p>
        </div>
        {planned !== null && <PlannedOutcome planned={planned} />}
        <PlannedForm key={answer?.error} fields={answer?.fields ?? NO_FIELDS} answer={answer} />
      </div>
    </main>
  );
}

import { secondStepClient } from '@assay/contracts/factor-client';
import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { FactorForm } from '../../shell/factors/factor-form.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { AuthSheet } from './auth-sheet.tsx';
import { OrderedCheck } from './ordered-check.tsx';
import { useOutcome } from './use-outcome.ts';

export interface SecondStepPageProps {
  readonly email: string;
  readonly confirmBy: readonly string[];
  readonly expiresAt: string;
  /** Why a form that was sent without a script was not accepted. */
  readonly problem: string | null;
}

/** The link was good: the login is completed by a second factor. */
export function SecondStepPage({ email, confirmBy, expiresAt, problem: answered }: SecondStepPageProps) {
  const [problem, setProblem] = useState(answered);
  const [isOver, setOver] = useState(false);
  const { isBusy, run } = useAction((error) => {
    setProblem(error.message);
    setOver(error.errorName === 'SignInExpired');
  });
  const { outcome, settle } = useOutcome();

  if (outcome?.kind === 'ordered') {
    // Names this login, so that its check is started once.
    const name = `second-step-${Date.parse(expiresAt)}`;
    return <OrderedCheck link={name} order={outcome.order} email={outcome.email} problem={null} />;
  }
  if (outcome?.kind === 'confirmed') {
    return (
      <AuthSheet title="Successfuly confirm">
        <p className="auth-lede" role="status">
          You will be redirected in a few seconds.
        </p>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title="Confirm that it is you" seal={isOver ? 'void' : 'started'}>
      <p className="auth-lede">
        You are logging in as <b>{email}</b>. This account has a second factor.
      </p>
      <div className="auth-form">
        <FactorForm
          action="/second-step"
          confirmBy={confirmBy}
          isBusy={isBusy}
          problem={problem}
          askPasskey={() => secondStepClient(browserClient()).askPasskey()}
          onProof={(proof) =>
            void run(async () => {
              setProblem(null);
              settle(await secondStepClient(browserClient()).finish(proof));
            })
          }
        />
      </div>
      <p className="auth-alt">
        Not you, or it took too long?{' '}
        <SiteLink className="link" to="/login">
          Log in again
        </SiteLink>
      </p>
    </AuthSheet>
  );
}

import type { RecoveryStateData } from '@assay/contracts';
import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { FactorForm } from '../../shell/factors/factor-form.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { AuthSheet } from './auth-sheet.tsx';
import { OrderedCheck } from './ordered-check.tsx';
import { RecoveryPart } from './recovery-part.tsx';
import { useOutcome } from './use-outcome.ts';

export interface SecondStepPageProps {
  readonly email: string;
  readonly confirmBy: readonly string[];
  readonly expiresAt: string;
  readonly recovery: RecoveryStateData;
  /** Why a form that was sent without a script was not accepted. */
  readonly problem: string | null;
}

/** The link was good: the login is completed by a second factor. */
export function SecondStepPage({
  email,
  confirmBy,
  expiresAt,
  recovery: loaded,
  problem: answered,
}: SecondStepPageProps) {
  const [recovery, setRecovery] = useState(loaded);
  const [recoveryProblem, setRecoveryProblem] = useState<string | null>(null);
  const recovering = useAction(({ message }) => setRecoveryProblem(message));
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
        <b>{email}</b> has a second factor. Give it to log in.
      </p>
      <div className="auth-form">
        <FactorForm
          action="/second-step"
          confirmBy={confirmBy}
          isBusy={isBusy}
          problem={problem}
          askPasskey={() => call('POST /auth/second-step/passkey')}
          onProof={(proof) =>
            void run(async () => {
              setProblem(null);
              await settle(await call('POST /auth/second-step', { body: proof }));
            })
          }
        />
      </div>
      <RecoveryPart
        email={email}
        state={recovery}
        isBusy={recovering.isBusy}
        onBegin={() => void recovering.run(async () => setRecovery(await call('POST /auth/recovery')))}
        onComplete={() => void recovering.run(async () => settle(await call('POST /auth/recovery/complete')))}
      />
      <p className="auth-alt" role="status">
        {recoveryProblem}
      </p>
      <p className="auth-alt">
        Not you, or it took too long?{' '}
        <SiteLink className="link" to="/login">
          Log in again
        </SiteLink>
      </p>
    </AuthSheet>
  );
}

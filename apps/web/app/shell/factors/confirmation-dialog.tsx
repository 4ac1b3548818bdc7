import { Dialog, FieldError, Spinner } from '@assay/ui';
import { useId, useState } from 'react';
import { useAction } from '../data/use-action.ts';
import { call } from '../session/browser-client.ts';
import { keepPlace } from '../session/return-place.ts';
import { useSession } from '../session/session.tsx';
import { FactorForm } from './factor-form.tsx';

export interface ConfirmationDialogProps {
  /** Ways to confirm, as the API names them. */
  readonly confirmBy: readonly string[];
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Asks for a factor, or where there is none for a new login by a link. */
export default function ConfirmationDialog({ confirmBy, onAnswer }: ConfirmationDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const hasFactor = confirmBy.some((way) => way !== 'link');
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onAnswer(false);
      }}
      title="Confirm that it is you"
      description={
        hasFactor
          ? 'Give your second factor. For 10 minutes you are not asked again.'
          : 'You logged in more than 15 minutes ago. Log in again by a new link, then repeat what you were doing.'
      }
    >
      {hasFactor ? (
        <FactorForm
          confirmBy={confirmBy}
          isBusy={isBusy}
          problem={problem}
          askPasskey={() => call('POST /auth/step-up/passkey')}
          onProof={(proof) =>
            void run(async () => {
              setProblem(null);
              await call('POST /auth/step-up', { body: proof });
              onAnswer(true);
            })
          }
        />
      ) : (
        <LinkButton />
      )}
    </Dialog>
  );
}

function LinkButton() {
  const { user } = useSession();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const problemId = useId();
  if (sentTo !== null) {
    return (
      <p role="status">
        A link was sent to <b>{sentTo}</b>. Open it in this browser: it leads back to this page.
      </p>
    );
  }
  return (
    <div className="factor-form">
      {problem !== null && <FieldError id={problemId}>{problem}</FieldError>}
      <button
        className="btn btn-primary"
        type="button"
        aria-busy={isBusy}
        onClick={() =>
          void run(async () => {
            keepPlace();
            const sent = await call('POST /auth/login', { body: { email: user?.email ?? '', acceptTerms: false } });
            setSentTo(sent.email);
          })
        }
      >
        {isBusy && <Spinner />}
        Send me a link
      </button>
    </div>
  );
}

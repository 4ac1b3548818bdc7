import type { FactorProof, PasskeyQuestion } from '@assay/contracts';
import { FieldError, Spinner } from '@assay/ui';
import { useId, useState } from 'react';
import { useAction } from '../data/use-action.ts';
import { useInBrowser } from '../layout/use-in-browser.ts';
import { answerByPasskey, hasPasskeys } from './passkeys.ts';

export interface PasskeyButtonProps {
  readonly label: string;
  readonly askPasskey: () => Promise<PasskeyQuestion>;
  readonly onAnswer: (proof: Extract<FactorProof, { readonly method: 'passkey' }>) => void;
}

/** Asks for a passkey; not there where the browser has none. */
export function PasskeyButton({ label, askPasskey, onAnswer }: PasskeyButtonProps) {
  const isInBrowser = useInBrowser();
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const problemId = useId();
  if (!isInBrowser || !hasPasskeys()) return null;
  return (
    <div className="factor-form passkey">
      <button
        className="btn btn-line"
        type="button"
        aria-busy={isBusy}
        aria-describedby={problem === null ? undefined : problemId}
        onClick={() =>
          void run(async () => {
            setProblem(null);
            const question = await askPasskey();
            const answer = await answerByPasskey(question);
            onAnswer({ method: 'passkey', challenge_id: question.challenge_id, answer });
          })
        }
      >
        {isBusy && <Spinner />}
        {label}
      </button>
      {problem !== null && <FieldError id={problemId}>{problem}</FieldError>}
    </div>
  );
}

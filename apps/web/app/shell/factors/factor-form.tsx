import type { FactorProof, PasskeyQuestion } from '@assay/contracts';
import { Field, Spinner } from '@assay/ui';
import { type FormEvent, useState } from 'react';
import { PasskeyButton } from './passkey-button.tsx';

type CodeMethod = 'totp' | 'recovery_code';

export interface FactorFormProps {
  /** Ways to confirm, as the API names them. */
  readonly confirmBy: readonly string[];
  readonly isBusy: boolean;
  /** Why the last one was not accepted. */
  readonly problem: string | null;
  readonly onProof: (proof: FactorProof) => void;
  /** Asks the server for the question that a passkey answers. */
  readonly askPasskey: () => Promise<PasskeyQuestion>;
  /** Where the form is sent without a script; by default nowhere. */
  readonly action?: string;
}

const LABELS: Readonly<Record<CodeMethod, string>> = {
  totp: 'Code of your authenticator app',
  recovery_code: 'Recovery code',
};

/** Takes a second factor: a passkey, a code of an authenticator app, or a recovery code. */
export function FactorForm({ confirmBy, isBusy, problem, onProof, askPasskey, action }: FactorFormProps) {
  const hasApp = confirmBy.includes('totp');
  const [method, setMethod] = useState<CodeMethod>(hasApp ? 'totp' : 'recovery_code');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    const isComplete = method === 'totp' ? /^\d{6}$/.test(typed.replaceAll(/\s/g, '')) : typed !== '';
    setMissing(isComplete ? null : method === 'totp' ? 'Type the six digits.' : 'Type one of your recovery codes.');
    if (isComplete) onProof({ method, code: typed });
  }

  function choose(next: CodeMethod) {
    setMethod(next);
    setCode('');
    setMissing(null);
  }

  return (
    <>
      {confirmBy.includes('passkey') && (
        <PasskeyButton label="Use your passkey" askPasskey={askPasskey} onAnswer={(answered) => onProof(answered)} />
      )}
      <form className="factor-form" method="post" action={action} noValidate onSubmit={submit}>
        <input type="hidden" name="method" value={method} />
        <Field
          key={method}
          label={LABELS[method]}
          error={missing ?? problem}
          name="code"
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          autoCapitalize="off"
          spellCheck={false}
          placeholder={method === 'totp' ? '000000' : 'xxxx-xxxx-xxxx'}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Confirm
        </button>
        {hasApp && (
          <button className="link" type="button" onClick={() => choose(method === 'totp' ? 'recovery_code' : 'totp')}>
            {method === 'totp' ? 'Use a recovery code instead' : 'Use your authenticator app instead'}
          </button>
        )}
      </form>
    </>
  );
}

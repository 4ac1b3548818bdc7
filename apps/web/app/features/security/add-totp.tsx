import type { CallAnswer } from '@assay/contracts/client';
import { CopyButton, Dialog, Field, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';

type NewTotp = CallAnswer<'POST /auth/factors/totp'>;

export interface AddTotpProps {
  /** With the recovery codes, if these are the account's first. */
  readonly onEnrolled: (codes: readonly string[] | null) => void;
}

/** Enrols an authenticator app: a code to scan, and its first six digits. */
export function AddTotp({ onEnrolled }: AddTotpProps) {
  const [begun, setBegun] = useState<NewTotp | null>(null);
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const formId = useId();
  const { show } = useAlerts();
  const begin = useAction(({ message }) => show({ type: 'error', message }));
  const enrol = useAction(({ message }) => setProblem(message));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (begun === null) return;
    if (!/^\d{6}$/.test(code.replaceAll(/\s/g, ''))) {
      setProblem('Type the six digits that the app shows.');
      return;
    }
    void enrol.run(async () => {
      setProblem(null);
      const { challenge_id } = begun;
      const body = { challenge_id, code, name: name.trim() === '' ? 'Authenticator app' : name.trim() };
      const { recovery_codes } = await call('POST /auth/factors/totp/enrol', { body });
      setBegun(null);
      show({ type: 'success', message: 'Your authenticator app was added.' });
      onEnrolled(recovery_codes);
    });
  }

  return (
    <>
      <button
        className="btn btn-line"
        type="button"
        aria-busy={begin.isBusy}
        onClick={() =>
          void begin.run(async () => {
            const asked = await call('POST /auth/factors/totp');
            setCode('');
            setName('');
            setProblem(null);
            setBegun(asked);
          })
        }
      >
        {begin.isBusy && <Spinner />}
        Add an authenticator app
      </button>
      <Dialog
        open={begun !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setBegun(null);
        }}
        title="Add an authenticator app"
        description="Scan the code with the app, then type the six digits that it shows."
        action={
          <button className="btn btn-primary" type="submit" form={formId} aria-busy={enrol.isBusy}>
            {enrol.isBusy && <Spinner />}
            Add
          </button>
        }
      >
        {begun !== null && (
          <form id={formId} className="factor-form" noValidate onSubmit={submit}>
            <QrCode {...begun.qr} />
            <div className="totp-secret">
              <span className="label">Or type this key into the app</span>
              <code>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
              <CopyButton text={begun.secret} label="Copy the key" confirmation="The key is copied to clipboard" />
            </div>
            <Field
              label="Code of the app"
              error={problem}
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder="000000"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
            <Field
              label="Name (optional)"
              autoComplete="off"
              placeholder="Authenticator app"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </form>
        )}
      </Dialog>
    </>
  );
}

function QrCode({ size, path }: NewTotp['qr']) {
  return (
    <svg className="totp-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for the authenticator app">
      <path d={path} />
    </svg>
  );
}

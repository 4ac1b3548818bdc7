import { Dialog, Field, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { WhatEnds } from './what-ends.tsx';

const WHAT_IS_DELETED =
  'Your email, sessions and history are deleted now. A saved card is removed at the payment provider; invoices that the law asks us to keep stay. Results stay open to anyone who has the link, without your name. This cannot be undone.';

/** Deletes the account after its email was typed, so that it is not deleted by accident. */
export function DeleteAccount({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const timeZone = useTimeZone();
  // Asked for when the question is: the session shows the balance of the selected workspace.
  const { data, problem, reload } = useData(isOpen ? 'what ends with the account' : null, (signal) =>
    call('GET /account/losses', { signal }),
  );
  const { typed, setTyped, error, isBusy, submit } = useDeletion(email);
  const hasToWait = data !== null && (data.last_owner_of.length > 0 || data.held_to !== null);
  return (
    <>
      <button className="btn btn-line btn-delete" type="button" onClick={() => setOpen(true)}>
        Delete my account
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete your account?"
        // Nothing is deleted, and no button asks for it, while the account has to wait.
        {...(hasToWait ? {} : { description: WHAT_IS_DELETED })}
        action={
          hasToWait ? undefined : (
            <button className="btn btn-danger" type="submit" form={formId} disabled={data === null} aria-busy={isBusy}>
              {isBusy && <Spinner />}
              Delete my account
            </button>
          )
        }
      >
        <WhatEnds losses={data} problem={problem} timeZone={timeZone} onRetry={() => void reload()} />
        {!hasToWait && (
          <form id={formId} noValidate onSubmit={(event: FormEvent) => void submit(event)}>
            <Field
              label={`Type ${email} to confirm`}
              type="email"
              autoComplete="off"
              error={error}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </form>
        )}
      </Dialog>
    </>
  );
}

function useDeletion(email: string) {
  const [typed, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();
  const { isBusy, run } = useAction(({ message }) => setError(message));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim().toLowerCase() !== email.toLowerCase()) {
      setError('That isn’t this account’s email.');
      return;
    }
    await run(async () => {
      await call('POST /account/delete', { body: { email: typed } });
      setUser(null);
      await navigate('/', { replace: true });
      show({ type: 'success', message: 'Your account was deleted.' });
    });
  }

  return {
    typed,
    error,
    isBusy,
    submit,
    setTyped: (text: string) => {
      setText(text);
      setError(null);
    },
  };
}

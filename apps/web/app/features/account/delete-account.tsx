import { ApiError } from '@assay/contracts/client';
import { Dialog, Field, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useSiteNavigate } from '../../shell/site-link.tsx';

/** Asks for the e-mail once more: nobody deletes by a slip of the finger. */
export function DeleteAccount({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const { typed, setTyped, error, isBusy, submit } = useDeletion(email);
  return (
    <>
      <button className="btn btn-line btn-delete" type="button" onClick={() => setOpen(true)}>
        Delete my account
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete your account?"
        description="Your e-mail, sessions and history are deleted now, and checks that are left are gone. Results stay open to whoever has their link, without your name. This cannot be undone."
        action={
          <button className="btn btn-danger" type="submit" form={formId} aria-busy={isBusy}>
            {isBusy && <Spinner />}
            Delete my account
          </button>
        }
      >
        <form id={formId} noValidate onSubmit={(event: FormEvent) => void submit(event)}>
          <Field
            label={`Type ${email} to go on`}
            type="email"
            autoComplete="off"
            error={error}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      </Dialog>
    </>
  );
}

function useDeletion(email: string) {
  const [typed, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (typed.trim().toLowerCase() !== email.toLowerCase()) {
      setError('This is not the e-mail of your account.');
      return;
    }
    setBusy(true);
    try {
      await browserClient().deleteAccount(typed);
      setUser(null);
      await navigate('/', { replace: true });
      show({ type: 'success', message: 'Your account was deleted.' });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.message);
    } finally {
      setBusy(false);
    }
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

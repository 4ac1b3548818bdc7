import { ApiError } from '@assay/contracts/client';
import { Spinner } from '@assay/ui';
import { useRef, useState } from 'react';
import { useSiteNavigate } from '../../shell/site-link.tsx';
import { AuthSheet } from './auth-sheet.tsx';
import { sendLink } from './use-send-link.ts';

/** The drawing is voided; another link goes to the address this one was probably for. */
export function ExpiredLink({ link, email }: { readonly link: string; readonly email: string | null }) {
  const navigate = useSiteNavigate();
  const underWay = useRef(false);
  const [isBusy, setBusy] = useState(false);

  async function renew() {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      await navigate((await isSent(email)) ? '/success-auth' : '/register');
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }

  return (
    <AuthSheet title="The magic button is expired" seal="void">
      <p className="auth-lede">
        We will send another email with a magic button
        {email !== null && (
          <>
            {' to '}
            <b>{email}</b>
          </>
        )}
      </p>
      <form
        className="auth-form"
        method="post"
        action={`/confirm-link?${new URLSearchParams({ link })}`}
        onSubmit={(event) => {
          event.preventDefault();
          void renew();
        }}
      >
        <input type="hidden" name="email" value={email ?? ''} />
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Send a new magic button
        </button>
      </form>
    </AuthSheet>
  );
}

async function isSent(email: string | null): Promise<boolean> {
  if (email === null) return false;
  try {
    await sendLink({ email, type: 'login' }, false);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

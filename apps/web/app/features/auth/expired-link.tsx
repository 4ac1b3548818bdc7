import { Spinner } from '@assay/ui';
import { useAction } from '../../shell/data/use-action.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { AuthSheet } from './auth-sheet.tsx';
import { sendLink } from './use-send-link.ts';

/** The page of an expired link, which sends another one to the probable email address. */
export function ExpiredLink({ link, email }: { readonly link: string; readonly email: string | null }) {
  const navigate = useSiteNavigate();
  const { isBusy, run } = useAction(() => void navigate('/register'));

  async function renew() {
    if (email === null) return await navigate('/register');
    await run(async () => {
      await sendLink({ email, type: 'login' }, false);
      await navigate('/success-auth');
    });
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

import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useReturn } from './use-return.ts';

/** Signs in to the demo account, on the computer that runs the service. */
export function DemoButton() {
  const { setUser, reload } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();
  const goBack = useReturn();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));

  const enter = () =>
    run(async () => {
      const { user } = await call('POST /auth/demo');
      setUser(user);
      await navigate((await goBack(user)) ?? '/', { replace: true });
      await reload();
    });

  return (
    <form
      className="auth-demo"
      method="post"
      action="/login"
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <button className="btn btn-line" type="submit" name="as" value="demo" aria-busy={isBusy}>
        Use the demo account
      </button>
      <p className="hint">Includes ten checks. Available on this computer only.</p>
    </form>
  );
}

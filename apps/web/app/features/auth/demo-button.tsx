import { ApiError } from '@assay/contracts/client';
import { useRef, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useSiteNavigate } from '../../shell/site-link.tsx';

/** Signs in to the demo account, on the machine the service runs on. */
export function DemoButton() {
  const { setUser, reload } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();
  const underWay = useRef(false);
  const [isBusy, setBusy] = useState(false);

  async function enter() {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      const { user } = await browserClient().demo();
      setUser(user);
      await navigate('/', { replace: true });
      await reload();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show({ type: 'error', message: error.message });
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }

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
      <p className="hint">It has ten checks, and is there only on this machine.</p>
    </form>
  );
}

import { ApiError, telegramClient } from '@assay/contracts/client';
import { useCallback, useEffect, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';

type Calls = ReturnType<typeof telegramClient>;
export type TelegramState = Awaited<ReturnType<Calls['state']>>;
export type JoinLink = Awaited<ReturnType<Calls['makeLink']>>;

/** While a link waits to be opened, the page looks this often whether it was. */
const LOOK_EVERY_MS = 4_000;

/** The person's Telegram account: joined, joining, or not. */
export function useTelegram() {
  const [state, setState] = useState<TelegramState | null>(null);
  const [link, setLink] = useState<JoinLink | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { show } = useAlerts();

  const load = useCallback(async () => {
    setFailed(false);
    try {
      setState(await calls().state());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(true);
    }
  }, []);

  useEffect(() => {
    void load();
  }, [load]);

  useEffect(() => {
    if (link === null) return;
    const look = async () => {
      if (Date.parse(link.expires_at) <= Date.now()) {
        setLink(null);
        show({ type: 'info', message: 'The link has expired. Nothing was connected.' });
        return;
      }
      if (document.hidden) return;
      try {
        const next = await calls().state();
        setState(next);
        if (next.joined === null) return;
        setLink(null);
        show({ type: 'success', message: 'Telegram is connected.' });
      } catch (error) {
        // The next look may go better; the link works without this page.
        if (!(error instanceof ApiError)) throw error;
      }
    };
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [link, show]);

  /** What fails is told; what is shown stays. */
  async function change(work: () => Promise<void>) {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show({ type: 'error', message: error.message });
    } finally {
      setBusy(false);
    }
  }

  return {
    state,
    link,
    hasFailed,
    isBusy,
    load,
    makeLink: () => change(async () => setLink(await calls().makeLink())),
    part: () =>
      change(async () => {
        setState(await calls().part());
        show({ type: 'success', message: 'Telegram was disconnected.' });
      }),
  };
}

function calls() {
  return telegramClient(browserClient());
}

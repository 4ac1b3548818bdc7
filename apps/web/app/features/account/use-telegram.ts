import type { CallAnswer } from '@assay/contracts/client';
import { useEffect, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';

export type TelegramState = CallAnswer<'GET /telegram'>;
export type JoinLink = CallAnswer<'POST /telegram/link'>;

/** How often the state is requested while a link is shown, in milliseconds. */
const POLL_MS = 4_000;

/** The Telegram account of the user: connected, connecting, or not. */
export function useTelegram() {
  const [link, setLink] = useState<JoinLink | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  // While a link is shown it may be opened at any moment.
  const polling = link === null ? {} : { delayMs: POLL_MS, againMs: () => POLL_MS, isPausedHidden: true };
  const key = link === null ? 'telegram' : 'telegram, polled';
  const { data, problem, reload, setData } = useData(key, (signal) => call('GET /telegram', { signal }), polling);

  useEffect(() => {
    if (link === null) return;
    const timer = setTimeout(
      () => {
        setLink(null);
        show({ type: 'info', message: 'The link has expired. Nothing was connected.' });
      },
      Math.max(0, Date.parse(link.expires_at) - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [link, show]);

  const isJoined = data !== null && data.joined !== null;
  useEffect(() => {
    if (link === null || !isJoined) return;
    setLink(null);
    show({ type: 'success', message: 'Telegram is connected.' });
  }, [link, isJoined, show]);

  return {
    state: data,
    link,
    hasFailed: problem !== null && link === null,
    isBusy,
    load: reload,
    makeLink: () => run(async () => setLink(await call('POST /telegram/link'))),
    chooseWorkspace: (id: string) =>
      run(async () => {
        setData(await call('PUT /telegram/workspace', { body: { workspace_id: id } }));
        show({ type: 'success', message: 'The workspace of the chat was changed.' });
      }),
    disconnect: () =>
      run(async () => {
        setData(await call('DELETE /telegram/link'));
        show({ type: 'success', message: 'Telegram was disconnected.' });
      }),
  };
}

import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import type { Receipt } from './money.ts';

/** All payments of the user, newest first; requested again when the number of checks changes, as after a payment. */
export function useReceipts(): readonly Receipt[] {
  const { user } = useSession();
  return (
    useData(`receipts at ${user?.checks}`, (signal) => call('GET /payment/receipts', { signal, expects: 'array' }))
      .data ?? []
  );
}

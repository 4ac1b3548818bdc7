import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import type { Order } from './money.ts';

const AGAIN_MS = 60_000;

/** Payments of the user that were begun and not completed; requested again while there are any. */
export function useWaitingOrders(): readonly Order[] {
  const { user } = useSession();
  const { data } = useData(
    `orders at ${user?.checks}`,
    (signal) => call('GET /payment/orders', { signal, expects: 'array' }),
    {
      againMs: (answer) => (answer !== null && answer.length > 0 ? AGAIN_MS : null),
      isPausedHidden: true,
    },
  );
  return data ?? [];
}

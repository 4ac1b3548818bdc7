import { useData } from '../../shell/data/use-data.ts';
import { useSession } from '../../shell/session/session.tsx';
import { money, type Order } from './money.ts';

const AGAIN_MS = 60_000;

/** Payments of the user that were begun and not completed; requested again while there are any. */
export function useWaitingOrders(): readonly Order[] {
  const { user } = useSession();
  const { data } = useData(`orders at ${user?.checks}`, (signal) => money().waitingOrders({ signal }), {
    againMs: (answer) => (answer !== null && answer.length > 0 ? AGAIN_MS : null),
    isPausedHidden: true,
  });
  return data ?? [];
}

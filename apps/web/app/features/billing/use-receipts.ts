import { useData } from '../../shell/data/use-data.ts';
import { useSession } from '../../shell/session/session.tsx';
import { money, type Receipt } from './money.ts';

/** All payments of the user, newest first; requested again when the number of checks changes, as after a payment. */
export function useReceipts(): readonly Receipt[] {
  const { user } = useSession();
  return useData(`receipts at ${user?.checks}`, (signal) => money().receipts({ signal })).data ?? [];
}

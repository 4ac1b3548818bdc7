import { HistoryRow } from './history-row.tsx';
import { useCheckAgain } from './use-check-again.ts';
import type { HistoryItem } from './use-history.ts';

export interface HistoryTableProps {
  readonly items: readonly HistoryItem[];
  /** Whether other rows are on their way. */
  readonly isLoading: boolean;
  readonly timeZone: string;
}

export function HistoryTable({ items, isLoading, timeZone }: HistoryTableProps) {
  const { checkAgain, busyId } = useCheckAgain();
  const now = new Date();
  return (
    <table className="table hist" aria-busy={isLoading}>
      <caption className="sr">Checks, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Asset</th>
          <th scope="col">Wallet address</th>
          <th scope="col">Risk score</th>
          <th scope="col">Date</th>
          <th scope="col">
            <span className="sr">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <HistoryRow
            key={item.sub_id}
            item={item}
            timeZone={timeZone}
            now={now}
            isBusy={busyId === item.sub_id}
            onCheckAgain={() => void checkAgain(item)}
          />
        ))}
      </tbody>
    </table>
  );
}

import type { EdgeTransfers, GraphEdge } from '@assay/contracts';
import { useState } from 'react';
import { useAction } from '../../../shell/data/use-action.ts';
import { call } from '../../../shell/session/browser-client.ts';
import { Transactions } from '../list/edge-table.tsx';

interface EdgeTransactionsProps {
  readonly subId: string;
  readonly edge: GraphEdge;
}

/** The transactions of an edge of an expansion: read when they are asked for, since there may be very many. */
export function EdgeTransactions({ subId, edge }: EdgeTransactionsProps) {
  const [found, setFound] = useState<EdgeTransfers | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setFailure(message));
  if (found !== null) return <Transactions edge={{ ...edge, transactions: found.transactions }} />;
  return (
    <>
      <button
        className="btn btn-line btn-sm"
        type="button"
        disabled={isBusy}
        onClick={() =>
          void run(async () => {
            const { from, to, asset } = edge;
            const { ticker, parent } = asset;
            const query = { from, to, ticker, ...(parent === null ? {} : { parent }) };
            setFound(await call('GET /monitor/check/:sub_id/explorer/transfers', { sub_id: subId, query }));
          })
        }
      >
        Show transactions
      </button>
      {failure !== null && <p role="alert">{failure}</p>}
    </>
  );
}

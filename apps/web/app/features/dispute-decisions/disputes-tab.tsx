import { Pager, Segmented, Spinner } from '@assay/ui';
import { useState } from 'react';
import { DisputeCard } from './dispute-card.tsx';
import { type DisputeListState, useDisputes } from './use-disputes.ts';

/** Disputes, for administrators: read and decided. */
export default function DisputesTab({ title }: { readonly title: string }) {
  const [state, setState] = useState<DisputeListState>('open');
  const [page, setPage] = useState(1);
  const { data, problem, reload, decide } = useDisputes(state, page);
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
        <Segmented
          label="Which disputes"
          value={state}
          choices={[
            { value: 'open', label: 'Waiting' },
            { value: 'decided', label: 'Decided' },
          ]}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
      </div>
      {problem !== null && (
        <p role="alert">
          {problem}{' '}
          <button className="link" type="button" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      )}
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading the disputes
        </p>
      )}
      {data !== null && data.disputes.length === 0 && (
        <p className="quiet">{state === 'open' ? 'No dispute waits.' : 'No dispute was decided yet.'}</p>
      )}
      {data !== null && data.disputes.length > 0 && (
        <ul className="decisions">
          {data.disputes.map((dispute) => (
            <DisputeCard key={dispute.id} dispute={dispute} onDecide={decide} />
          ))}
        </ul>
      )}
      {data !== null && data.meta.totalPages > 1 && (
        <Pager
          label="Pages of disputes"
          current={Math.min(data.meta.page, data.meta.totalPages)}
          total={data.meta.totalPages}
          onPage={setPage}
        />
      )}
    </>
  );
}

import { Pager, Segmented, Spinner } from '@assay/ui';
import { useState } from 'react';
import { DisputeCard } from './dispute-card.tsx';
import { type DisputeList, useDisputes } from './use-disputes.ts';

const ALL_WAITING: DisputeList = { state: 'open', page: 1, alike: null };

/** Disputes, for administrators: read and decided. */
export default function DisputesTab({ title }: { readonly title: string }) {
  const [list, setList] = useState(ALL_WAITING);
  const { data, problem, reload, decide } = useDisputes(list);
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
        <Segmented
          label="Which disputes"
          value={list.state}
          choices={[
            { value: 'open', label: 'Waiting' },
            { value: 'decided', label: 'Decided' },
          ]}
          onChange={(state) => setList({ ...ALL_WAITING, state })}
        />
      </div>
      {list.alike !== null && (
        <p className="decisions-alike">
          About the same as dispute {list.alike}.{' '}
          <button className="link" type="button" onClick={() => setList(ALL_WAITING)}>
            Show all that wait
          </button>
        </p>
      )}
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
        <p className="quiet">{list.state === 'open' ? 'No dispute waits.' : 'No dispute was decided yet.'}</p>
      )}
      {data !== null && data.disputes.length > 0 && (
        <ul className="decisions">
          {data.disputes.map((dispute) => (
            <DisputeCard
              key={dispute.id}
              dispute={dispute}
              onDecide={decide}
              onAlike={list.alike === null ? () => setList({ ...ALL_WAITING, alike: dispute.id }) : null}
            />
          ))}
        </ul>
      )}
      {data !== null && data.meta.totalPages > 1 && (
        <Pager
          label="Pages of disputes"
          current={Math.min(data.meta.page, data.meta.totalPages)}
          total={data.meta.totalPages}
          onPage={(page) => setList({ ...list, page })}
        />
      )}
    </>
  );
}

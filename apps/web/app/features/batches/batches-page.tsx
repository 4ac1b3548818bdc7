import { mayIn } from '@assay/domain';
import { Spinner } from '@assay/ui';
import { useEffect, useRef } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { type SessionUser, useSession } from '../../shell/session/session.tsx';
import { BatchList, type BatchListProps } from './batch-list.tsx';
import { NewBatch } from './new-batch.tsx';
import type { Batch } from './use-batches.ts';

export interface BatchesPageProps {
  readonly title: string;
  readonly user: SessionUser;
}

const LOOK_MS = 2_000;

/** The batches of the selected workspace: drop a file, watch it, download its results. */
export function BatchesPage({ title, user }: BatchesPageProps) {
  const { role, kind } = user.workspace;
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      {mayIn(role, 'read') ? (
        <Batches isCompany={kind === 'company'} mayCheck={mayIn(role, 'check')} mayExport={mayIn(role, 'export')} />
      ) : (
        <p>Your role in the workspace reads no results.</p>
      )}
    </>
  );
}

async function readBatches(signal: AbortSignal): Promise<readonly Batch[]> {
  return (await call('GET /batches', { signal })).batches;
}

type BatchesProps = Pick<BatchListProps, 'isCompany' | 'mayCheck' | 'mayExport'>;

function Batches({ isCompany, mayCheck, mayExport }: BatchesProps) {
  const { data, problem, reload } = useData('batches', readBatches, {
    againMs: (batches) => (batches === null || batches.some(isUnfinished) ? LOOK_MS : null),
    isPausedHidden: true,
  });
  const { reload: reloadSession } = useSession();
  const spent = data?.reduce((sum, { checks_charged }) => sum + checks_charged, 0) ?? null;
  const known = useRef(spent);
  // The header shows the balance.
  useEffect(() => {
    if (known.current !== null && spent !== known.current) void reloadSession();
    known.current = spent;
  }, [spent, reloadSession]);
  return (
    <>
      {mayCheck && (
        <section className="acc-sec" aria-labelledby="new-batch">
          <h2 id="new-batch">Check a list</h2>
          <p>
            Up to 100,000 addresses. Columns <code>address</code>, <code>asset</code>, <code>network</code> and{' '}
            <code>reference</code> are read, others are carried through to the results. Equal rows cost one check, and
            what cannot be rated costs none. <SiteLink to="/developers/batches">How batches work</SiteLink>
          </p>
          <NewBatch onMade={() => void reload()} />
        </section>
      )}
      <section className="acc-sec" aria-labelledby="batches">
        <h2 id="batches">Batches of the workspace</h2>
        {problem !== null && (
          <p>
            The batches could not be loaded.{' '}
            <button className="link" type="button" onClick={() => void reload()}>
              Try again
            </button>
          </p>
        )}
        {data === null && problem === null && (
          <p className="waiting">
            <Spinner /> Loading the batches
          </p>
        )}
        {data?.length === 0 && <p>There is no batch yet.</p>}
        {data !== null && data.length > 0 && (
          <BatchList
            batches={data}
            isCompany={isCompany}
            mayCheck={mayCheck}
            mayExport={mayExport}
            onChanged={() => void reload()}
          />
        )}
      </section>
    </>
  );
}

function isUnfinished({ ended_at }: Batch): boolean {
  return ended_at === null;
}

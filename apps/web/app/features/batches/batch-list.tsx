import { Dialog, Spinner } from '@assay/ui';
import { countOf, formatCount, formatMoment } from '@assay/wording';
import { useState } from 'react';
import { saveFile } from '../../shell/data/save-file.ts';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { browserClient, call } from '../../shell/session/browser-client.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import type { Batch } from './use-batches.ts';

const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'jsonl', label: 'JSON Lines' },
  { format: 'parquet', label: 'Parquet' },
] as const;

const STATUS: Readonly<Record<Batch['status'], string>> = {
  open: 'Parts are being uploaded by a program',
  running: 'Checking',
  paused: 'Paused',
  completed: 'Completed',
  canceled: 'Cancelled',
};

const PAUSED: Readonly<Record<NonNullable<Batch['pause_reason']>, string>> = {
  insufficient_checks: 'No checks are left. It goes on when the workspace has some.',
  key_limit_reached: 'The API key has spent its checks of this month. It goes on next month (UTC).',
  uncharged_limit:
    'The answers without a charge of today are used up. It goes on tomorrow (UTC), or when checks are bought.',
};

export interface BatchListProps {
  readonly batches: readonly Batch[];
  /** Members of a company see who made each. */
  readonly isCompany: boolean;
  /** Whether the member may run checks, and download results. */
  readonly mayCheck: boolean;
  readonly mayExport: boolean;
  readonly onChanged: () => void;
}

/** The batches of the workspace, each with its progress and what can be done with it. */
export function BatchList({ batches, isCompany, mayCheck, mayExport, onChanged }: BatchListProps) {
  const [canceled, setCanceled] = useState<Batch | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));

  function change(work: () => Promise<unknown>) {
    void run(async () => {
      await work();
      setCanceled(null);
      onChanged();
    });
  }

  return (
    <>
      <ul className="batch-list">
        {batches.map((batch) => (
          <BatchRow
            key={batch.id}
            batch={batch}
            isCompany={isCompany}
            mayCheck={mayCheck}
            mayExport={mayExport}
            isBusy={isBusy}
            onCancel={() => setCanceled(batch)}
            onResume={() => change(() => call('POST /batches/:id/resume', { id: batch.id }))}
            onDownload={(format) =>
              void run(async () => {
                const wanted = { id: batch.id, query: { format } };
                const file = await browserClient().download('GET /batches/:id/results', wanted);
                saveFile(new Blob([file.bytes], { type: file.type }), file.name ?? `${batch.id}.${format}`);
              })
            }
          />
        ))}
      </ul>
      <Dialog
        open={canceled !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setCanceled(null);
        }}
        title="Cancel this batch?"
        description="No other address is checked. Checks that run end and cost nothing. What was rated stays, with its results."
        action={
          <button
            className="btn btn-danger"
            type="button"
            aria-busy={isBusy}
            onClick={() => canceled !== null && change(() => call('POST /batches/:id/cancel', { id: canceled.id }))}
          >
            {isBusy && <Spinner />}
            Cancel the batch
          </button>
        }
      />
    </>
  );
}

interface BatchRowProps extends Pick<BatchListProps, 'isCompany' | 'mayCheck' | 'mayExport'> {
  readonly batch: Batch;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onResume: () => void;
  readonly onDownload: (format: (typeof FORMATS)[number]['format']) => void;
}

function BatchRow({ batch, isCompany, mayCheck, mayExport, isBusy, onCancel, onResume, onDownload }: BatchRowProps) {
  const timeZone = useTimeZone();
  const { rows, status, pause_reason: reason } = batch;
  const name = batch.name ?? 'Batch of a program';
  const isOver = batch.ended_at !== null;
  return (
    <li>
      <h3>{name}</h3>
      <p className="hint">
        {countOf(rows.total, 'row')},{' '}
        <time dateTime={batch.created_at}>{formatMoment(batch.created_at, timeZone)}</time>
        {isCompany && batch.member !== null && <>, made by {batch.member}</>}
        {batch.checks_charged > 0 && <>, {countOf(batch.checks_charged, 'check')} spent</>}
      </p>
      <p className="batch-state">
        <b>{STATUS[status]}</b> {reason !== null && PAUSED[reason]}
      </p>
      {!isOver && status !== 'open' && (
        <progress className="batch-bar" aria-label={`Progress of ${name}`} max={1} value={batch.progress} />
      )}
      <dl className="batch-rows">
        <Count label="Rated" value={rows.rated} />
        <Count label="Not rated" value={rows.not_rated} />
        <Count label="Could not be read" value={rows.invalid} />
        <Count label="Failed" value={rows.failed} />
        <Count label="Cancelled" value={rows.canceled} />
        <Count label="Waiting" value={rows.waiting} />
      </dl>
      <div className="batch-acts">
        {mayExport && status !== 'open' && <span className="hint">Results as</span>}
        {mayExport &&
          status !== 'open' &&
          FORMATS.map(({ format, label }) => (
            <button
              key={format}
              className="btn btn-line btn-sm"
              type="button"
              disabled={isBusy}
              onClick={() => onDownload(format)}
            >
              <span className="sr">Results of {name} as </span>
              {label}
            </button>
          ))}
        {mayCheck && status === 'paused' && (
          <button className="btn btn-line btn-sm" type="button" disabled={isBusy} onClick={onResume}>
            Go on<span className="sr"> with {name}</span>
          </button>
        )}
        {mayCheck && !isOver && (
          <button className="btn btn-line btn-sm" type="button" disabled={isBusy} onClick={onCancel}>
            Cancel<span className="sr"> {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

/** Outcomes without rows are left out. */
function Count({ label, value }: { readonly label: string; readonly value: number }) {
  if (value === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

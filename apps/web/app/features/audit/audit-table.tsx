import type { AuditLogEntry } from '@assay/contracts';
import { formatMoment } from '@assay/wording';
import { DataTable } from '../../shell/layout/data-table.tsx';

export interface AuditTableProps {
  readonly entries: readonly AuditLogEntry[];
  readonly timeZone: string;
}

export function AuditTable({ entries, timeZone }: AuditTableProps) {
  return (
    <DataTable
      label="Entries of the audit log"
      rows={entries}
      keyOf={({ number }) => String(number)}
      columns={[
        {
          head: 'When',
          cell: ({ at, number }) => (
            <>
              <time className="audit-when" dateTime={at}>
                {formatMoment(at, timeZone)}
              </time>
              <small className="num">No. {number}</small>
            </>
          ),
        },
        {
          head: 'What',
          cell: ({ title, text }) => (
            <span className="audit-what">
              {title}
              {text !== null && <small>{text}</small>}
            </span>
          ),
        },
        { head: 'Who', cell: ({ actor }) => <Actor actor={actor} /> },
        {
          head: 'From where',
          cell: ({ ip, device }) =>
            ip === null && device === null ? (
              '–'
            ) : (
              <>
                {device ?? '–'}
                <small className="mono">{ip}</small>
              </>
            ),
        },
        {
          head: 'On what',
          cell: ({ target }) =>
            target === null ? (
              '–'
            ) : (
              <>
                {target.kind.replaceAll('_', ' ')}
                <small className="mono audit-id">{target.id ?? 'erased'}</small>
              </>
            ),
        },
      ]}
    />
  );
}

function Actor({ actor: { kind, email, id, name } }: { readonly actor: AuditLogEntry['actor'] }) {
  if (kind === 'operator') return 'Operator, at the command line';
  if (kind === 'system') return 'The service itself';
  if (kind === 'key') {
    return (
      <>
        <span className="audit-what">API key {name}</span>
        <small className="mono audit-id">{id}</small>
      </>
    );
  }
  return (
    <>
      <span className="audit-what">{email ?? 'Erased account'}</span>
      {email === null && <small className="mono audit-id">{id}</small>}
    </>
  );
}

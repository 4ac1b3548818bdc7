import type { ServiceRow } from '@assay/contracts';
import { formatDay, MONTHS } from '@assay/wording';
import { DataTable } from '../../shell/layout/data-table.tsx';

const RULES = {
  licence: 'A licence or register entry',
  own_rule: 'A rule of its own',
} as const satisfies Record<ServiceRow['rule'], string>;

const KINDS = {
  register: 'Register',
  authority: 'Authority',
  own_statement: 'The service itself',
  press: 'Press',
} as const satisfies Record<ServiceRow['evidence'][number]['kind'], string>;

/** From when to when the row holds, without which days, and by what. */
export function ServiceFacts({ service }: { readonly service: ServiceRow }) {
  const { rule, since, until, because, endedBecause, excluded, origin } = service;
  return (
    <dl className="entity-facts">
      <div>
        <dt>Since</dt>
        <dd>
          {formatDay(since)}
          <small>{because}</small>
        </dd>
      </div>
      {until !== null && (
        <div>
          <dt>Until</dt>
          <dd>
            {formatDay(until)}
            {endedBecause !== null && <small>{endedBecause}</small>}
          </dd>
        </div>
      )}
      {excluded.length > 0 && (
        <div>
          <dt>Days left out</dt>
          {excluded.map((span) => (
            <dd key={span.from}>
              {formatSpan(span)}
              <small>
                {span.what} (<EvidenceLink {...span} name="source" />)
              </small>
            </dd>
          ))}
        </div>
      )}
      <div>
        <dt>Entered by</dt>
        <dd>
          {RULES[rule]}
          {origin === 'operator' && <small>This row was entered by the operator of this installation.</small>}
        </dd>
      </div>
    </dl>
  );
}

/** Each piece of evidence with what it says, its date and its link. */
export function EvidenceTable({ service: { title, evidence } }: { readonly service: ServiceRow }) {
  return (
    <DataTable
      label={`Evidence on ${title}`}
      rows={evidence}
      keyOf={({ url, what }) => `${url} ${what}`}
      isStacked
      columns={[
        { head: 'What it says', cell: ({ what }) => what },
        { head: 'Where', cell: (piece) => <EvidenceLink {...piece} /> },
        { head: 'Who says so', cell: ({ kind }) => KINDS[kind] },
        { head: 'Dated', cell: ({ date }) => <span className="evidence-date">{formatDate(date)}</span> },
      ]}
    />
  );
}

function EvidenceLink({ url, name }: { readonly url: string; readonly name: string }) {
  return (
    <a href={url} rel="noopener noreferrer nofollow">
      {name}
    </a>
  );
}

function formatSpan({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}

/** A day, or a month where no day is known. */
function formatDate(date: string | null): string {
  if (date === null) return 'undated';
  const [year, month, day] = date.split('-');
  return day === undefined ? `${MONTHS[Number(month) - 1]} ${year}` : formatDay(date);
}

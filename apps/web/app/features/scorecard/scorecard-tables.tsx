import { formatCount, formatShare } from '@assay/wording';
import { type Column, DataTable } from '../../shell/layout/data-table.tsx';
import type { ByVersion } from './published-scorecard.ts';
import type {
  ScorecardView,
  ShownAttack,
  ShownCalibration,
  ShownChange,
  ShownLine,
  ShownMonth,
  ShownRate,
  ShownSummary,
} from './view-types.ts';

const VERSIONS = ['1', '2', '3'] as const;

/** A share over its interval; with the number of cases where the row does not have it. */
function Rate({ share, cases, interval, hasCases = false }: ShownRate & { readonly hasCases?: boolean }) {
  return (
    <>
      {share}
      {hasCases && <span className="scorecard-basis">{cases}</span>}
      <span className="scorecard-basis">{interval}</span>
    </>
  );
}

/** A column for each version of the method. */
function ratesBy<Row>(
  head: string,
  ratesOf: (row: Row) => ByVersion<ShownRate>,
  hasCases = false,
): readonly Column<Row>[] {
  return VERSIONS.map((version) => ({
    head: `${head}, version ${version}`,
    isNumber: true,
    cell: (row) => <Rate {...ratesOf(row)[version]} hasCases={hasCases} />,
  }));
}

export function SummaryTable({ label, rows }: { readonly label: string; readonly rows: readonly ShownSummary[] }) {
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { head: 'Measure', cell: ({ name }) => name },
        ...VERSIONS.map((version) => ({
          head: `Version ${version}`,
          isNumber: true,
          cell: ({ values }: ShownSummary) => <Rate {...values[version]} hasCases />,
        })),
      ]}
    />
  );
}

/** Known addresses of one kind, line by line. */
export function LinesTable({
  label,
  truth,
  lines,
}: {
  readonly label: string;
  readonly truth: 'bad' | 'good';
  readonly lines: readonly ShownLine[];
}) {
  const rates: readonly Column<ShownLine>[] =
    truth === 'bad'
      ? [
          ...ratesBy<ShownLine>('Recall', ({ warned }) => warned),
          ...ratesBy<ShownLine>('Label left out', (line) => line.leftOut),
        ]
      : [
          ...ratesBy<ShownLine>('False alarms', ({ warned }) => warned),
          ...ratesBy<ShownLine>('No stars', (line) => line.unrated),
        ];
  return (
    <DataTable
      label={label}
      rows={lines}
      keyOf={({ name }) => name}
      columns={[
        {
          head: truth === 'bad' ? 'Known bad' : 'Known good',
          cell: ({ name, isCode }) => (isCode ? <span className="mono">{name}</span> : name),
        },
        { head: 'Addresses', isNumber: true, cell: ({ addresses }) => formatCount(addresses) },
        { head: 'With records', isNumber: true, cell: ({ withRecords }) => formatCount(withRecords) },
        ...rates,
      ]}
    />
  );
}

export function CalibrationTable({ rows }: { readonly rows: readonly ShownCalibration[] }) {
  return (
    <DataTable
      label="Known bad by stars"
      rows={rows}
      keyOf={({ stars }) => stars}
      columns={[
        { head: 'Stars', cell: ({ stars }) => stars },
        ...ratesBy<ShownCalibration>('Own label', ({ own }) => own, true),
        ...ratesBy<ShownCalibration>('Left out', ({ leftOut }) => leftOut, true),
      ]}
    />
  );
}

export function MonthsTable({ months }: Pick<ScorecardView['forward'], 'months'>) {
  const starsBy = (head: string, starsOf: (row: ShownMonth) => ByVersion<string>): readonly Column<ShownMonth>[] =>
    VERSIONS.map((version) => ({ head: `${head}, version ${version}`, cell: (row) => starsOf(row)[version] }));
  return (
    <DataTable
      label="Months before a listing"
      rows={months}
      keyOf={({ month }) => month}
      columns={[
        { head: 'Begin of', cell: ({ month }) => month },
        { head: 'Listed after', isNumber: true, cell: ({ listed }) => formatCount(listed) },
        { head: 'With records', cell: ({ bad }) => bad },
        ...starsBy('Their stars', ({ badStars }) => badStars),
        { head: 'Services', cell: ({ good }) => good },
        ...starsBy('Services’ stars', ({ goodStars }) => goodStars),
      ]}
    />
  );
}

export function AttacksTable({ label, attacks }: { readonly label: string; readonly attacks: readonly ShownAttack[] }) {
  return (
    <DataTable
      isStacked
      label={label}
      rows={attacks}
      keyOf={({ title }) => title}
      columns={[
        {
          head: 'Attack',
          cell: ({ title, says }) => (
            <>
              {title}
              <span className="scorecard-note">{says}</span>
            </>
          ),
        },
        ...VERSIONS.map((version) => ({
          head: `Version ${version}`,
          cell: ({ outcomes }: ShownAttack) => (
            <>
              <strong>{outcomes[version].stars}</strong>
              <span className="scorecard-note">{outcomes[version].cost}</span>
            </>
          ),
        })),
      ]}
    />
  );
}

const RULES: Readonly<Record<string, string>> = {
  haircut: 'Haircut, the method’s rule',
  poison: 'Poison',
  fifo: 'First in, first out',
};

export function TaintTable({ comparison }: Pick<ScorecardView['agreement'], 'comparison'>) {
  return (
    <DataTable
      label="Rules of taint"
      rows={comparison}
      keyOf={({ histories, rule }) => `${histories} ${rule}`}
      columns={[
        { head: 'Rule', cell: ({ rule }) => RULES[rule] ?? rule },
        { head: 'Histories', cell: ({ histories }) => (histories === 'random' ? 'random' : 'Tether sample') },
        { head: 'Accounts', isNumber: true, cell: ({ accounts }) => formatCount(accounts) },
        ...['any', 'over 1%', 'over 10%', 'over 50%'].map((head, at) => ({
          head: `Illicit: ${head}`,
          isNumber: true,
          cell: ({ above }: { readonly above: readonly number[] }) => formatCount(above[at] ?? 0),
        })),
        { head: 'Mean', isNumber: true, cell: ({ mean }) => formatShare(mean) },
      ]}
    />
  );
}

export function ChangesTable({ changes }: { readonly changes: readonly ShownChange[] }) {
  return (
    <DataTable
      label="Changes of stars between the versions"
      rows={changes}
      keyOf={({ asset, rule, stars }) => `${asset} ${rule} ${stars}`}
      columns={[
        { head: 'Rule of version 2', cell: ({ rule }) => rule },
        { head: 'Asset', cell: ({ asset }) => asset },
        { head: 'Stars', isNumber: true, cell: ({ stars }) => stars },
        { head: 'Addresses', isNumber: true, cell: ({ addresses }) => formatCount(addresses) },
      ]}
    />
  );
}

export function OutsideTable({ outside }: Pick<ScorecardView, 'outside'>) {
  return (
    <DataTable
      label="Written cases outside their range"
      rows={outside}
      keyOf={({ version, label, name }) => `${version} ${label} ${name}`}
      columns={[
        {
          head: 'Case',
          cell: ({ name, why }) => (
            <>
              {name}
              <span className="scorecard-note">{why}</span>
            </>
          ),
        },
        { head: 'Version', isNumber: true, cell: ({ version }) => version },
        { head: 'Own label', cell: ({ label }) => label },
        { head: 'Written', isNumber: true, cell: ({ range }) => range },
        { head: 'Stars', isNumber: true, cell: ({ stars }) => stars },
      ]}
    />
  );
}

import { tableText } from '@assay/command';
import type { LabelCounts, LabelSetRow, LabelUpdateState } from '../modules/labels/index.ts';
import type { ClusterCounts, RuleCount } from '../modules/records/index.ts';

const RULE_WORDS = { deposit_address: 'deposit address', unlabelled_service: 'unlabelled service' } as const;

/** What `assay labels stats` prints for people. */
export function labelStatsText(
  version: string,
  sets: readonly LabelSetRow[],
  counts: LabelCounts,
  updates: readonly LabelUpdateState[],
  clusters: readonly ClusterCounts[],
  ofMethod2: readonly RuleCount[],
): string {
  const number = (value: number): string => String(value);
  const blocks = [
    `Label set version ${version}: ${counts.labels} labels of ${counts.addresses} addresses, ${counts.actors} actors, ${counts.derived} derived labels`,
    tableText(
      ['Set', 'Origin', 'Format', 'Facts', 'Rejected', 'Imported'],
      sets.map((set) => [
        set.name,
        set.origin,
        set.format,
        number(set.accepted),
        number(set.rejected),
        minuteOf(set.importedAt),
      ]),
    ),
    ...(updates.length === 0
      ? []
      : [
          tableText(
            ['Publisher’s list', 'Last fetch', 'Last success', 'Failure'],
            updates.map((row) => [
              row.setName,
              minuteOf(row.triedAt),
              row.succeededAt === null ? '–' : minuteOf(row.succeededAt),
              row.failure ?? '–',
            ]),
          ),
        ]),
    tableText(
      ['Source', 'Labels', 'Addresses', 'Oldest', 'Newest'],
      counts.sources.map((row) => [
        row.key,
        number(row.labels),
        number(row.addresses),
        row.oldest ?? '–',
        row.newest ?? '–',
      ]),
    ),
    ...(
      [
        ['Category', counts.categories],
        ['Network', counts.networks],
        ['Stated in', counts.years],
      ] as const
    ).map(([title, rows]) =>
      tableText(
        [title, 'Labels', 'Addresses'],
        rows.map((row) => [row.key, number(row.labels), number(row.addresses)]),
      ),
    ),
  ];
  if (clusters.length > 0) {
    blocks.push(
      tableText(
        ['Network', 'Asset', 'Clusters', 'Addresses', 'Largest', 'Refused joins'],
        clusters.map((row) => [
          row.network,
          row.ticker,
          number(row.clusters),
          number(row.addresses),
          number(row.largest),
          number(row.refused),
        ]),
      ),
    );
  }
  if (ofMethod2.length > 0) {
    blocks.push(
      tableText(
        ['Derived by method 2', 'Asset', 'Network', 'Labels'],
        ofMethod2.map((row) => [RULE_WORDS[row.rule], row.ticker, row.network, number(row.labels)]),
      ),
    );
  }
  return blocks.join('\n\n');
}

function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

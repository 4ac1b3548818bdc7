import type { BatchResultV1 } from '@assay/contracts/v1';

export type Cell = string | number | boolean | null;

/** A column of results as a table. */
export interface ResultColumn {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean';
  readonly read: (row: BatchResultV1) => Cell;
}

const OWN: readonly ResultColumn[] = [
  { name: 'row', type: 'integer', read: (row) => row.row },
  { name: 'line', type: 'integer', read: (row) => row.line },
  { name: 'mode', type: 'text', read: (row) => row.mode },
  { name: 'status', type: 'text', read: (row) => row.status },
  { name: 'address', type: 'text', read: (row) => row.address },
  { name: 'asset', type: 'text', read: (row) => row.asset },
  { name: 'network', type: 'text', read: (row) => row.network },
  { name: 'reference', type: 'text', read: (row) => row.reference },
  { name: 'error_code', type: 'text', read: (row) => row.error?.code ?? null },
  { name: 'error_detail', type: 'text', read: (row) => row.error?.detail ?? null },
  { name: 'stars', type: 'integer', read: (row) => row.stars },
  { name: 'score', type: 'number', read: (row) => row.score },
  { name: 'verdict', type: 'text', read: (row) => row.verdict },
  { name: 'not_rated_reason', type: 'text', read: (row) => row.not_rated_reason },
  { name: 'headline', type: 'text', read: (row) => row.headline },
  { name: 'confidence', type: 'text', read: (row) => row.confidence },
  { name: 'incoming', type: 'text', read: (row) => row.incoming },
  { name: 'outgoing', type: 'text', read: (row) => row.outgoing },
  { name: 'labels', type: 'text', read: (row) => row.labels },
  { name: 'method_version', type: 'text', read: (row) => row.method_version },
  { name: 'label_set_version', type: 'text', read: (row) => row.label_set_version },
  { name: 'charged', type: 'boolean', read: (row) => row.charged },
  { name: 'check', type: 'text', read: (row) => row.check },
  { name: 'result_url', type: 'text', read: (row) => row.result_url },
];

/** Our columns, then those of the input; one whose name is taken is named `input_` and its name. */
export function resultColumns(others: readonly string[]): readonly ResultColumn[] {
  const columns = [...OWN];
  const names = new Set(columns.map(({ name }) => name));
  for (const other of others) {
    let name = other;
    while (names.has(name)) name = `input_${name}`;
    names.add(name);
    columns.push({
      name,
      type: 'text',
      read: ({ input }) => textOf(Object.hasOwn(input, other) ? input[other] : null),
    });
  }
  return columns;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import type { TransferRecord } from '@assay/exposure';

/** What an inflow is made of: the parts that are known, and parts of inflows before it. */
interface Equation {
  readonly known: ReadonlyMap<string, number>;
  readonly parts: ReadonlyMap<number, number>;
}

/** Who ends a walk at the payer of a record, by the key of its share; null where it is looked through. */
export type EndAt = (record: TransferRecord) => string | null;

const UNKNOWN = 'unknown_origin';

/**
 * Where each account's money came from, as one system of linear equations over all inflows, solved densely by Gaussian
 * elimination with partial pivoting: another way to the answer than the walk and the pass over all records.
 *
 * @param records in order, few hundred at most
 * @returns shares by account and key; those of an account sum to 1
 */
export function denseShares(
  records: readonly TransferRecord[],
  endAt: EndAt,
): ReadonlyMap<number, ReadonlyMap<string, number>> {
  const keys = new Map<string, number>();
  const keyOf = (name: string) => {
    const at = keys.get(name) ?? keys.size;
    keys.set(name, at);
    return at;
  };
  keyOf(UNKNOWN);
  const sources = records.map((record, at) => sourceOf(records, at, endAt(record)));
  for (const { known } of sources) for (const name of known.keys()) keyOf(name);
  const width = records.length + keys.size;
  const rows = sources.map(({ known, parts }, at) => {
    const row = new Float64Array(width);
    row[at] = 1;
    for (const [other, part] of parts) row[other] = (row[other] ?? 0) - part;
    for (const [name, part] of known) row[records.length + keyOf(name)] = part;
    return row;
  });
  eliminate(rows, records.length);
  const received = new Map<number, Map<string, number>>();
  const totals = new Map<number, number>();
  for (const { to, amount } of records) totals.set(to, (totals.get(to) ?? 0) + Number(amount));
  for (const [at, { to, amount }] of records.entries()) {
    const shares = received.get(to) ?? new Map<string, number>();
    received.set(to, shares);
    const weight = Number(amount) / (totals.get(to) ?? 1);
    for (const [name, key] of keys) {
      const share = rows[at]?.[records.length + key] ?? 0;
      shares.set(name, (shares.get(name) ?? 0) + weight * share);
    }
  }
  return received;
}

/** The source of an inflow in terms of the inflows that its payer had before (docs/method, section 3). */
function sourceOf(records: readonly TransferRecord[], at: number, end: string | null): Equation {
  const record = records[at];
  if (record === undefined) throw new RangeError(`no record at ${at}`);
  if (end !== null) return { known: new Map([[end, 1]]), parts: new Map() };
  const parts = new Map<number, number>();
  let rest = record.covered;
  for (let before = at - 1; before >= 0; before -= 1) {
    const inflow = records[before];
    if (inflow === undefined || inflow.to !== record.from) continue;
    parts.set(before, rest * inflow.inflowShare);
    rest *= 1 - inflow.inflowShare;
  }
  return { known: new Map([[UNKNOWN, rest + 1 - record.covered]]), parts };
}

/** Reduces the first `size` columns to the identity, in place. */
function eliminate(rows: Float64Array[], size: number): void {
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let at = column + 1; at < size; at += 1) {
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = at;
    }
    const [top, other] = [rows[pivot], rows[column]];
    if (top === undefined || other === undefined || top[column] === 0) throw new RangeError('the system is singular');
    rows[pivot] = other;
    rows[column] = top;
    const scale = top[column] ?? 1;
    for (let at = column; at < top.length; at += 1) top[at] = (top[at] ?? 0) / scale;
    for (const [at, row] of rows.entries()) {
      const factor = row[column] ?? 0;
      if (at === column || factor === 0) continue;
      for (let to = column; to < row.length; to += 1) row[to] = (row[to] ?? 0) - factor * (top[to] ?? 0);
    }
  }
}

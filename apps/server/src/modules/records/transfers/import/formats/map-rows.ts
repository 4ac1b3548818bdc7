import { implausible, NETWORKS, type RecordStatement } from '@assay/domain';
import type { RowsDigest } from '../../../../../platform/intake/index.ts';
import type { Reject } from '../import-manifest.store.ts';
import { RowError } from './fields.ts';
import type { Row } from './row.ts';
import type { RowMapper, StagedItem } from './staged-item.ts';

const ROWS_PER_BATCH = 5_000;

/** A source no longer begins with the rows that were staged of it. */
export class SourceChangedError extends Error {
  override readonly name = 'SourceChangedError';
}

/** What some rows of a file, one after the other, come to. */
export interface MappedRows {
  rows: number;
  /** Rows that came to something. */
  read: number;
  readonly items: StagedItem[];
  readonly rejects: Omit<Reject, 'fileName'>[];
  /** Their contracts, one for each row of such a token. */
  readonly unknownTokens: string[];
  /** Number of the last row, and the digest of all rows up to it. */
  upTo: number;
  digest: string;
  isLast: boolean;
}

/**
 * What the rows of a file come to, batch by batch, behind those that were staged before.
 *
 * @param now Unix seconds; a record that is dated ahead of it is rejected
 * @throws SourceChangedError when these are no longer the rows that were staged
 */
export async function* mapRows(
  batches: AsyncIterable<readonly Row[]>,
  mapper: RowMapper,
  known: { readonly rows: number; readonly digest: string },
  digest: RowsDigest | null,
  now: number,
): AsyncGenerator<MappedRows> {
  const digestNow = (): string => digest?.value() ?? '';
  let mapped = emptyAt(0);
  for await (const rows of batches) {
    for (const row of rows) {
      mapped.upTo = row.number;
      digest?.add(row.fields ?? row.text);
      if (row.number > known.rows) take(mapped, mapper, row, now);
      // Seen already; read again only by mappers that count through a transaction.
      else replay(mapper, row);
      if (row.number === known.rows && known.digest !== '' && digestNow() !== known.digest)
        throw new SourceChangedError();
      if (mapped.rows < ROWS_PER_BATCH) continue;
      mapped.digest = digestNow();
      yield mapped;
      mapped = emptyAt(row.number);
    }
  }
  if (mapped.upTo < known.rows) throw new SourceChangedError();
  mapped.digest = digestNow();
  mapped.isLast = true;
  yield mapped;
}

function emptyAt(upTo: number): MappedRows {
  return { rows: 0, read: 0, items: [], rejects: [], unknownTokens: [], upTo, digest: '', isLast: false };
}

function take(mapped: MappedRows, mapper: RowMapper, row: Row, now: number): void {
  mapped.rows += 1;
  const outcome = refusingImplausible(outcomeOf(mapper, row), now);
  if (typeof outcome === 'string') {
    mapped.rejects.push({ rowNumber: row.number, reason: outcome, content: row.text });
    return;
  }
  let isRead = false;
  for (const item of outcome) {
    if (item.what === 'unknown-token') {
      mapped.unknownTokens.push(item.contract);
    } else {
      mapped.items.push(item);
      isRead = true;
    }
  }
  if (isRead) mapped.read += 1;
}

/** What a row comes to, or why it is rejected. */
function outcomeOf(mapper: RowMapper, row: Row): readonly StagedItem[] | string {
  if (row.items !== undefined) return row.items;
  if (row.problem !== undefined) return row.problem;
  if (row.fields === null) return 'not a JSON object';
  try {
    return mapper(row.fields);
  } catch (error) {
    if (error instanceof RowError) return error.message;
    throw error;
  }
}

function refusingImplausible(outcome: readonly StagedItem[] | string, now: number): readonly StagedItem[] | string {
  if (typeof outcome === 'string') return outcome;
  for (const item of outcome) {
    const statement = statementOf(item);
    const problem = statement === null ? null : implausible(statement, now);
    if (problem !== null) return problem;
  }
  return outcome;
}

function statementOf(item: StagedItem): RecordStatement | null {
  switch (item.what) {
    case 'transfer':
      return { ...item, amounts: [item.transfer.amount] };
    case 'opening':
      return { ...item, time: null, amounts: [item.amount] };
    case 'coins': {
      const { network, transaction } = item;
      const amounts = [...transaction.inputs, ...transaction.outputs].flatMap(({ amount }) => amount ?? []);
      return { network, ticker: NETWORKS[network].native, time: transaction.time, amounts };
    }
    case 'evm-block':
      return { network: item.network, ticker: NETWORKS[item.network].native, time: item.time, amounts: [] };
    case 'evm-transaction': {
      const { network, facts } = item;
      return {
        network,
        ticker: NETWORKS[network].native,
        time: null,
        amounts: facts.value === undefined ? [] : [facts.value],
      };
    }
    case 'evm-contract':
    case 'unknown-token':
      return null;
  }
}

function replay(mapper: RowMapper, row: Row): void {
  try {
    if (row.fields !== null) mapper(row.fields);
  } catch (error) {
    // It was counted and listed when it was read first.
    if (!(error instanceof RowError)) throw error;
  }
}

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { STREAM_KEYS } from '@assay/exposure';
import { repeatedAccount, unnamedAccount } from '../files/read-parquet.ts';
import { type PassResult, resultReader, resultSize } from './account-states.ts';
import { AppendFiles } from './append-files.ts';
import type { PassPlan } from './pass-plan.ts';
import { resultsKind } from './run-windows.ts';
import { type Sorted, sortedAddresses, sortedBy } from './sorted-entries.ts';

/** The columns of the file of shares. */
export const SHARES_HEAD = 'address,direction,category,share,exact';

export interface MergedShares {
  readonly accounts: number;
  readonly shares: number;
  /** Directions of accounts whose own label may have absorbed what came back to them. */
  readonly inexact: number;
}

/** The files do not fit each other: they were damaged, or written by another version. */
export class PassFileError extends Error {}

/**
 * Writes the shares of all accounts, by account number, as CSV: a line for each share above zero, incoming first. The
 * file is complete or not there.
 */
export async function mergeShares(
  work: { readonly dir: string; readonly plan: PassPlan },
  out: string,
  signal: AbortSignal,
): Promise<MergedShares> {
  const unfinished = `${out}.new`;
  const stream = createWriteStream(unfinished);
  const counts = { accounts: 0, shares: 0, inexact: 0 };
  const write = async (text: string): Promise<void> => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  try {
    await write(`${SHARES_HEAD}\n`);
    for (let part = 0; part < work.plan.partitions; part += 1) {
      for (const lines of linesOf(work.dir, part, counts)) {
        signal.throwIfAborted();
        await write(lines);
      }
    }
  } finally {
    stream.end();
    await finished(stream);
  }
  await rename(unfinished, out);
  return counts;
}

type Counts = { -readonly [Name in keyof MergedShares]: MergedShares[Name] };

const ACCOUNTS_PER_WRITE = 1_000;

function* linesOf(dir: string, part: number, counts: Counts): Generator<string> {
  const [incoming, outgoing] = [sortedResults(dir, 'bwd', part), sortedResults(dir, 'fwd', part)];
  const addresses = sortedAddresses(dir, part);
  if (incoming.count !== outgoing.count) throw mismatch(part);
  let lines = '';
  let next = 0;
  for (let index = 0; index < incoming.count; index += 1) {
    const [came, went] = [incoming.at(index), outgoing.at(index)];
    while (next < addresses.count && addresses.idAt(next) < came.id) next += 1;
    if (came.id !== went.id) throw mismatch(part);
    if (next >= addresses.count || addresses.idAt(next) !== came.id) throw unnamedAccount(came.id);
    if (next + 1 < addresses.count && addresses.idAt(next + 1) === came.id) throw repeatedAccount(came.id);
    const address = addresses.at(next);
    const exact = came.isInexact ? 'false' : 'true';
    lines += shareLines(`${address},incoming`, came.sums, came.received, exact, counts);
    lines += shareLines(`${address},outgoing`, went.sums, came.sent, exact, counts);
    counts.accounts += 1;
    if (came.isInexact) counts.inexact += 2;
    if ((index + 1) % ACCOUNTS_PER_WRITE === 0) {
      yield lines;
      lines = '';
    }
  }
  if (lines !== '') yield lines;
}

function shareLines(head: string, sums: Float64Array, total: number, exact: string, counts: Counts): string {
  if (!(total > 0)) return '';
  let lines = '';
  for (let key = 0; key < STREAM_KEYS.length; key += 1) {
    const share = (sums[key] ?? 0) / total;
    if (!(share > 0)) continue;
    lines += `${head},${STREAM_KEYS[key]},${share},${exact}\n`;
    counts.shares += 1;
  }
  return lines;
}

function mismatch(part: number): PassFileError {
  return new PassFileError(
    `The working files of range ${part} do not fit each other: remove the working folder and run the command again`,
  );
}

function sortedResults(dir: string, direction: 'bwd' | 'fwd', part: number): Sorted<PassResult> {
  const file = new AppendFiles(dir, resultsKind(direction), 8).pathOf(part);
  return sortedBy(file, resultSize, resultReader());
}

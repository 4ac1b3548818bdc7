import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { STREAM_KEYS } from '@assay/exposure';
import { type PassResult, readResult, resultSize } from './account-states.ts';
import { AppendFiles, type Room, readPieces } from './append-files.ts';
import { ADDRESS_HEAD } from './label-accounts.ts';
import type { PassPlan } from './pass-plan.ts';
import { resultsKind } from './run-windows.ts';

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
  if (incoming.count !== outgoing.count || incoming.count > addresses.count) throw mismatch(part);
  let lines = '';
  let next = 0;
  for (let index = 0; index < incoming.count; index += 1) {
    const [came, went] = [incoming.at(index), outgoing.at(index)];
    while (next < addresses.count && addresses.idAt(next) < came.id) next += 1;
    if (came.id !== went.id || next >= addresses.count || addresses.idAt(next) !== came.id) throw mismatch(part);
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

interface Sorted<Item> {
  readonly count: number;
  idAt(index: number): number;
  at(index: number): Item;
}

function sortedResults(dir: string, direction: 'bwd' | 'fwd', part: number): Sorted<PassResult> {
  const file = new AppendFiles(dir, resultsKind(direction), 8).pathOf(part);
  return sortedBy(file, resultSize, readResult);
}

function sortedAddresses(dir: string, part: number): Sorted<string> {
  const file = new AppendFiles(dir, 'addresses', 8).pathOf(part);
  const sizeOf = (room: Room, at: number): number | null =>
    at + ADDRESS_HEAD > room.bytes.length ? null : ADDRESS_HEAD + Math.ceil((room.words[at / 4 + 2] ?? 0) / 8) * 8;
  const decoder = new TextDecoder();
  return sortedBy(file, sizeOf, (room, at) =>
    decoder.decode(room.bytes.subarray(at + ADDRESS_HEAD, at + ADDRESS_HEAD + (room.words[at / 4 + 2] ?? 0))),
  );
}

/** All entries of a file in memory, by their ids, which are their first doubles. */
function sortedBy<Item>(
  file: string,
  sizeOf: (room: Room, at: number) => number | null,
  read: (room: Room, at: number) => Item,
): Sorted<Item> {
  const pieces: Room[] = [];
  const [ids, places]: [number[], number[]] = [[], []];
  for (const { bytes, used } of readPieces(file, sizeOf)) {
    const buffer = bytes.slice(0, used).buffer;
    const room = {
      used,
      bytes: new Uint8Array(buffer),
      words: new Uint32Array(buffer),
      doubles: new Float64Array(buffer),
    };
    for (let at = 0; at < used; at += sizeOf(room, at) ?? used) {
      ids.push(room.doubles[at / 8] ?? 0);
      places.push(pieces.length * PIECE + at);
    }
    pieces.push(room);
  }
  const order = Uint32Array.from(ids, (_, index) => index).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
  return {
    count: ids.length,
    idAt: (index) => ids[order[index] ?? 0] ?? 0,
    at: (index) => {
      const place = places[order[index] ?? 0] ?? 0;
      const room = pieces[Math.floor(place / PIECE)];
      if (room === undefined) throw new RangeError(`no entry ${index} in ${file}`);
      return read(room, place % PIECE);
    },
  };
}

/** More bytes than a piece has. */
const PIECE = 2 ** 32;

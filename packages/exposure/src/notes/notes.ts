import { METHOD_REVISION, type MethodRevision } from '../method/method-revision.ts';
import { BURST_HOURS, DORMANT_DAYS, NEW_WALLET_DAYS, PASS_THROUGH_PERCENT } from '../method/numbers.ts';
import { TEXT_SET, type TextSet } from '../method/text-set.ts';
import type { Note, NoteFinding } from '../score/assessment.ts';
import { writeNote as writeFirst } from '../text/set-1/notes.ts';
import { writeNote } from '../text/set-2/notes.ts';
import { findPeelChain, findPoisoning } from './notes-patterns.ts';
import type { NoteRecord } from './notes-record.ts';

export interface NotesInput {
  /** In the order they happened. */
  readonly records: readonly NoteRecord[];
  /** False when older records exist that are not among them: 'new wallet' and 'peel chain' then stay silent. */
  readonly complete: boolean;
  /** Unix seconds of the check. */
  readonly now: number;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * Behaviour worth knowing, from the address's own records; without effect on the stars (docs/method, section 6.8).
 * In a fixed order, each kind at most once. Linear in the number of records.
 *
 * @param revision of version 1; only what was issued by an earlier one asks for it
 * @param textSet that the sentences are of
 * @example
 * findNotes({ records: [], complete: true, now: 0 }); // []
 */
export function findNotes(
  { records, complete, now }: NotesInput,
  revision: MethodRevision = METHOD_REVISION,
  textSet: TextSet = TEXT_SET,
): readonly Note[] {
  const moved = records.filter(({ amount }) => amount > 0n);
  return [
    complete ? findNewWallet(moved, now) : null,
    findBurst(moved),
    findPassThrough(moved),
    findDormant(moved),
    complete ? findPeelChain(moved) : null,
    findPoisoning(records, revision),
  ]
    .filter((found) => found !== null)
    .map((found) => (textSet === 1 ? { kind: found.kind, text: writeFirst(found) } : noteOf(found)));
}

function noteOf(found: NoteFinding): Note {
  const { kind, ...params } = found;
  return { kind, text: writeNote(found), params };
}

/** First record under 30 days old. */
function findNewWallet([first]: readonly NoteRecord[], now: number): NoteFinding | null {
  if (first === undefined || now - first.time >= NEW_WALLET_DAYS * DAY_SECONDS) return null;
  const days = Math.max(0, Math.floor((now - first.time) / DAY_SECONDS));
  return { kind: 'new_wallet', days };
}

/** Over half of all inflow within 24 hours. */
function findBurst(records: readonly NoteRecord[]): NoteFinding | null {
  const inflows = records.filter(({ direction }) => direction === 'bwd');
  const all = sumOf(inflows);
  let inWindow = 0n;
  let start = 0;
  for (const inflow of inflows) {
    inWindow += inflow.amount;
    let first = inflows[start];
    while (first !== undefined && first.time < inflow.time - BURST_HOURS * HOUR_SECONDS) {
      inWindow -= first.amount;
      start += 1;
      first = inflows[start];
    }
    if (2n * inWindow > all) return { kind: 'burst', hours: BURST_HOURS };
  }
  return null;
}

/** At least 90% of inflow left within an hour: every outflow is matched with inflows of the hour before it. */
function findPassThrough(records: readonly NoteRecord[]): NoteFinding | null {
  const waiting: { readonly time: number; left: bigint }[] = [];
  let head = 0;
  let passed = 0n;
  for (const record of records) {
    if (record.direction === 'bwd') {
      waiting.push({ time: record.time, left: record.amount });
      continue;
    }
    let left = record.amount;
    for (let next = waiting[head]; next !== undefined && left > 0n; next = waiting[head]) {
      if (next.time >= record.time - HOUR_SECONDS) {
        let taken = left;
        if (next.left < left) taken = next.left;
        next.left -= taken;
        left -= taken;
        passed += taken;
        if (next.left > 0n) break;
      }
      head += 1;
    }
  }
  const received = sumOf(records.filter(({ direction }) => direction === 'bwd'));
  if (received === 0n || 100n * passed < BigInt(PASS_THROUGH_PERCENT) * received) return null;
  return { kind: 'pass_through', percent: PASS_THROUGH_PERCENT };
}

/** A year without a record, then one. */
function findDormant(records: readonly NoteRecord[]): NoteFinding | null {
  let longest = 0;
  let before: number | null = null;
  for (const { time } of records) {
    if (before !== null) longest = Math.max(longest, time - before);
    before = time;
  }
  const days = Math.floor(longest / DAY_SECONDS);
  if (days < DORMANT_DAYS) return null;
  return { kind: 'dormant', days };
}

function sumOf(records: readonly NoteRecord[]): bigint {
  return records.reduce((sum, { amount }) => sum + amount, 0n);
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../../../platform/db/index.ts';
import { inTransaction } from '../../../../platform/db/transactions.ts';
import { type LedgerTables, ledgerName } from '../../../records/index.ts';
import { writePlacement } from '../directory.store.ts';
import { stopWriting } from '../ledger-state.store.ts';
import { type LedgerMove, type MoveStep, noteHistories } from '../moves.store.ts';
import { dropSlot, hasSlot, hasSubscription, subscribe, unsubscribe } from '../replication.store.ts';
import {
  bytesBehind,
  copyOf,
  historyOf,
  publishLedger,
  readCopy,
  removeMarks,
  unpublishLedger,
  writeMark,
} from './copy.store.ts';
import {
  depart,
  hasOlderReaders,
  openWithMark,
  presentState,
  readHeld,
  setPlacement,
  takeOver,
} from './switch.store.ts';

const LOOK_EVERY_MS = 200;
/** Writing is paused when no more than this is left to follow. */
const NEARLY_CAUGHT_UP_BYTES = 1_000_000;
/** A pause in which the last change does not arrive is ended, and tried again. */
const LONGEST_PAUSE_MS = 20_000;

export interface MoveContext {
  readonly tables: LedgerTables;
  /** How servers reach one another, by name; secret. */
  readonly urlOf: (server: string) => string;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
  /** Called when a step begins, and awaited. */
  readonly onStep?: (step: MoveStep) => void | Promise<void>;
}

export interface MoveEnds {
  readonly main: Pool;
  readonly move: LedgerMove;
  readonly from: Pool;
  readonly to: Pool;
}

/** How a step ended. `lost`: a server failed over, and the copy may lack changes or have others: it must begin again. */
export type StepEnd = 'done' | 'lost';

type Step = (ends: MoveEnds, context: MoveContext) => Promise<StepEnd>;

export const STEPS: Readonly<Record<MoveStep, Step>> = { copy, index, pause, switch: switchOver, clean };

async function copy(ends: MoveEnds, context: MoveContext): Promise<StepEnd> {
  const { main, move, from, to } = ends;
  const { tables, urlOf, progress, signal } = context;
  const copied = copyOf(move.id);
  const histories = await historiesOf(ends);
  const isFollowed = await hasSubscription(to, copied.name);
  if (move.histories !== histories || isFollowed !== (await hasSlot(from, copied.slot))) {
    await giveUpCopy(ends, context);
    await setPlacement(from, move.id, 'open');
    await noteHistories(main, move, histories);
  }
  await publishLedger(from, move.id, tables.rowsOf(move));
  await inTransaction(to, (client) => tables.makeCopyTables(client, move.id));
  if (!(await hasSubscription(to, copied.name))) await subscribe(to, from, urlOf(move.from), copied);
  const all = await tables.estimateRows(from, move.id);
  for (;;) {
    signal.throwIfAborted();
    const { isComplete, rows } = await readCopy(to, move.id);
    if (await isLost(ends, histories)) return 'lost';
    if (isComplete) return 'done';
    progress(`copying ${ledgerName(move)} to ${move.to}: ${Math.round(rows)} of about ${Math.round(all)} rows`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function index(ends: MoveEnds, { tables, progress }: MoveContext): Promise<StepEnd> {
  const { move, to } = ends;
  if (await isLost(ends)) return 'lost';
  progress(`building indexes of ${ledgerName(move)} on ${move.to}`);
  await inTransaction(to, (client) => tables.attachCopyTables(client, move.id));
  await tables.vacuum(to, move.id);
  return 'done';
}

async function pause(ends: MoveEnds, context: MoveContext): Promise<StepEnd> {
  const { move, from, to } = ends;
  if (await hasArrived(ends)) return 'done';
  for (;;) {
    if ((await catchUp(ends, context)) === 'lost') return 'lost';
    const mark = randomUUID();
    let isPaused = false;
    try {
      await inTransaction(from, async (client) => {
        // Those who write now end first; after that, writers wait until the ledger is open again, here or there.
        await stopWriting(client, move);
        await setPlacement(client, move.id, 'paused');
        await writeMark(client, move.id, mark);
      });
      if (await arrives(to, move, mark, context.signal)) {
        // From now on nothing is sent again: after a failover, the new server has the mark only with all before it.
        await unsubscribe(to, from, copyOf(move.id));
        isPaused = await hasArrived(ends);
        if (isPaused) return 'done';
      }
    } finally {
      // Also where the new server is gone: nobody waits for it.
      if (!isPaused) await setPlacement(from, move.id, 'open');
    }
  }
}

/** Whether the last change has arrived, on the very servers between which the ledger was copied. */
async function hasArrived(ends: MoveEnds): Promise<boolean> {
  const { move, from, to } = ends;
  if (await hasSlot(from, copyOf(move.id).slot)) return false;
  const [here, there] = [await readHeld(from, move.id), await readHeld(to, move.id)];
  if (here.placement !== 'paused' || here.mark === null || here.mark !== there.mark) return false;
  return (await historiesOf(ends)) === move.histories;
}

async function catchUp(ends: MoveEnds, { progress, signal }: MoveContext): Promise<StepEnd> {
  const { move, from } = ends;
  for (;;) {
    signal.throwIfAborted();
    if (await isLost(ends)) return 'lost';
    const behind = await bytesBehind(from, move.id);
    if (behind <= NEARLY_CAUGHT_UP_BYTES) return 'done';
    progress(`${move.to} follows ${ledgerName(move)}: ${(behind / 1e6).toFixed(0)} MB behind`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function arrives(to: Pool, move: LedgerMove, mark: string, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + LONGEST_PAUSE_MS;
  while (Date.now() < end && !signal.aborted) {
    if ((await readHeld(to, move.id)).mark === mark) return true;
    await sleep(LOOK_EVERY_MS / 10);
  }
  return false;
}

/**
 * In this order: no change is lost, and nobody reads the former server once the new one is written. A failover at any
 * point may lose what was written before on that server; the mark shows it: a server that has the mark has all before it.
 */
async function switchOver({ main, move, from, to }: MoveEnds, { progress }: MoveContext): Promise<StepEnd> {
  progress(`switching ${ledgerName(move)} to ${move.to}`);
  const [here, there] = [await readHeld(from, move.id), await readHeld(to, move.id)];
  if (there.placement === 'open') {
    await writePlacement(main, move, move.to);
    await setPlacement(from, move.id, 'departed');
    return 'done';
  }
  const { mark } = here;
  if (mark === null || there.mark !== mark || here.placement === 'open') return 'lost';
  await takeOver(from, to, move);
  await writePlacement(main, move, move.to);
  if (!(await inTransaction(from, (client) => depart(client, move, mark)))) return 'lost';
  return (await openWithMark(to, move.id, mark)) ? 'done' : 'lost';
}

async function clean(ends: MoveEnds, { tables, progress, signal }: MoveContext): Promise<StepEnd> {
  const { move, from, to } = ends;
  if (await hasLostLedger(ends)) return 'lost';
  await unsubscribe(to, from, copyOf(move.id));
  await unpublishLedger(from, move.id);
  progress(`${ledgerName(move)} is on ${move.to}; waiting for those who still read it on ${move.from}`);
  const state = await presentState(from);
  while (await hasOlderReaders(from, state)) {
    signal.throwIfAborted();
    await sleep(LOOK_EVERY_MS);
  }
  if (await hasLostLedger(ends)) return 'lost';
  // Without its mark, the former server is not gone back to.
  await removeMarks(from, move.id);
  await tables.removeLedger(from, move, signal);
  await tables.sweep(to, move, signal);
  await removeMarks(to, move.id);
  return 'done';
}

/** Whether a failover of the new server lost the ledger, while the former still has it; one that it has whole is opened. */
async function hasLostLedger({ move, from, to }: MoveEnds): Promise<boolean> {
  const { mark } = await readHeld(from, move.id);
  if (mark === null) return false;
  await takeOver(from, to, move);
  return !(await openWithMark(to, move.id, mark));
}

async function historiesOf({ from, to }: MoveEnds): Promise<string> {
  return `${await historyOf(from)} ${await historyOf(to)}`;
}

/** Whether one of the servers has failed over since the copy began, or its slot is gone. */
async function isLost(ends: MoveEnds, histories = ends.move.histories): Promise<boolean> {
  return (await historiesOf(ends)) !== histories || !(await hasSlot(ends.from, copyOf(ends.move.id).slot));
}

/** Removes what was copied, and what copies it. The former server must have the ledger. */
export async function giveUpCopy({ move, from, to }: MoveEnds, { tables, signal }: MoveContext): Promise<void> {
  await unsubscribe(to, from, copyOf(move.id));
  await giveUpSending(from, move.id);
  await removeMarks(to, move.id);
  await tables.removeLedger(to, move, signal);
}

/** As `giveUpCopy`, on the former server alone. */
export async function giveUpSending(from: Pool, ledgerId: number): Promise<void> {
  await dropSlot(from, copyOf(ledgerId).slot);
  await unpublishLedger(from, ledgerId);
  await removeMarks(from, ledgerId);
}

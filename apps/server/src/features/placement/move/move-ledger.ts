import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerKey, LedgerServer, Pool } from '../../../db/index.ts';
import { inTransaction } from '../../../db/transactions.ts';
import { MAIN, readServerOf, writePlacement } from '../directory.store.ts';
import { hasLogicalLog } from '../label-copy.store.ts';
import { ledgerName } from '../ledger-name.ts';
import { stopWriting } from '../ledger-state.store.ts';
import { createLedger, ledgerIdOn, newLedgerId } from '../place-ledger.store.ts';
import { PlacementError, prepareServer } from '../prepare-server.ts';
import {
  bytesBehind,
  hasMark,
  publishLedger,
  readCopy,
  removeMarks,
  subscribeToLedger,
  unpublishLedger,
  unsubscribeFromLedger,
  writeMark,
} from './copy.store.ts';
import type { LedgerTables } from './move.ports.ts';
import { claimMove } from './move-claim.store.ts';
import { beginMove, endMove, type LedgerMove, type MoveStep, readMove, setStep } from './moves.store.ts';
import { hasOlderReaders, presentState, setPlacement, takeOver } from './switch.store.ts';

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

/** How a move ended: it ran, or nothing had to be copied, or the ledger was there. */
export type Moved = 'moved' | 'placed' | 'already there';

/**
 * Moves a transfer ledger to another server while checks read it and imports write it: PostgreSQL copies its tables and
 * follows their changes, then writing pauses until the last change has arrived, and the directory is switched. It can be
 * interrupted at any point and called again; up to the switch, `undoMove` takes it back.
 *
 * A ledger without records is only placed: its first records will be written there.
 *
 * @param to name of a server
 * @throws PlacementError
 */
export async function moveLedger(main: Pool, ledger: LedgerKey, to: string, context: MoveContext): Promise<Moved> {
  const servers = serversOf(main);
  const target = servers(to);
  return claimMove(main, ledger, async () => {
    const under = await readMove(main, ledger);
    if (under !== null && under.to !== to) throw new PlacementError(isElsewhere(under));
    if (target.name !== MAIN) await prepareServer(main, target, context.urlOf(MAIN), context);
    if (under === null) {
      const from = servers(await readServerOf(main, ledger));
      if (from.name === to) return 'already there';
      const id = await beginOrPlace(main, from, target, ledger, context);
      if (id === null) return 'placed';
    }
    await runSteps(main, ledger, context);
    return 'moved';
  });
}

/**
 * Takes back a move whose directory is not switched yet: the ledger stays where it is, and its copy is removed.
 *
 * @throws PlacementError where there is none, or where it has been switched
 */
export async function undoMove(main: Pool, ledger: LedgerKey, context: MoveContext): Promise<void> {
  const servers = serversOf(main);
  await claimMove(main, ledger, async () => {
    const move = await readMove(main, ledger);
    if (move === null) throw new PlacementError(`${ledgerName(ledger)} is not being moved.`);
    if (move.step === 'switch' || move.step === 'clean') throw new PlacementError(isSwitched(move));
    const [from, to] = [servers(move.from), servers(move.to)];
    await setPlacement(from.pool, move.id, 'open');
    await unsubscribeFromLedger(to.pool, move.id);
    await unpublishLedger(from.pool, move.id);
    await removeMarks(from.pool, move.id);
    await removeMarks(to.pool, move.id);
    await context.tables.removeLedger(to.pool, move, context.signal);
    await endMove(main, move);
  });
}

/** The number of the ledger, whose move has begun; null where it has no records and was only placed. */
async function beginOrPlace(
  main: Pool,
  from: LedgerServer,
  to: LedgerServer,
  ledger: LedgerKey,
  { tables }: MoveContext,
): Promise<number | null> {
  if (!(await hasLogicalLog(from.pool))) {
    throw new PlacementError(`The PostgreSQL of '${from.name}' must run with wal_level = logical.`);
  }
  return inTransaction(from.pool, async (client) => {
    // Nobody creates it meanwhile.
    await stopWriting(client, ledger);
    const held = await ledgerIdOn(client, ledger.network, ledger.ticker);
    if (held === null) {
      const placed = { ...ledger, id: await newLedgerId(main) };
      await createLedger(to.pool, placed);
      await writePlacement(main, placed, to.name);
      return null;
    }
    await tables.ensureTables(client, held);
    await beginMove(main, { ...ledger, id: held, from: from.name, to: to.name });
    return held;
  });
}

async function runSteps(main: Pool, ledger: LedgerKey, context: MoveContext): Promise<void> {
  const servers = serversOf(main);
  for (;;) {
    context.signal.throwIfAborted();
    const move = await readMove(main, ledger);
    if (move === null) return;
    const ends: MoveEnds = { main, move, from: servers(move.from).pool, to: servers(move.to).pool };
    await context.onStep?.(move.step);
    switch (move.step) {
      case 'copy':
        await copy(ends, context);
        await setStep(main, ledger, 'index');
        break;
      case 'index':
        await index(ends, context);
        await setStep(main, ledger, 'pause');
        break;
      case 'pause':
        await pause(ends, context);
        await setStep(main, ledger, 'switch');
        break;
      case 'switch':
        await switchOver(ends, context);
        await setStep(main, ledger, 'clean');
        break;
      case 'clean':
        await clean(ends, context);
        await endMove(main, ledger);
        break;
    }
  }
}

interface MoveEnds {
  readonly main: Pool;
  readonly move: LedgerMove;
  readonly from: Pool;
  readonly to: Pool;
}

async function copy({ move, from, to }: MoveEnds, { tables, urlOf, progress, signal }: MoveContext): Promise<void> {
  await publishLedger(from, move.id, tables.rowsOf(move));
  await inTransaction(to, (client) => tables.makeCopyTables(client, move.id));
  await subscribeToLedger(to, move.id, urlOf(move.from));
  const all = await tables.estimateRows(from, move.id);
  for (;;) {
    signal.throwIfAborted();
    const { isComplete, rows } = await readCopy(to, move.id);
    if (isComplete) return;
    progress(`copying ${ledgerName(move)} to ${move.to}: ${Math.round(rows)} of about ${Math.round(all)} rows`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function index({ move, to }: MoveEnds, { tables, progress }: MoveContext): Promise<void> {
  progress(`building indexes of ${ledgerName(move)} on ${move.to}`);
  await inTransaction(to, (client) => tables.attachCopyTables(client, move.id));
  await tables.vacuum(to, move.id);
}

async function pause(ends: MoveEnds, context: MoveContext): Promise<void> {
  const { move, from, to } = ends;
  for (;;) {
    await catchUp(ends, context);
    const mark = randomUUID();
    await inTransaction(from, async (client) => {
      // Those who write now end first; after that, writers wait until the ledger is open again, here or there.
      await stopWriting(client, move);
      await setPlacement(client, move.id, 'paused');
      await writeMark(client, move.id, mark);
    });
    if (await arrives(to, move, mark, context.signal)) return;
    await setPlacement(from, move.id, 'open');
  }
}

async function catchUp({ move, from }: MoveEnds, { progress, signal }: MoveContext): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const behind = await bytesBehind(from, move.id);
    if (behind <= NEARLY_CAUGHT_UP_BYTES) return;
    progress(`${move.to} follows ${ledgerName(move)}: ${(behind / 1e6).toFixed(0)} MB behind`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function arrives(to: Pool, move: LedgerMove, mark: string, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + LONGEST_PAUSE_MS;
  while (Date.now() < end && !signal.aborted) {
    if (await hasMark(to, move.id, mark)) return true;
    await sleep(LOOK_EVERY_MS / 10);
  }
  return false;
}

/** In this order: no change is lost, and nobody reads the former server once the new one is written. */
async function switchOver({ main, move, from, to }: MoveEnds, { progress }: MoveContext): Promise<void> {
  progress(`switching ${ledgerName(move)} to ${move.to}`);
  await takeOver(from, to, move);
  await writePlacement(main, move, move.to);
  await setPlacement(from, move.id, 'departed');
  await setPlacement(to, move.id, 'open');
}

async function clean({ move, from, to }: MoveEnds, { tables, progress, signal }: MoveContext): Promise<void> {
  await unsubscribeFromLedger(to, move.id);
  await unpublishLedger(from, move.id);
  progress(`${ledgerName(move)} is on ${move.to}; waiting for those who still read it on ${move.from}`);
  const state = await presentState(from);
  while (await hasOlderReaders(from, state)) {
    signal.throwIfAborted();
    await sleep(LOOK_EVERY_MS);
  }
  await tables.removeLedger(from, move, signal);
  await tables.sweep(to, move, signal);
  await removeMarks(from, move.id);
  await removeMarks(to, move.id);
}

function serversOf(main: Pool): (name: string) => LedgerServer {
  const servers = main.ledgers?.servers ?? [];
  return (name) => {
    const found = servers.find((server) => server.name === name);
    if (found !== undefined) return found;
    const known = servers.map((server) => server.name).join(', ') || 'main alone';
    throw new PlacementError(`There is no ledger server '${name}'. LEDGER_SERVERS names: ${known}.`);
  };
}

const isElsewhere = (move: LedgerMove): string =>
  `${ledgerName(move)} is being moved to ${move.to}. End that move first, or take it back with --undo.`;

const isSwitched = (move: LedgerMove): string =>
  `${ledgerName(move)} is on ${move.to} already. Run assay placement move again to end the move.`;

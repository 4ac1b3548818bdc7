import type { LedgerKey, LedgerServer, Pool, PoolClient } from '../../../../platform/db/index.ts';
import { inTransaction } from '../../../../platform/db/transactions.ts';
import { type LedgerTables, ledgerName, MAIN } from '../../../records/index.ts';
import { readServerOf, writePlacement } from '../directory.store.ts';
import { hasLogicalLog } from '../label-copy.store.ts';
import { lockSharedTables, stopWriting } from '../ledger-state.store.ts';
import {
  beginAgain,
  beginMove,
  claimMove,
  createLedger,
  endMove,
  isAway,
  type LedgerMove,
  ledgerIdOn,
  type MoveStep,
  newLedgerId,
  readMove,
  setStep,
} from '../moves.store.ts';
import { placedLedgers } from '../placed-ledgers.ts';
import { PlacementError, prepareServer } from '../prepare-server.ts';
import { giveUpCopy, giveUpSending, type MoveContext, type MoveEnds, STEPS } from './steps.ts';
import { readHeld, setPlacement } from './switch.store.ts';

/** How a move ended: it ran, or nothing had to be copied, or the ledger was there. */
export type Moved = 'moved' | 'placed' | 'already there';

/**
 * Moves a transfer ledger to another server while checks read it and imports write it: PostgreSQL copies its tables and
 * follows their changes, then writing pauses until the last change has arrived, and the directory is switched. It can be
 * interrupted at any point and called again; up to the switch, `undoMove` takes it back. Where a server fails over
 * meanwhile, the ledger is copied again, or the move goes on where nothing can be missing.
 *
 * A ledger without records is only placed: its first records will be written there.
 *
 * @param to name of a server
 * @throws PlacementError
 */
export async function moveLedger(main: Pool, ledger: LedgerKey, to: string, context: MoveContext): Promise<Moved> {
  const servers = serversOf(main);
  const target = servers(to);
  return answered(() => claimMove(main, ledger, begin));

  async function begin(): Promise<Moved> {
    const under = await readMove(main, ledger);
    if (under !== null && under.to !== to) throw new PlacementError(isElsewhere(under));
    const present = servers(await readServerOf(main, ledger));
    if (under === null && present !== target) await refuseBesideFirstLoad(ledger, [present, target], context.tables);
    if (target.name !== MAIN) await prepareServer(main, target, context.urlOf(MAIN), context);
    if (under === null) {
      const from = servers(await readServerOf(main, ledger));
      if (from.name === to) return 'already there';
      const id = await beginOrPlace(main, from, target, ledger, context);
      if (id === null) return 'placed';
    }
    await runSteps(main, ledger, context);
    return 'moved';
  }
}

/**
 * Takes back a move whose directory is not switched yet: the ledger stays where it is, and its copy is removed.
 *
 * @throws PlacementError where there is none, or where it has been switched
 */
export function undoMove(main: Pool, ledger: LedgerKey, context: MoveContext): Promise<void> {
  return answered(() => claimMove(main, ledger, undo));

  async function undo(): Promise<void> {
    const move = await readMove(main, ledger);
    if (move === null) throw new PlacementError(`${ledgerName(ledger)} is not being moved.`);
    const ends = endsOf(main, move);
    const isOnFormer = (await readServerOf(main, ledger)) === move.from;
    if (!isOnFormer || !(await hasLedger(ends.from, move))) throw new PlacementError(isSwitched(move));
    await setPlacement(ends.from, move.id, 'open');
    try {
      await giveUpCopy(ends, context);
    } catch (error) {
      if (!isAway(error)) throw error;
      await giveUpSending(ends.from, move.id);
      context.progress(`${move.to} does not answer: what was copied there is removed when a move to it begins again`);
    }
    await endMove(main, move);
  }
}

/** Whether a server still has a ledger with all that was written to it, and nobody writes it elsewhere. */
async function hasLedger(from: Pool, { id }: LedgerMove): Promise<boolean> {
  const { placement } = await readHeld(from, id);
  return placement === 'open' || placement === 'paused';
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
  return beginBesideFirstLoads(ledger, [from, to], tables, async (client) => {
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

/** @throws PlacementError where a first load on one of the servers will replace tables of the ledger */
async function refuseBesideFirstLoad(
  ledger: LedgerKey,
  servers: readonly LedgerServer[],
  tables: LedgerTables,
): Promise<void> {
  for (const { name, pool } of servers) {
    const load = await tables.firstLoadBeside(pool, ledger);
    if (load === null) continue;
    throw new PlacementError(
      `The first load of ${load.ticker} on ${name} is under way (block ${load.height} is read). At its end it replaces ` +
        `tables that ${ledgerName(ledger)} shares. Let assay follow finish it, then move.`,
    );
  }
}

/**
 * Begins a move, in transactions of both servers, while no first load begins there.
 *
 * @param begin gets the connection of the former server
 * @throws PlacementError where a first load has begun
 */
function beginBesideFirstLoads<T>(
  ledger: LedgerKey,
  [from, to]: readonly [LedgerServer, LedgerServer],
  tables: LedgerTables,
  begin: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(from.pool, (here) =>
    inTransaction(to.pool, async (there) => {
      for (const client of [here, there]) await lockSharedTables(client, 'exclusive');
      await refuseBesideFirstLoad(ledger, [from, to], tables);
      return begin(here);
    }),
  );
}

async function runSteps(main: Pool, ledger: LedgerKey, context: MoveContext): Promise<void> {
  for (;;) {
    context.signal.throwIfAborted();
    const move = await readMove(main, ledger);
    if (move === null) return;
    const ends = endsOf(main, move);
    const step = await presentStep(ends);
    await context.onStep?.(step);
    switch (await STEPS[step](ends, context)) {
      case 'lost':
        context.progress(`${move.from} or ${move.to} has failed over: ${ledgerName(move)} is copied again`);
        await goBack(ends);
        break;
      case 'done': {
        const next = NEXT[step];
        if (next === null) await endMove(main, ledger);
        else await setStep(main, ledger, next);
        break;
      }
    }
  }
}

const NEXT: Readonly<Record<MoveStep, MoveStep | null>> = {
  copy: 'index',
  index: 'pause',
  pause: 'switch',
  switch: 'clean',
  clean: null,
};

/** The step that is noted, unless the ledger has gone further: a failover of the main database may lose the note. */
async function presentStep({ move, from, to }: MoveEnds): Promise<MoveStep> {
  if (move.step === 'clean') return move.step;
  const [here, there] = [await readHeld(from, move.id), await readHeld(to, move.id)];
  const hasLeft = here.placement === null || here.placement === 'departed';
  if (!hasLeft) return move.step;
  if (there.placement === 'open' && (here.mark === null || here.mark === there.mark)) return 'switch';
  // Nothing of the former server has been removed while it has its mark.
  if (here.mark !== null) return move.step;
  throw new PlacementError(`${ledgerName(move)} is whole on neither ${move.from} nor ${move.to}. Restore one of them.`);
}

/** Has the former server keep the ledger, and the move begin again. Nothing was written on the new one. */
async function goBack({ main, move, from, to }: MoveEnds): Promise<void> {
  await setPlacement(to, move.id, 'departed');
  await writePlacement(main, move, move.from);
  await beginAgain(main, move);
  await setPlacement(from, move.id, 'open');
}

function endsOf(main: Pool, move: LedgerMove): MoveEnds {
  const servers = serversOf(main);
  return { main, move, from: servers(move.from).pool, to: servers(move.to).pool };
}

/** Says what to do where a server does not answer. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAway(error)) throw error;
    throw new PlacementError(
      'A server of this move does not answer; see assay placement show. Run the same command again once it does, or take the move back with --undo.',
      { cause: error },
    );
  }
}

function serversOf(main: Pool): (name: string) => LedgerServer {
  const servers = placedLedgers(main)?.servers ?? [];
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

import { isNetworkId, NETWORKS } from '@assay/domain';
import type { RawTransaction } from '@assay/exposure';
import type { LedgerKey, LedgersWriting, Pool } from '../../../../platform/db/index.ts';
import {
  coinStage,
  dropStage,
  finishFirstLoad,
  inLedgersTransaction,
  ledgerPool,
  mayLoadFirst,
  OtherRecordsError,
  openStage,
  prepareFirstLoad,
  readStage,
  StagedBlocksError,
  type StagedCoins,
  stageCoins,
  vacuumCoins,
} from '../../../records/index.ts';
import { type BlockRef, type ChainNode, FollowError, type FollowedBlock, NodeError } from '../follow.ports.ts';
import { type LeaseToken, writeHeld, writeStaged } from '../lease.store.ts';
import { limitIdleTime, writeBlocks } from './followed-blocks.store.ts';
import { readAhead } from './read-ahead.ts';
import { markLedgers } from './store-blocks.ts';

/** Fewer blocks are stored as fast one by one. */
const LEAST_BLOCKS = 5_000;
/** Block 0 of Bitcoin has no coins that can be spent. */
const FIRST_WITH_COINS = 1;

export interface FirstLoadPorts {
  readonly pool: Pool;
  readonly lease: LeaseToken;
  readonly node: ChainNode;
  readonly say: (text: string) => void;
  /** Blocks were staged, up to this height. */
  readonly onStaged: (height: number, blocks: number, records: number) => Promise<void>;
  /** Compares a block with the second node, where there is one. */
  readonly compare: (block: BlockRef) => Promise<void>;
  /** Fewer final blocks are not loaded at once. */
  readonly leastBlocks?: number;
}

export interface FirstLoadRequest {
  /** The first followed block, and the last final one. */
  readonly from: number;
  readonly to: number;
}

/**
 * Stores the final blocks of a network of coins that is followed from its beginning and has no block yet: all of them are
 * staged first, resumably, and become records in one transaction. Null where that does not apply.
 *
 * @returns the last stored block, and how many transactions were stored
 * @throws NodeError, FollowError, LeaseLostError
 */
export async function loadFirst(
  ports: FirstLoadPorts,
  { from, to }: FirstLoadRequest,
  signal: AbortSignal,
): Promise<{ readonly held: BlockRef; readonly records: number } | null> {
  const { pool, lease, node, leastBlocks = LEAST_BLOCKS } = ports;
  const { network } = lease;
  if (NETWORKS[network].ledger !== 'utxo' || from > FIRST_WITH_COINS) return null;
  const key = { network, ticker: NETWORKS[network].native };
  const server = await ledgerPool(pool, key);
  const stage = coinStage(network);
  let staged = await readStage(server, stage);
  if (staged === null && to - from < leastBlocks) return null;
  if (!(await mayLoadFirst(server, key))) {
    if (staged === null) return null;
    ports.say(`${key.ticker} has got many records beside the first load: its blocks are stored one by one.`);
    await giveUp(ports, server);
    return null;
  }
  for await (const blocks of readAhead(node, network, { from: (staged?.height ?? from - 1) + 1, to }, signal)) {
    const now = await stageBlocks(ports, blocks, staged);
    signal.throwIfAborted();
    if (now === null) return await loadFirst(ports, { from, to }, signal);
    staged = now;
  }
  if (staged === null) return null;
  const held = await node.refAt(staged.height, signal);
  if (held === null || held.hash !== staged.hash) throw changed(node, staged.height);
  await ports.compare(held);
  ports.say(`All blocks up to ${held.height} are read; their records are made now.`);
  return { held, records: await finish(ports, server, held, signal) };
}

/** Null where something else is staged than `before`; nothing was changed then. */
async function stageBlocks(
  { pool, lease, node, onStaged }: FirstLoadPorts,
  blocks: readonly FollowedBlock[],
  before: StagedCoins | null,
): Promise<StagedCoins | null> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return before;
  if (before !== null && first.parentHash !== before.hash) throw changed(node, before.height);
  const { network } = lease;
  const key = { network, ticker: NETWORKS[network].native };
  const stage = coinStage(network);
  const transactions = blocks.flatMap((block): readonly RawTransaction[] =>
    block.ledger === 'utxo' ? block.transactions : [],
  );
  const staged = await inLedgersTransaction(pool, [key], async (clients) => {
    const { client } = clients.of(key);
    await limitIdleTime(client);
    await limitIdleTime(clients.main);
    await refuseBesideMove(pool, clients, key);
    const present = await openStage(client, stage);
    // PostgreSQL may have emptied it in a crash; a ledger's own server, which does not know the lease, may have committed
    // what an owner before had staged.
    if (present?.hash !== before?.hash) return null;
    const now = await stageCoins(client, stage, present, { transactions, last });
    await writeStaged(clients.main, lease, last.height);
    return now;
  });
  if (staged !== null) await onStaged(last.height, blocks.length, transactions.length);
  return staged;
}

/** @throws FollowError where a ledger of the tables that the first load replaces is being copied to or from its server */
async function refuseBesideMove(pool: Pool, clients: LedgersWriting, ledger: LedgerKey): Promise<void> {
  const hasCoins = ({ network }: LedgerKey): boolean => isNetworkId(network) && NETWORKS[network].ledger === 'utxo';
  const move = await pool.ledgers?.moveBeside(clients, ledger, hasCoins);
  if (move === undefined || move === null) return;
  throw new FollowError(
    `${move.ticker} is being moved from ${move.from} to ${move.to}, and the first load of ${ledger.ticker} replaces ` +
      `tables that are copied there. Let assay placement move end, or take it back with --undo, then follow again.`,
  );
}

async function finish(ports: FirstLoadPorts, server: Pool, held: BlockRef, signal: AbortSignal): Promise<number> {
  const { pool, lease } = ports;
  const { network } = lease;
  const key = { network, ticker: NETWORKS[network].native };
  try {
    const before = await prepareFirstLoad(server, key, signal);
    const { records } = await inLedgersTransaction(pool, [key], async (clients) => {
      const made = await finishFirstLoad(clients.of(key).client, key, before);
      await limitIdleTime(clients.main);
      // The last final block stays: a reorganisation is walked back to it.
      await writeBlocks(clients.main, network, [{ ...held, contracts: [] }], held.height);
      await markLedgers(clients, [key], lease, held.height);
      await writeStaged(clients.main, lease, null);
      await writeHeld(clients.main, lease, { held, finalHeight: held.height });
      return made;
    });
    await vacuumCoins(server);
    return records;
  } catch (error) {
    if (error instanceof OtherRecordsError) throw new FollowError(error.message);
    if (!(error instanceof StagedBlocksError)) throw error;
    await giveUp(ports, server);
    throw new FollowError(
      `${error.message}. No record of them was stored, and what was read is dropped. ` +
        'Follow again, from another node if the same comes again.',
    );
  }
}

/** Drops what is staged: it can never become records. */
async function giveUp({ pool, lease }: FirstLoadPorts, server: Pool): Promise<void> {
  await writeStaged(pool, lease, null);
  await dropStage(server, coinStage(lease.network));
}

function changed(node: ChainNode, height: number): NodeError {
  const what = 'it is another block than the final one that was read before';
  return new NodeError({ kind: 'contradiction', node: node.name, height, what });
}

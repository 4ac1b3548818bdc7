import type { NetworkId } from '@assay/domain';
import { type ChainNode, type FollowedBlock, NodeError } from '../follow.ports.ts';
import { checkBlocks, checkLink } from './check-blocks.ts';

/** More records than this are not stored in one transaction, unless one answer of the node has more. */
const MOST_RECORDS = 20_000;

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Reading {
  readonly blocks: Promise<readonly FollowedBlock[]>;
  /** Null until the node has answered. */
  done: readonly FollowedBlock[] | null;
}

/**
 * Reads a range of blocks ahead of their storing, in order. At most `readsAtOnce` times `blocksAtOnce` of the node are
 * in memory besides those that are being stored: the next ones are asked only when some were taken. What was read while
 * others were stored comes together.
 *
 * @throws NodeError; what was read before is yielded first
 */
export async function* readAhead(
  node: ChainNode,
  network: NetworkId,
  { from, to }: Range,
  signal: AbortSignal,
): AsyncGenerator<readonly FollowedBlock[]> {
  const own = new AbortController();
  const until = AbortSignal.any([signal, own.signal]);
  const readings: Reading[] = [];
  let next = from;
  const askMore = (): void => {
    while (next <= to && readings.length < node.readsAtOnce) {
      const range = { from: next, to: Math.min(to, next + node.blocksAtOnce - 1) };
      const reading: Reading = { blocks: readRange(node, network, range, until), done: null };
      const keep = (blocks: readonly FollowedBlock[]): void => {
        reading.done = blocks;
      };
      // A failure is thrown where the reading is taken; one that nobody takes any more is of no interest.
      reading.blocks.then(keep, () => undefined);
      readings.push(reading);
      next = range.to + 1;
    }
  };
  try {
    askMore();
    for (let first = readings.shift(); first !== undefined; first = readings.shift()) {
      const blocks = [...(await first.blocks)];
      let records = countRecords(blocks);
      for (
        let more = readings[0]?.done;
        more !== null && more !== undefined && records < MOST_RECORDS && isLinked(blocks, more, network, node.name);
        more = readings[0]?.done
      ) {
        readings.shift();
        for (const block of more) blocks.push(block);
        records += countRecords(more);
      }
      askMore();
      yield blocks;
    }
  } finally {
    own.abort();
  }
}

/** All of a range; a node may answer with fewer blocks than asked. */
async function readRange(
  node: ChainNode,
  network: NetworkId,
  { from, to }: Range,
  signal: AbortSignal,
): Promise<readonly FollowedBlock[]> {
  const blocks: FollowedBlock[] = [];
  while (from + blocks.length <= to) {
    const range = { from: from + blocks.length, to };
    const before = blocks.at(-1);
    const some = checkBlocks(await node.blocks(range.from, to, signal), { network, node: node.name, ...range });
    if (before !== undefined && some[0]?.parentHash !== before.hash) {
      const what = 'its parent changed while it was read';
      throw new NodeError({ kind: 'contradiction', node: node.name, height: range.from, what });
    }
    for (const block of some) blocks.push(block);
  }
  return blocks;
}

/** Blocks that do not continue those before come alone: whether that is a reorganisation is for the caller to find out. */
function isLinked(
  blocks: readonly FollowedBlock[],
  more: readonly FollowedBlock[],
  network: NetworkId,
  node: string,
): boolean {
  const [before, next] = [blocks.at(-1), more[0]];
  if (before === undefined || next?.parentHash !== before.hash) return false;
  checkLink(before, next, network, node);
  return true;
}

function countRecords(blocks: readonly FollowedBlock[]): number {
  let count = 0;
  for (const block of blocks) count += block.ledger === 'account' ? block.transfers.length : block.transactions.length;
  return count;
}

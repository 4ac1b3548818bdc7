import { implausible, NETWORKS, type NetworkId } from '@assay/domain';
import { LAST_SECOND } from '../../../records/index.ts';
import { type BlockRef, type FollowedBlock, NodeError, type NodeTip } from '../follow.ports.ts';

export interface BlockExpectation {
  readonly network: NetworkId;
  /** Name of the node, for messages. */
  readonly node: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What must hold of any node's blocks among themselves: heights without gaps, each block the child of the one before,
 * and on account networks times that never decrease. Whether the first one continues what is stored is another
 * question: the answer may be a reorganisation.
 *
 * @throws NodeError `missing` for no block at all, otherwise `contradiction`
 */
export function checkBlocks(
  blocks: readonly FollowedBlock[],
  { network, node, from, to }: BlockExpectation,
): readonly FollowedBlock[] {
  const contradiction = (height: number, what: string) => new NodeError({ kind: 'contradiction', node, height, what });
  if (blocks.length === 0) throw new NodeError({ kind: 'missing', node, height: from });
  if (blocks.length > to - from + 1) throw contradiction(to, 'more blocks than asked');
  const { ledger } = NETWORKS[network];
  let before: BlockRef | undefined;
  for (const [index, block] of blocks.entries()) {
    const { height, hash, parentHash, time } = block;
    if (height !== from + index) throw contradiction(from + index, `block ${height} came instead`);
    if (hash === parentHash) throw contradiction(height, 'it is its own parent');
    if (block.ledger !== ledger) throw contradiction(height, 'its records are of another kind of network');
    if (!isBlockTime(time)) throw contradiction(height, `its time is ${time}`);
    const untrue = untrueOf(block, network);
    if (untrue !== null) throw contradiction(height, untrue);
    if (before !== undefined) checkLink(before, block, network, node);
    before = block;
  }
  return blocks;
}

/**
 * Why what a block states cannot be true; null where it can. The block is refused as a whole: a followed chain without
 * one of its records would be called whole.
 */
function untrueOf(block: FollowedBlock, network: NetworkId): string | null {
  const now = Date.now() / 1000;
  const { time } = block;
  const { native } = NETWORKS[network];
  const late = implausible({ network, ticker: native, time, amounts: [] }, now);
  if (late !== null) return late;
  if (block.ledger === 'utxo') {
    const amounts = block.transactions.flatMap(({ outputs }) => outputs.map(({ amount }) => amount));
    return implausible({ network, ticker: native, time, amounts }, now);
  }
  for (const { ticker, transfer } of block.transfers) {
    const untrue = implausible({ network, ticker, time: transfer.time, amounts: [transfer.amount] }, now);
    if (untrue !== null) return untrue;
  }
  return null;
}

/** The newest block as the node states it. @throws NodeError where its time is none that is stored or shown */
export function checkTip(tip: NodeTip, node: string): NodeTip {
  const { height, time } = tip;
  if (isBlockTime(time)) return tip;
  throw new NodeError({ kind: 'contradiction', node, height, what: `its time is ${time}` });
}

function isBlockTime(time: number): boolean {
  return Number.isInteger(time) && time >= 0 && time <= LAST_SECOND;
}

/** @throws NodeError where a block that names its parent contradicts it */
export function checkLink(parent: BlockRef, block: BlockRef, network: NetworkId, node: string): void {
  const { height } = block;
  const contradiction = (what: string) => new NodeError({ kind: 'contradiction', node, height, what });
  if (block.parentHash !== parent.hash) throw contradiction(`its parent is not the block before it`);
  // The order of records relies on it.
  if (NETWORKS[network].ledger === 'account' && block.time < parent.time)
    throw contradiction('it is older than its parent');
}

import { formatCount } from '@assay/wording';
import { checkLink } from './blocks/check-blocks.ts';
import { readBlocks, type StoredBlock } from './blocks/followed-blocks.store.ts';
import { undoStored } from './blocks/store-blocks.ts';
import { type ChainNode, FollowError, type FollowedBlock, lostBlocks, type NodeTip } from './follow.ports.ts';
import type { Follower } from './follower.ts';

/** Whether the node's chain may no longer contain the last stored block. */
export function mayBeForked({ held, isForked }: Follower, tip: NodeTip): boolean {
  return isForked || (held !== null && tip.height <= held.height && tip.hash !== held.hash);
}

/** Undoes stored blocks that are not part of the node's chain. False where the node only is behind. */
export async function returnToChain(follower: Follower, tip: NodeTip): Promise<boolean> {
  const { ports, request, reporter, signal } = follower;
  const { pool, node, say } = ports;
  const { network } = request.stored;
  const stored = await readBlocks(pool, network);
  const { finalHeight } = follower;
  const fork = await findFork(node, stored, { tip, finalHeight }, signal);
  switch (fork.kind) {
    case 'none':
      follower.isForked = false;
      return true;
    case 'behind':
      await reporter.trouble(
        `${node.name} is behind: its newest block is ${formatCount(tip.height)}, stored is ${formatCount(stored[0]?.height ?? 0)}.`,
      );
      return false;
    case 'deeper-than-final':
      throw new FollowError(
        `${node.name} has another chain than the stored one, down to block ${fork.final.height}, which was final. ` +
          'Nothing was changed. Compare it with another node; if it is right, restore a backup of before that block.',
      );
    case 'fork': {
      const { keep, undone } = fork;
      const { removed } = await undoStored(pool, request.lease, follower.assets, { keep, undone, finalHeight });
      follower.held = keep;
      follower.isForked = false;
      follower.changed += removed;
      say(
        `${network}: the chain was reorganised: ${formatCount(undone.length)} blocks after block ` +
          `${formatCount(keep?.height ?? request.stored.fromHeight - 1)} with ${formatCount(removed)} records were undone.`,
      );
      return true;
    }
  }
}

/**
 * Undoes all blocks above a height, so that they are read again.
 *
 * @param height the last block of a ledger whose server has lost later ones
 * @throws FollowError where blocks down to it are no longer kept for being undone
 */
export async function returnToHeight(follower: Follower, height: number): Promise<void> {
  const { ports, request, finalHeight } = follower;
  const { network } = request.stored;
  const stored = await readBlocks(ports.pool, network);
  const index = stored.findIndex((block) => block.height === height);
  if (index < 0) throw lostBlocks(network, height);
  const { keep, undone } = undoneAfter(stored, index);
  const { removed } = await undoStored(ports.pool, request.lease, follower.assets, { keep, undone, finalHeight });
  follower.held = keep;
  follower.changed += removed;
  ports.say(
    `${network}: the server of a ledger has lost blocks after block ${formatCount(height)}: those after block ` +
      `${formatCount(keep.height)} are read again.`,
  );
}

/** Whether the first block is the child of the last stored one. @throws NodeError where the node says both */
export async function continuesHeld(follower: Follower, blocks: readonly FollowedBlock[]): Promise<boolean> {
  const { held, signal, request } = follower;
  const { node } = follower.ports;
  const [first] = blocks;
  if (held === null || first === undefined) return true;
  if (first.parentHash !== held.hash) {
    const present = await node.refAt(held.height, signal);
    if (present?.hash !== held.hash) {
      follower.isForked = true;
      return false;
    }
  }
  checkLink(held, first, request.stored.network, node.name);
  return true;
}

/** How the node's chain relates to the stored blocks. */
type Fork =
  /** It contains the last stored block. */
  | { readonly kind: 'none' }
  /** It ends below the last stored block, and agrees as far as it goes: the node is behind. */
  | { readonly kind: 'behind' }
  /** `keep` is the newest block of both; null where they have none, and no stored one is final. */
  | { readonly kind: 'fork'; readonly keep: StoredBlock | null; readonly undone: readonly StoredBlock[] }
  /** It agrees with no stored block, not even with the one that was final. */
  | { readonly kind: 'deeper-than-final'; readonly final: StoredBlock };

/**
 * Walks back from the last stored block to the newest one that the node's chain contains too.
 *
 * @param stored the newest first, down to the last final one, or to the first one where none is final
 * @param finalHeight up to which stored blocks are final
 */
async function findFork(
  node: ChainNode,
  stored: readonly StoredBlock[],
  { tip, finalHeight }: { readonly tip: NodeTip; readonly finalHeight: number },
  signal: AbortSignal,
): Promise<Fork> {
  const lowest = stored.at(-1);
  if (lowest === undefined) return { kind: 'none' };
  if (tip.height < lowest.height) return { kind: 'behind' };
  for (const [index, block] of stored.entries()) {
    if (block.height > tip.height) continue;
    const found = block.height === tip.height ? tip : await node.refAt(block.height, signal);
    if (found?.hash !== block.hash) continue;
    if (index === 0) return { kind: 'none' };
    if (block.height === tip.height) return { kind: 'behind' };
    return { kind: 'fork', ...undoneAfter(stored, index) };
  }
  if (lowest.height > finalHeight) return { kind: 'fork', keep: null, undone: stored };
  return { kind: 'deeper-than-final', final: lowest };
}

/**
 * Which blocks are undone for one to be the last, and which is the last then: blocks of one second are undone together,
 * as records are found by their second and zero amounts are known by it alone.
 *
 * @param stored the newest first
 * @param index above 0, of the block that is to be the last
 */
function undoneAfter(
  stored: readonly StoredBlock[],
  index: number,
): { readonly keep: StoredBlock; readonly undone: readonly StoredBlock[] } {
  let at = index;
  while (at + 1 < stored.length && stored[at]?.time === stored[at - 1]?.time) at += 1;
  const keep = stored[at];
  if (keep === undefined) throw new RangeError(`There is no stored block ${at}`);
  return { keep, undone: stored.slice(0, at) };
}

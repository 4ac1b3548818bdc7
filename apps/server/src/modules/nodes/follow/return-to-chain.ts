import { formatCount } from '@assay/wording';
import { checkLink } from './check-blocks.ts';
import { findFork, undoneAfter } from './find-fork.ts';
import type { FollowedBlock, NodeTip } from './follow.ports.ts';
import { FollowError, lostBlocks } from './follow-error.ts';
import { readBlocks } from './followed-blocks.store.ts';
import type { Follower } from './follower.ts';
import { undoStored } from './store-blocks.ts';

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

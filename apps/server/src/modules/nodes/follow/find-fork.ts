import type { ChainNode, NodeTip } from './follow.ports.ts';
import type { StoredBlock } from './followed-blocks.store.ts';

/** How the node's chain relates to the stored blocks. */
export type Fork =
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
export async function findFork(
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
export function undoneAfter(
  stored: readonly StoredBlock[],
  index: number,
): { readonly keep: StoredBlock; readonly undone: readonly StoredBlock[] } {
  let at = index;
  while (at + 1 < stored.length && stored[at]?.time === stored[at - 1]?.time) at += 1;
  const keep = stored[at];
  if (keep === undefined) throw new RangeError(`There is no stored block ${at}`);
  return { keep, undone: stored.slice(0, at) };
}

import { formatCount } from '@assay/wording';
import { checkIdentity } from './blocks/begin.ts';
import { type BlockRef, type ChainNode, FollowError, isPassing, NodeError } from './follow.ports.ts';

export interface SecondNodePorts {
  readonly node: ChainNode;
  readonly second: ChainNode;
  readonly identity: string;
  readonly say: (text: string) => void;
}

/**
 * Compares the blocks of a node with those of another one. A block names its parent, so two nodes that have the same
 * block at a height have the same chain up to it: comparing the newest covers all that were passed over.
 */
export class SecondNode {
  readonly #ports: SecondNodePorts;
  #isKnown = false;
  #said = '';

  constructor(ports: SecondNodePorts) {
    this.#ports = ports;
  }

  /**
   * Compares a block before it is stored, or the newest one that the second node has below it. A second node that gives
   * no answer stops nothing: what it would have said is covered by its next answer.
   *
   * @returns the height at which both agree; null where the second node gave no answer
   * @throws NodeError `differs` where blocks that may still be undone differ, `wrong-chain` for a node of another chain;
   * FollowError where final blocks differ
   */
  async compare(block: BlockRef, finalHeight: number, signal: AbortSignal): Promise<number | null> {
    const { node, second, identity } = this.#ports;
    try {
      if (!this.#isKnown) await checkIdentity(second, identity, signal);
      this.#isKnown = true;
      const tip = await second.tip(signal);
      const height = Math.min(block.height, tip.height);
      const theirs = height === tip.height ? tip : await second.refAt(height, signal);
      const ours = height === block.height ? block : await node.refAt(height, signal);
      if (theirs === null || ours === null) return null;
      this.#sayOnce('');
      if (theirs.hash === ours.hash) return height;
      await this.#refuseFinal(Math.min(height, finalHeight), signal);
      throw new NodeError({ kind: 'differs', node: node.name, other: second.name, height });
    } catch (error) {
      if (!isSilence(error, second.name)) throw error;
      this.#isKnown = false;
      this.#sayOnce(`Blocks are not compared for now: ${error.message}`);
      return null;
    }
  }

  async #refuseFinal(height: number, signal: AbortSignal): Promise<void> {
    if (height < 0) return;
    const { node, second } = this.#ports;
    const [ours, theirs] = [await node.refAt(height, signal), await second.refAt(height, signal)];
    if (ours === null || theirs === null || ours.hash === theirs.hash) return;
    throw new FollowError(
      `${node.name} and ${second.name} have different final blocks at height ${formatCount(height)}: ` +
        `${ours.hash} and ${theirs.hash}. Nothing of them was stored. Find out which of the two is wrong, then follow the other.`,
    );
  }

  #sayOnce(text: string): void {
    if (text !== '' && text !== this.#said) this.#ports.say(text);
    this.#said = text;
  }
}

/** Whether the second node gave no answer for now, or has deleted the block. What the first one fails at is not meant. */
function isSilence(error: unknown, second: string): error is NodeError {
  if (!(error instanceof NodeError) || error.fault.node !== second) return false;
  return error.fault.kind !== 'differs' && (isPassing(error.fault) || error.fault.kind === 'pruned');
}

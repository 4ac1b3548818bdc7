import { toHex } from '../../../formats/evm-wire.ts';
import { hexAmount } from '../../../formats/wire.ts';
import type { SourceCall } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { batchRpc } from './ask-rpc.ts';

const ENOUGH_BLOCKS = 40;
const MOST_ROUNDS = 60;
/** Blocks sampled between two blocks in one iteration. */
const SAMPLES = 12;

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The newest blocks up to `top` in which an account's balance or nonce changed, found by halving: if both are unchanged
 * over a span for an account without code, nothing happened in the span, since only a transaction of the account could
 * spend what it received. Needs a node that keeps the state of old blocks.
 *
 * @returns the blocks, newest first, and the block down to which the list is complete
 */
export async function changedBlocks(
  provider: Provider,
  account: string,
  top: number,
  call: SourceCall,
): Promise<{ readonly blocks: readonly number[]; readonly from: number }> {
  const states = new Map<number, string>();
  const blocks: number[] = [];
  const open: Span[] = [{ from: 0, to: top }];
  for (let rounds = 0; rounds < MOST_ROUNDS && blocks.length < ENOUGH_BLOCKS; rounds += 1) {
    const span = open.pop();
    if (span === undefined) return { blocks, from: 0 };
    const heights = blocksIn(span);
    await look(
      provider,
      account,
      heights.filter((block) => !states.has(block)),
      states,
      call,
    );
    const changed: Span[] = [];
    for (const [at, to] of heights.entries()) {
      const from = heights[at - 1];
      if (from === undefined || states.get(from) === states.get(to)) continue;
      changed.push({ from, to });
    }
    // Newest first: spans of a single block before all older, longer spans.
    while (changed.length > 0) {
      const last = changed.at(-1);
      if (last === undefined || last.to - last.from > 1) break;
      blocks.push(last.to);
      changed.pop();
    }
    open.push(...changed);
  }
  const next = open.at(-1);
  return { blocks, from: next === undefined ? 0 : next.to + 1 };
}

function blocksIn({ from, to }: Span): number[] {
  const width = to - from;
  const count = Math.min(SAMPLES, width);
  const heights = Array.from({ length: count + 1 }, (_, at) => from + Math.floor((width * at) / Math.max(1, count)));
  return [...new Set(heights)];
}

async function look(
  provider: Provider,
  account: string,
  heights: readonly number[],
  states: Map<number, string>,
  call: SourceCall,
): Promise<void> {
  const questions = heights.flatMap((block) =>
    ['eth_getBalance', 'eth_getTransactionCount'].map((method) => ({
      method,
      params: [account, toHex(block)],
      result: hexAmount,
    })),
  );
  const answers = await batchRpc(provider, questions, call);
  for (const [at, block] of heights.entries()) states.set(block, `${answers[2 * at]} ${answers[2 * at + 1]}`);
}

import type { SourceCall } from '../../features/sources/index.ts';
import type { Provider } from '../providers/provider.ts';
import { batchRpc, toHex } from './json-rpc-wire.ts';
import { hexAmount } from './wire.ts';

const ENOUGH_BLOCKS = 40;
const MOST_ROUNDS = 60;
/** Places between two blocks that are looked at in one round. */
const SAMPLES = 12;

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The newest blocks up to `top` in which an account's balance or nonce changed, found by halving: an account without
 * code that shows both unchanged over a span had nothing happen in it, since only a transaction of its own could have
 * taken away what came. Needs a node that keeps the state of old blocks.
 *
 * @returns the blocks, newest first, and the block down to which they are all
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
    const places = placesIn(span);
    await look(
      provider,
      account,
      places.filter((place) => !states.has(place)),
      states,
      call,
    );
    const changed: Span[] = [];
    for (const [at, to] of places.entries()) {
      const from = places[at - 1];
      if (from === undefined || states.get(from) === states.get(to)) continue;
      changed.push({ from, to });
    }
    // Newest first: those that are a single block before all older ones that are not.
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

function placesIn({ from, to }: Span): number[] {
  const width = to - from;
  const count = Math.min(SAMPLES, width);
  const places = Array.from({ length: count + 1 }, (_, at) => from + Math.floor((width * at) / Math.max(1, count)));
  return [...new Set(places)];
}

async function look(
  provider: Provider,
  account: string,
  places: readonly number[],
  states: Map<number, string>,
  call: SourceCall,
): Promise<void> {
  const questions = places.flatMap((place) =>
    ['eth_getBalance', 'eth_getTransactionCount'].map((method) => ({
      method,
      params: [account, toHex(place)],
      result: hexAmount,
    })),
  );
  const answers = await batchRpc(provider, questions, call);
  for (const [at, place] of places.entries()) states.set(place, `${answers[2 * at]} ${answers[2 * at + 1]}`);
}

import { z } from 'zod';
import { type SourceCall, SourceError } from '../../features/sources/index.ts';
import type { Provider } from '../providers/provider.ts';
import { askList, askNode, type EtherscanOptions } from './etherscan-wire.ts';
import { addressIn, booleanWord, topicOf, word } from './evm-abi.ts';
import type { FreezeList } from './freeze-lists.ts';
import { headAt } from './json-rpc-blocks.ts';
import { askRpc, log, mustRpc, NO_METHOD, TOO_WIDE, toHex } from './json-rpc-wire.ts';
import { evmAddress, hexWhole } from './wire.ts';

/** Somebody who can be asked what a contract says. */
export interface FreezeReader {
  readonly provider: string;
  isFrozen(contract: string, list: FreezeList, address: string, call: SourceCall): Promise<boolean>;
  /** Second of the event that put an address on the list for good; null where none can be found. */
  frozenSince(contract: string, list: FreezeList, address: string, call: SourceCall): Promise<number | null>;
}

interface ListEvent {
  readonly time: number;
  /** Oldest first by this. */
  readonly place: number;
}

/** The latest event that put the address on the list, unless a later one took it off again. */
function standing(added: readonly ListEvent[], removed: readonly ListEvent[]): number | null {
  const last = added.toSorted((a, b) => b.place - a.place)[0];
  if (last === undefined || removed.some(({ place }) => place > last.place)) return null;
  return last.time;
}

const PLACES_IN_A_BLOCK = 2 ** 20;

/** By a node: a plain one, or one that an explorer passes calls on to at a path of its own. */
export function nodeFreezes(provider: Provider, path = ''): FreezeReader {
  return {
    provider: provider.name,
    isFrozen: (contract, { selector }, address, call) => {
      const params = [{ to: contract, data: selector + word(address) }, 'latest'];
      return mustRpc(provider, { method: 'eth_call', params, result: booleanWord }, call, path);
    },
    async frozenSince(contract, list, address, call) {
      const events = async (topic: string): Promise<ListEvent[] | null> => {
        const topics = list.isIndexed ? [topic, topicOf(address)] : [topic];
        const filter = { address: contract, topics, fromBlock: '0x0', toBlock: 'latest' };
        const question = { method: 'eth_getLogs', params: [filter], result: z.array(log) };
        const logs = await askRpc(provider, question, call, path);
        if (logs === NO_METHOD || logs === TOO_WIDE) return null;
        const own = logs.filter(({ topics: [, named], data }) => addressIn(named ?? data) === address);
        return await Promise.all(
          own.map(async ({ blockNumber, logIndex }) => ({
            time: (await mustRpc(provider, headAt(toHex(blockNumber)), call, path)).timestamp,
            place: blockNumber * PLACES_IN_A_BLOCK + logIndex,
          })),
        );
      };
      const added = await events(list.added);
      const removed = await events(list.removed);
      return added === null || removed === null ? null : standing(added, removed);
    },
  };
}

const logRow = z.object({
  address: evmAddress,
  topics: z.array(z.string()),
  data: z.string(),
  blockNumber: hexWhole,
  timeStamp: hexWhole,
  /** Etherscan writes a bare `0x` for the first log of a block. */
  logIndex: z.union([z.literal('0x').transform(() => 0), hexWhole]),
});

const LOG_PAGE = 1_000;
const MOST_LOG_PAGES = 10;

/** By an API in Etherscan's format. */
export function etherscanFreezes(options: EtherscanOptions): FreezeReader {
  return {
    provider: options.provider.name,
    isFrozen: (contract, { selector }, address, call) =>
      askNode(
        options,
        { action: 'eth_call', to: contract, data: selector + word(address), tag: 'latest' },
        booleanWord,
        call,
      ),
    async frozenSince(contract, list, address, call) {
      const events = async (topic: string): Promise<ListEvent[] | null> => {
        const indexed = list.isIndexed ? { topic1: topicOf(address), topic0_1_opr: 'and' } : {};
        const found: ListEvent[] = [];
        for (let page = 1; page <= MOST_LOG_PAGES; page += 1) {
          const range = { fromBlock: '0', toBlock: 'latest', page: String(page), offset: String(LOG_PAGE) };
          const query = { module: 'logs', action: 'getLogs', address: contract, topic0: topic, ...indexed, ...range };
          const rows = await askList(options, query, logRow, call);
          const own = rows.filter(({ topics: [, named], data }) => addressIn(named ?? data) === address);
          found.push(
            ...own.map(({ blockNumber, logIndex, timeStamp }) => ({
              time: timeStamp,
              place: blockNumber * PLACES_IN_A_BLOCK + logIndex,
            })),
          );
          if (rows.length < LOG_PAGE) return found;
        }
        return null;
      };
      const added = await events(list.added);
      const removed = await events(list.removed);
      return added === null || removed === null ? null : standing(added, removed);
    },
  };
}

/** The date of a freeze is a kindness: want of it must not hide the freeze. */
export async function sinceIfKnown(
  reader: FreezeReader,
  question: { readonly contract: string; readonly list: FreezeList; readonly address: string },
  call: SourceCall,
): Promise<number | null> {
  try {
    return await reader.frozenSince(question.contract, question.list, question.address, call);
  } catch (error) {
    if (error instanceof SourceError && error.fault.kind !== 'cancelled') return null;
    throw error;
  }
}

import { z } from 'zod';
import { addressIn, booleanWord, topicOf, word } from '../../../formats/evm-abi.ts';
import { log, toHex } from '../../../formats/evm-wire.ts';
import { evmAddress, hexWhole } from '../../../formats/wire.ts';
import { type SourceCall, SourceError } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { askList, askNode, type EtherscanOptions } from '../etherscan/etherscan-wire.ts';
import { askRpc, mustRpc, NO_METHOD, TOO_WIDE } from '../json-rpc/ask-rpc.ts';
import { headAt } from '../json-rpc/json-rpc-blocks.ts';
import type { EventWord, FreezeList } from './freeze-lists.ts';

/** Reads freeze lists from contracts. */
export interface FreezeReader {
  readonly provider: string;
  isFrozen(contract: string, list: FreezeList, address: string, call: SourceCall): Promise<boolean>;
  /** Second since which an address is on the list; null where that cannot be determined. */
  frozenSince(contract: string, list: FreezeList, address: string, call: SourceCall): Promise<number | null>;
}

interface ListEvent {
  readonly time: number;
  /** Sort key, oldest first. */
  readonly position: number;
}

const POSITIONS_IN_A_BLOCK = 2 ** 20;

/** Through a node: a plain one, or one to which an explorer forwards calls at a separate path. */
export function nodeFreezes(provider: Provider, path = ''): FreezeReader {
  return {
    provider: provider.name,
    isFrozen: (contract, { selector }, address, call) => {
      const params = [{ to: contract, data: selector + word(address) }, 'latest'];
      return mustRpc(provider, { method: 'eth_call', params, result: booleanWord }, call, path);
    },
    frozenSince: (contract, list, address, call) =>
      listedSince(list, async ({ topic }) => {
        const topics = list.isIndexed ? [topic, topicOf(address)] : [topic];
        const filter = { address: contract, topics, fromBlock: '0x0', toBlock: 'latest' };
        const question = { method: 'eth_getLogs', params: [filter], result: z.array(log) };
        const logs = await askRpc(provider, question, call, path);
        if (logs === NO_METHOD || logs === TOO_WIDE) return null;
        const own = logs.filter(({ topics: [, named], data }) => addressIn(named ?? data) === address);
        return await Promise.all(
          own.map(async ({ blockNumber, logIndex }) => ({
            time: (await mustRpc(provider, headAt(toHex(blockNumber)), call, path)).timestamp,
            position: blockNumber * POSITIONS_IN_A_BLOCK + logIndex,
          })),
        );
      }),
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

/** Through an API in Etherscan's format. */
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
    frozenSince: (contract, list, address, call) =>
      listedSince(list, async ({ topic }) => {
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
              position: blockNumber * POSITIONS_IN_A_BLOCK + logIndex,
            })),
          );
          if (rows.length < LOG_PAGE) return found;
        }
        return null;
      }),
  };
}

/** The date of a freeze is optional: a missing date must not hide the freeze. */
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

/** All events of one kind that name the address; null where the list would be incomplete. */
type EventsOf = (word: EventWord) => Promise<readonly ListEvent[] | null>;

/** The first event that added the address after the last that removed it; some lists can add an address twice. */
async function listedSince({ added, removed }: FreezeList, eventsOf: EventsOf): Promise<number | null> {
  const off = await allOf(removed, eventsOf);
  const on = off === null ? null : await allOf(added, eventsOf);
  if (off === null || on === null) return null;
  const lastOff = Math.max(-1, ...off.map(({ position }) => position));
  const [first] = on.filter(({ position }) => position > lastOff).sort((a, b) => a.position - b.position);
  return first?.time ?? null;
}

async function allOf(words: readonly EventWord[], eventsOf: EventsOf): Promise<readonly ListEvent[] | null> {
  const found: ListEvent[] = [];
  for (const word of words) {
    const events = await eventsOf(word);
    if (events === null) return null;
    found.push(...events);
  }
  return found;
}

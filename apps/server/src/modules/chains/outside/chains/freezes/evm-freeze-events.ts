import { z } from 'zod';
import { addressIn } from '../../../formats/evm-abi.ts';
import { log, toHex } from '../../../formats/evm-wire.ts';
import { evmAddress, evmHash, hexWhole } from '../../../formats/wire.ts';
import type { FreezeEvent, FreezeEventsPart } from '../../../freezes/freezes.ports.ts';
import { type SourceCall, SourceError } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { askList, type EtherscanOptions } from '../etherscan/etherscan-wire.ts';
import { askRpc, mustRpc, NO_METHOD, TOO_WIDE } from '../json-rpc/ask-rpc.ts';
import { headAt } from '../json-rpc/json-rpc-blocks.ts';
import { type EventStretch, partsOfStretches } from './freeze-event-ranges.ts';
import type { EventWord, FreezeList } from './freeze-lists.ts';

/** Reads all freeze events of a contract. */
export interface FreezeEventReader {
  readonly provider: string;
  /** Events from `from` to the last final place, in parts; a place is a block, on Tron a time in milliseconds. */
  parts(contract: string, list: FreezeList, from: number, call: SourceCall): AsyncIterable<FreezeEventsPart>;
}

/** The newest block that is final. */
export type FinalBlock = (call: SourceCall) => Promise<number>;

/** Some nodes leave out what is beyond their limit without saying so. */
const FULL_ANSWER = 1_000;
/** A range grows by this factor after every answer that was not too large. */
const GROWTH = 4;

/** Through a node: a plain one, or one to which an explorer forwards calls at a separate path. */
export function nodeFreezeEvents(provider: Provider, finalBlock: FinalBlock, path = ''): FreezeEventReader {
  return {
    provider: provider.name,
    async *parts(contract, list, start, call) {
      const end = await finalBlock(call);
      const kinds = kindsByTopic(list);
      let from = start;
      let width = Math.max(1, end - start + 1);
      while (from <= end) {
        const to = Math.min(end, from + width - 1);
        const filter = { address: contract, topics: [[...kinds.keys()]], fromBlock: toHex(from), toBlock: toHex(to) };
        const question = { method: 'eth_getLogs', params: [filter], result: z.array(log) };
        const logs = await askRpc(provider, question, call, path);
        if (logs === NO_METHOD) throw unsupported(provider);
        if (logs === TOO_WIDE || (logs.length >= FULL_ANSWER && to > from)) {
          if (to === from) throw unsupported(provider);
          width = Math.max(1, Math.floor((to - from + 1) / 2));
          continue;
        }
        const times = await timesOfLogs(logs, (block) => mustRpc(provider, headAt(toHex(block)), call, path));
        const events = logs.flatMap(({ topics: [topic = '', named], data, ...row }) => {
          const kind = kinds.get(topic.toLowerCase());
          const time = times.get(row.blockNumber);
          if (kind === undefined || time === undefined || row.removed === true) return [];
          return [eventOf(kind, named ?? data, { ...row, timeStamp: time })];
        });
        yield { events, readTo: to, end };
        from = to + 1;
        width *= GROWTH;
      }
      if (start > end) yield { events: [], readTo: end, end };
    },
  };
}

function unsupported({ name }: Provider): SourceError {
  return new SourceError({ kind: 'not-supported', provider: name, what: 'the events of a contract' });
}

/** Newer nodes date their logs; of others every block is asked for once. */
async function timesOfLogs(
  logs: readonly z.output<typeof log>[],
  headOf: (block: number) => Promise<{ readonly timestamp: number }>,
): Promise<ReadonlyMap<number, number>> {
  const times = new Map<number, number>();
  for (const { blockNumber, blockTimestamp } of logs) {
    if (times.has(blockNumber)) continue;
    times.set(blockNumber, blockTimestamp ?? (await headOf(blockNumber)).timestamp);
  }
  return times;
}

const logRow = z.object({
  topics: z.array(z.string()),
  data: z.string(),
  blockNumber: hexWhole,
  timeStamp: hexWhole,
  transactionHash: evmHash,
  /** Etherscan writes a bare `0x` for the first log of a block. */
  logIndex: z.union([z.literal('0x').transform(() => 0), hexWhole]),
});

const ROWS_A_PAGE = 1_000;
/** The API lists at most 10,000 rows of one range. */
const MOST_PAGES = 10;

/** Through an API in Etherscan's format. */
export function etherscanFreezeEvents(options: EtherscanOptions, finalBlock: FinalBlock): FreezeEventReader {
  return {
    provider: options.provider.name,
    async *parts(contract, list, from, call) {
      const end = await finalBlock(call);
      const read = [...kindsByTopic(list)].map(([topic, kind]) => async (start: number): Promise<EventStretch> => {
        const events: FreezeEvent[] = [];
        for (let page = 1; page <= MOST_PAGES; page += 1) {
          const range = { fromBlock: String(start), toBlock: String(end), page: String(page) };
          const query = { module: 'logs', action: 'getLogs', address: contract, topic0: topic, ...range };
          const rows = await askList(options, { ...query, offset: String(ROWS_A_PAGE) }, logRow, call);
          events.push(...rows.map((row) => eventOf(kind, row.topics[1] ?? row.data, row)));
          if (rows.length < ROWS_A_PAGE) return { events, cutAt: null };
        }
        // The last block may go on behind the cut.
        const cutAt = Math.max(...events.map(({ block }) => block)) - 1;
        if (cutAt < start) throw unsupported(options.provider);
        return { events, cutAt };
      });
      yield* partsOfStretches({ from, end: Math.max(end, 0) }, ({ block }) => block, from > end ? [] : read);
    },
  };
}

function kindsByTopic({ added, removed }: FreezeList): ReadonlyMap<string, FreezeEvent['kind']> {
  const entries = (words: readonly EventWord[], kind: FreezeEvent['kind']) =>
    words.map(({ topic }) => [topic, kind] as const);
  return new Map([...entries(added, 'frozen'), ...entries(removed, 'released')]);
}

interface LogPlace {
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly timeStamp: number;
  readonly transactionHash: string;
}

/** @param word the 32 bytes that hold the address */
function eventOf(kind: FreezeEvent['kind'], word: string, place: LogPlace): FreezeEvent {
  return {
    kind,
    address: evmAddress.parse(addressIn(word)),
    block: place.blockNumber,
    logIndex: place.logIndex,
    at: place.timeStamp * 1000,
    transaction: place.transactionHash,
  };
}

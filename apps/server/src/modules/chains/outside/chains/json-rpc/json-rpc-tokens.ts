import { z } from 'zod';
import { addressIn, TRANSFER_TOPIC, topicOf } from '../../../formats/evm-abi.ts';
import type { EvmNetwork } from '../../../formats/evm-networks.ts';
import { tokenMove } from '../../../formats/evm-records.ts';
import { log, toHex } from '../../../formats/evm-wire.ts';
import { narrowerThan } from '../../../formats/json-rpc-refusals.ts';
import { recordsOf } from '../../../formats/records.ts';
import { cursorBlock } from '../../../formats/wire.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import { type SourceCall, SourceError, type TransfersAsk, type TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { malformed, readRows } from '../common/read-rows.ts';
import { askRpc, NO_METHOD, TOO_WIDE } from './ask-rpc.ts';
import { heightOf, timesOf } from './json-rpc-blocks.ts';

type Log = z.output<typeof log>;

const ENOUGH_LOGS = 1_000;
const MOST_RANGES = 12;
/** The most requests that a check may be given. A history that takes more is not read to its beginning. */
const MOST_QUESTIONS = 1_000;
const QUESTIONS_A_RANGE = 2;

/**
 * Reads the transfers of a token by its logs, newest first; finds by refusals how wide a block range the node accepts.
 */
export function tokenReader(network: EvmNetwork, provider: Provider) {
  let widest = Number.POSITIVE_INFINITY;

  async function logsOf(
    contract: string,
    account: string,
    { from, to }: { readonly from: number; readonly to: number },
    gaps: HistoryGap[],
    call: SourceCall,
  ) {
    const topic = topicOf(account);
    const found = new Map<string, Log>();
    for (const topics of [
      [TRANSFER_TOPIC, topic],
      [TRANSFER_TOPIC, null, topic],
    ]) {
      const filter = { address: contract, topics, fromBlock: toHex(from), toBlock: toHex(to) };
      const answer = await askRpc(
        provider,
        { method: 'eth_getLogs', params: [filter], result: z.array(z.unknown()) },
        call,
      );
      if (answer === NO_METHOD) {
        throw new SourceError({ kind: 'not-supported', provider: provider.name, what: 'logs' });
      }
      if (answer === TOO_WIDE) return TOO_WIDE;
      const read = readRows(
        answer,
        log,
        ({ blockNumber, logIndex }) => `${blockNumber} ${logIndex}`,
        (one) => {
          if (one.address !== contract) throw malformed(provider.name, 'address');
          if (one.topics[0] !== TRANSFER_TOPIC) throw malformed(provider.name, 'topics.0');
          if (one.topics.length === 3 && one.data.length !== 66) throw malformed(provider.name, 'data');
          return one;
        },
      );
      gaps.push(...rowGaps(provider.name, read));
      for (const one of read.rows) if (one.removed !== true) found.set(`${one.blockNumber} ${one.logIndex}`, one);
    }
    return [...found.values()];
  }

  return async (contract: string, ask: TransfersAsk, call: SourceCall): Promise<TransfersPage> => {
    let to = ask.cursor === null ? await heightOf(provider, call) : cursorBlock(provider.name, ask.cursor);
    const logs: Log[] = [];
    const gaps: HistoryGap[] = [];
    for (let ranges = 0; to >= 0 && ranges < MOST_RANGES && logs.length < ENOUGH_LOGS; ranges += 1) {
      const from = Math.max(0, to - widest + 1);
      const answer = await logsOf(contract, ask.account, { from, to }, gaps, call);
      if (answer === TOO_WIDE) {
        const width = to - from + 1;
        if (width === 1)
          throw new SourceError({ kind: 'not-supported', provider: provider.name, what: 'logs of a block' });
        widest = narrowerThan(width);
        continue;
      }
      logs.push(...answer);
      to = from - 1;
    }
    const page = await pageOf(network, provider, ask, logs, to, call);
    const isOutOfReach = Math.ceil((to + 1) / widest) * QUESTIONS_A_RANGE > MOST_QUESTIONS;
    if (page.next === null || page.completeFrom === null || ask.since !== null || !isOutOfReach)
      return { ...page, gaps };
    const time = page.completeFrom;
    return {
      ...page,
      next: null,
      gaps: [...gaps, { kind: 'holds-from', provider: provider.name, time, blocks: widest }],
    };
  };
}

async function pageOf(
  network: EvmNetwork,
  provider: Provider,
  ask: TransfersAsk,
  logs: readonly Log[],
  below: number,
  call: SourceCall,
): Promise<TransfersPage> {
  const untimed = logs.flatMap(({ blockNumber, blockTimestamp }) => (blockTimestamp == null ? [blockNumber] : []));
  const times = await timesOf(provider, below < 0 ? untimed : [...untimed, below], call);
  const timeOf = (block: number): number => times.get(block) ?? expectTime(provider.name);
  const moves = logs.flatMap((one) => {
    const [, from, to, fourth] = one.topics;
    // A fourth topic is the id of a non-fungible token, not an amount.
    if (from === undefined || to === undefined || fourth !== undefined) return [];
    return tokenMove(network, {
      hash: one.transactionHash,
      block: one.blockNumber,
      transactionIndex: one.transactionIndex,
      time: one.blockTimestamp ?? timeOf(one.blockNumber),
      logIndex: one.logIndex,
      from: addressIn(from),
      to: addressIn(to),
      value: BigInt(one.data),
    });
  });
  const openUntil = below < 0 ? null : timeOf(below);
  return {
    records: recordsOf(ask.account, moves),
    next: openUntil === null || (ask.since !== null && openUntil < ask.since) ? null : String(below),
    completeFrom: openUntil === null ? null : openUntil + 1,
    lacks: [],
    contracts: [],
    plainAccounts: [],
    provider: provider.name,
  };
}

function expectTime(provider: string): never {
  throw malformed(provider, 'result.timestamp');
}

import { z } from 'zod';
import { movesOfCalls, type TracedCall, tracedCalls } from '../../../formats/call-tree.ts';
import type { EvmNetwork } from '../../../formats/evm-networks.ts';
import { genesisMove, transactionMoves } from '../../../formats/evm-records.ts';
import {
  feeOf,
  filteredTrace,
  fullBlock,
  type Receipt,
  receipt,
  toHex,
  transaction,
} from '../../../formats/evm-wire.ts';
import { narrowerThan } from '../../../formats/json-rpc-refusals.ts';
import { recordsOf } from '../../../formats/records.ts';
import { cursorBlock, hexAmount } from '../../../formats/wire.ts';
import { type SourceCall, SourceError, type TransfersAsk, type TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { malformed } from '../common/read-rows.ts';
import { askRpc, batchRpc, mustRpc, NO_METHOD, TOO_WIDE } from './ask-rpc.ts';
import { heightOf, timesOf } from './json-rpc-blocks.ts';
import { changedBlocks } from './json-rpc-changes.ts';

const ENOUGH_TRANSACTIONS = 200;
const MOST_RANGES = 8;
const MOST_TRACES = 2_000;

/** Transactions that touch an account, down to and including the block `from`. */
interface Touched {
  readonly hashes: readonly string[];
  readonly from: number;
}

/** Reads an account's moves of the network's coin, newest first, by the methods that the node offers. */
export function nativeReader(network: EvmNetwork, provider: Provider) {
  let hasFilter = true;
  let hasTraces = true;
  let widest = Number.POSITIVE_INFINITY;

  /** By the node's index of traces: every transaction in which the account sent or received anything. */
  async function byFilter(account: string, top: number, call: SourceCall): Promise<Touched | null> {
    const hashes = new Set<string>();
    let to = top;
    for (let ranges = 0; to >= 0 && ranges < MOST_RANGES && hashes.size < ENOUGH_TRANSACTIONS; ranges += 1) {
      const from = Math.max(0, to - widest + 1);
      const range = { fromBlock: toHex(from), toBlock: toHex(to) };
      const found: string[] = [];
      let isWide = false;
      for (const side of [{ fromAddress: [account] }, { toAddress: [account] }]) {
        const params = [{ ...range, ...side, count: MOST_TRACES }];
        const answer = await askRpc(provider, { method: 'trace_filter', params, result: z.array(filteredTrace) }, call);
        if (answer === NO_METHOD) return null;
        // Traces come oldest first, so a truncated list lacks the newest.
        if (answer === TOO_WIDE || answer.length >= MOST_TRACES) isWide = true;
        else found.push(...answer.flatMap(({ transactionHash }) => transactionHash ?? []));
      }
      if (isWide) {
        if (to === from)
          throw new SourceError({
            kind: 'not-supported',
            provider: provider.name,
            what: 'so many traces of one block',
          });
        widest = narrowerThan(to - from + 1);
        continue;
      }
      for (const hash of found) hashes.add(hash);
      to = from - 1;
    }
    return { hashes: [...hashes], from: to + 1 };
  }

  /** By changes of balance or nonce: every transaction of those blocks that names the account or may involve it. */
  async function byChanges(account: string, top: number, call: SourceCall): Promise<Touched> {
    const { blocks, from } = await changedBlocks(provider, account, top, call);
    const asked = blocks.map((block) => ({
      method: 'eth_getBlockByNumber',
      params: [toHex(block), true],
      result: fullBlock,
    }));
    const full = await batchRpc(provider, asked, call);
    const hashes = full.flatMap(({ transactions }) =>
      transactions
        // With traces, the other transactions are examined as well: a contract may have paid the account.
        .filter((one) => hasTraces || one.from === account || one.to === account || one.to === null)
        .map(({ hash }) => hash),
    );
    return { hashes, from };
  }

  async function tracesOf(
    hashes: readonly string[],
    call: SourceCall,
  ): Promise<readonly (readonly TracedCall[])[] | null> {
    const [first] = hashes;
    if (first === undefined) return [];
    const question = (hash: string) => ({
      method: 'debug_traceTransaction',
      params: [hash, { tracer: 'callTracer' }],
      result: tracedCalls,
    });
    const probe = await askRpc(provider, question(first), call);
    if (probe === NO_METHOD || probe === TOO_WIDE) return null;
    return [probe, ...(await batchRpc(provider, hashes.slice(1).map(question), call))];
  }

  return async (ask: TransfersAsk, call: SourceCall): Promise<TransfersPage> => {
    const top = ask.cursor === null ? await heightOf(provider, call) : cursorBlock(provider.name, ask.cursor);
    const filtered = hasFilter ? await byFilter(ask.account, top, call) : null;
    hasFilter = filtered !== null;
    let touched = filtered ?? (await byChanges(ask.account, top, call));
    const traces = hasTraces ? await tracesOf(touched.hashes, call) : null;
    if (traces === null && hasTraces) {
      hasTraces = false;
      if (filtered === null) touched = await byChanges(ask.account, top, call);
    }
    return await pageOf({ network, provider, hasIndex: filtered !== null }, ask, touched, traces, call);
  };
}

interface Node {
  readonly network: EvmNetwork;
  readonly provider: Provider;
  /** Whether the transactions came from an index, which also contains inner calls that cancel out. */
  readonly hasIndex: boolean;
}

async function pageOf(
  { network, provider, hasIndex }: Node,
  ask: TransfersAsk,
  { hashes, from }: Touched,
  traces: readonly (readonly TracedCall[])[] | null,
  call: SourceCall,
): Promise<TransfersPage> {
  const by = <Result extends z.ZodType>(method: string, result: Result) =>
    batchRpc(
      provider,
      hashes.map((hash) => ({ method, params: [hash], result })),
      call,
    );
  const receipts = await by('eth_getTransactionReceipt', receipt);
  const sent = await by('eth_getTransactionByHash', transaction);
  const blocks = receipts.map(({ blockNumber }) => blockNumber);
  const below = from - 1;
  const times = await timesOf(provider, below < 0 ? [...blocks, 0] : [...blocks, below], call);
  const timeOf = (block: number): number => {
    const time = times.get(block);
    if (time === undefined) throw malformed(provider.name, 'result.timestamp');
    return time;
  };
  const moves = receipts.flatMap((one, at) => {
    const own = sent[at];
    if (own === undefined || own.hash !== one.transactionHash) throw malformed(provider.name, `${at}.result.hash`);
    const time = timeOf(one.blockNumber);
    const inner = traces?.[at];
    return [
      ...transactionMoves(network, {
        ...positionOf(one),
        time,
        from: own.from,
        to: own.to ?? one.contractAddress ?? null,
        value: own.value,
        fee: feeOf(one),
        failed: one.status === '0x0',
      }),
      ...(inner === undefined ? [] : movesOfCalls(network, one, time, inner)),
    ];
  });
  const begun = below < 0 ? await genesisMoves(network, provider, ask.account, timeOf(0), call) : [];
  const openUntil = below < 0 ? null : timeOf(below);
  return {
    records: recordsOf(ask.account, [...moves, ...begun]),
    next: openUntil === null || (ask.since !== null && openUntil < ask.since) ? null : String(below),
    completeFrom: openUntil === null ? null : openUntil + 1,
    lacks: traces === null || !(hasIndex || (await isPlain(provider, ask.account, call))) ? ['internal'] : [],
    contracts: receipts.flatMap(({ contractAddress }) => contractAddress ?? []).sort(),
    plainAccounts: [...new Set(sent.map((one) => one.from))].sort(),
    provider: provider.name,
  };
}

/** The balance or nonce of an account without code changes with every move. */
async function isPlain(provider: Provider, account: string, call: SourceCall): Promise<boolean> {
  const code = await mustRpc(
    provider,
    { method: 'eth_getCode', params: [account, 'latest'], result: z.string() },
    call,
  );
  return code === '0x';
}

function positionOf({ transactionHash, blockNumber, transactionIndex }: Receipt) {
  return { hash: transactionHash, block: blockNumber, transactionIndex };
}

/** The account's balance in the genesis block, which no transaction contains. */
async function genesisMoves(network: EvmNetwork, provider: Provider, account: string, time: number, call: SourceCall) {
  const question = { method: 'eth_getBalance', params: [account, '0x0'], result: hexAmount };
  const held = await mustRpc(provider, question, call);
  return held === 0n ? [] : [genesisMove(network, account, held, time)];
}

import type { z } from 'zod';
import { contractOf, type EvmNetwork } from '../../../formats/evm-networks.ts';
import { innerMove, tokenMove, transactionMoves } from '../../../formats/evm-records.ts';
import { type Move, recordsOf } from '../../../formats/records.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import {
  type AccountSource,
  type SourceCall,
  SourceError,
  type TransfersAsk,
  type TransfersPage,
} from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { mergeLists, type Ranked, type ReadListPage } from '../common/merge-lists.ts';
import { malformed, type ReadRows, readRows } from '../common/read-rows.ts';
import { askRpc, NO_METHOD, TOO_WIDE } from '../json-rpc/ask-rpc.ts';
import { jsonRpcSource } from '../json-rpc/json-rpc.ts';
import { coinRow, tokenRow, transfersAnswer } from './nodereal-wire.ts';

/** The most rows of an answer. */
const MOST_ROWS = '0x3e8';

/**
 * Transfers of one EVM network by the method `nr_getAssetTransfers` of NodeReal, and all else by the node that it is
 * part of (https://docs.nodereal.io/reference/nr_getassettransfers).
 */
export function noderealSource(network: EvmNetwork, provider: Provider): AccountSource {
  return {
    ...jsonRpcSource(network, provider),
    transfers: (ask, call) => readTransfers(network, provider, ask, call),
  };
}

/** One page: what the account sent and what it received are two lists, each newest first, by pages of their own. */
async function readTransfers(
  network: EvmNetwork,
  provider: Provider,
  ask: TransfersAsk,
  call: SourceCall,
): Promise<TransfersPage> {
  const contract = contractOf(network, provider.name, ask.asset);
  const gaps: HistoryGap[] = [];
  const onGap = (some: readonly HistoryGap[]): void => void gaps.push(...some);
  const read = contract === null ? readCoins(network) : readTokens(network, provider.name, contract);
  const sides = ask.direction === 'in' ? [TO] : ask.direction === 'out' ? [FROM] : [FROM, TO];
  const lists = sides.map((side) => transferList(provider, { ...read.filter, [side]: ask.account }, read, onGap));
  const { values, next, openUntil } = await mergeLists(provider.name, lists, ask.cursor, call);
  const isEnd = openUntil === null || (ask.since !== null && openUntil < ask.since);
  return {
    records: recordsOf(ask.account, values.flat()),
    next: isEnd ? null : next,
    completeFrom: openUntil === null ? null : openUntil + 1,
    lacks: [],
    gaps,
    contracts: [],
    plainAccounts: [],
    provider: provider.name,
  };
}

const FROM = 'fromAddress';
const TO = 'toAddress';

interface ReadTransfers {
  readonly filter: Readonly<Record<string, unknown>>;
  read(rows: readonly unknown[]): ReadRows<Ranked<readonly Move[]>>;
}

/** Rows have nothing that distinguishes equal transfers of one transaction. */
const NO_IDENTITY = () => null;

function ranked(
  { blockNum, blockTimeStamp }: { readonly blockNum: number; readonly blockTimeStamp: number },
  moves: readonly Move[],
): Ranked<readonly Move[]> {
  return { rank: blockNum, time: blockTimeStamp, value: moves };
}

/** Transactions, whose fees are paid even where they fail, and inner transfers. */
function readCoins(network: EvmNetwork): ReadTransfers {
  const movesOf = (row: z.output<typeof coinRow>): Move[] => {
    const { hash, blockNum: block, blockTimeStamp: time, from, to, value } = row;
    const position = { hash, block, transactionIndex: null, time, from, value };
    const failed = row.receiptsStatus === 0;
    if (row.category === 'internal') {
      return failed || to === null ? [] : [innerMove(network, { ...position, to, index: null })];
    }
    return transactionMoves(network, { ...position, to, fee: row.gasPrice * row.gasUsed, failed });
  };
  return {
    filter: { category: ['external', 'internal'] },
    read: (rows) => readRows(rows, coinRow, NO_IDENTITY, (row) => ranked(row, movesOf(row))),
  };
}

function readTokens(network: EvmNetwork, provider: string, contract: string): ReadTransfers {
  const movesOf = (row: z.output<typeof tokenRow>): Move[] => {
    const { hash, blockNum: block, blockTimeStamp: time, from, to, value, contractAddress } = row;
    // The amounts of another token's row would be counted as this token's.
    if (contractAddress !== contract) throw malformed(provider, 'contractAddress');
    return [tokenMove(network, { hash, block, transactionIndex: null, time, logIndex: null, from, to, value })];
  };
  return {
    filter: { category: ['20'], contractAddresses: [contract] },
    read: (rows) => readRows(rows, tokenRow, NO_IDENTITY, (row) => ranked(row, movesOf(row))),
  };
}

/** A range of blocks would be cut to 50,000: pages follow one another by their keys alone. */
function transferList(
  provider: Provider,
  filter: Readonly<Record<string, unknown>>,
  reading: ReadTransfers,
  onGap: (gaps: readonly HistoryGap[]) => void,
): ReadListPage<readonly Move[]> {
  return async (pageKey, call) => {
    const params = { ...filter, order: 'desc', excludeZeroValue: false, maxCount: MOST_ROWS };
    const question = {
      method: 'nr_getAssetTransfers',
      params: [pageKey === null ? params : { ...params, pageKey }],
      result: transfersAnswer,
    };
    const answer = await askRpc(provider, question, call);
    if (answer === NO_METHOD || answer === TOO_WIDE) {
      throw new SourceError({ kind: 'not-supported', provider: provider.name, what: 'transfers by account' });
    }
    const rows = reading.read(answer.transfers);
    onGap(rowGaps(provider.name, rows));
    return { rows: rows.rows, next: answer.pageKey ?? null };
  };
}

import type { z } from 'zod';
import type { EvmNetwork } from '../../../formats/evm-networks.ts';
import {
  genesisMove,
  hasWithdrawals,
  innerMove,
  tokenMove,
  transactionMoves,
  withdrawalMove,
} from '../../../formats/evm-records.ts';
import { type Move, placeInner, recordsOf } from '../../../formats/records.ts';
import { cursorBlock } from '../../../formats/wire.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import { type SourceCall, SourceError, type TransfersAsk, type TransfersPage } from '../../../sources/sources.ports.ts';
import { malformed } from '../common/read-rows.ts';
import {
  askRows,
  type EtherscanOptions,
  innerRow,
  tokenRow,
  transactionRow,
  unsaid,
  withdrawalRow,
} from './etherscan-wire.ts';

/** Etherscan returns no rows beyond this many, however they are paged. */
const WINDOW = 10_000;
const HIGHEST_BLOCK = 999_999_999;
const GWEI = 10n ** 9n;

/** One page of history, from the block of the cursor down. */
export async function readHistory(
  network: EvmNetwork,
  contract: string | null,
  options: EtherscanOptions,
  ask: TransfersAsk,
  call: SourceCall,
): Promise<TransfersPage> {
  const provider = options.provider.name;
  const endBlock = ask.cursor === null ? HIGHEST_BLOCK : cursorBlock(provider, ask.cursor);
  const native = hasWithdrawals(network, endBlock) ? [...nativeLists, withdrawalList] : nativeLists;
  const lists = contract === null ? native : [tokenList(contract)];
  const parts = await Promise.all(
    lists.map((list) => list({ network, options, account: ask.account, endBlock }, call)),
  );
  const floor = parts.reduce<Floor | null>(
    (highest, { floor: own }) => (own !== null && (highest === null || own.block > highest.block) ? own : highest),
    null,
  );
  const moves = parts.flatMap((part) => part.moves).filter(({ block }) => floor === null || block > floor.block);
  const isEnd = floor === null || (ask.since !== null && floor.time < ask.since);
  return {
    records: recordsOf(ask.account, placeInner(moves)),
    next: isEnd ? null : String(floor.block),
    completeFrom: floor === null ? null : floor.time + 1,
    lacks: parts.some(({ isUnsaid }) => isUnsaid) ? ['internal'] : [],
    gaps: parts.flatMap((part) => part.gaps),
    contracts: [...new Set(parts.flatMap((part) => part.contracts))].sort(),
    plainAccounts: [...new Set(parts.flatMap((part) => part.plainAccounts))].sort(),
    provider,
  };
}

/** The newest block that was not read completely, and its time. */
interface Floor {
  readonly block: number;
  readonly time: number;
}

interface Part {
  readonly moves: readonly Move[];
  readonly floor: Floor | null;
  readonly gaps: readonly HistoryGap[];
  /** No row came, and it is not said that there is none. */
  readonly isUnsaid: boolean;
  readonly contracts: readonly string[];
  readonly plainAccounts: readonly string[];
}

interface ListAsk {
  readonly network: EvmNetwork;
  readonly options: EtherscanOptions;
  readonly account: string;
  readonly endBlock: number;
}

type ReadList = (ask: ListAsk, call: SourceCall) => Promise<Part>;

const nativeLists: readonly ReadList[] = [
  async (ask, call) => {
    const { rows, ...range } = await readRange(ask, { action: 'txlist' }, transactionRow, ({ hash }) => hash, call);
    if (range.isUnsaid) throw unsaid(ask.options.provider.name);
    return {
      ...range,
      moves: rows.flatMap((row) => transactionRowMoves(ask.network, row)),
      contracts: rows.flatMap(({ contractAddress }) => contractAddress ?? []),
      // Only an account with a key can start a transaction.
      plainAccounts: rows.flatMap(({ from }) => (from === 'GENESIS' ? [] : [from])),
    };
  },
  async (ask, call) => {
    const provider = ask.options.provider.name;
    const identityOf = (row: z.output<typeof innerRow>) => {
      const hash = row.hash ?? row.transactionHash;
      if (hash === undefined) throw malformed(provider, 'hash');
      return row.index === undefined ? null : `${hash} ${row.index}`;
    };
    const { rows, ...range } = await readRange(ask, { action: 'txlistinternal' }, innerRow, identityOf, call);
    const moves = rows.flatMap((row, at) => innerRowMoves(ask.network, provider, row, at));
    return {
      ...range,
      moves,
      contracts: rows.flatMap(({ contractAddress }) => contractAddress ?? []),
      plainAccounts: [],
    };
  },
];

/** Payments by the beacon chain. They only add to a balance, so that a history without them never comes to it. */
const withdrawalList: ReadList = async (ask, call) => {
  const nothing = { moves: [], floor: null, gaps: [], isUnsaid: false, contracts: [], plainAccounts: [] };
  const identityOf = (row: z.output<typeof withdrawalRow>) => String(row.withdrawalIndex);
  try {
    const { rows, ...range } = await readRange(ask, { action: 'txsBeaconWithdrawal' }, withdrawalRow, identityOf, call);
    const moves = rows.map(({ withdrawalIndex: index, blockNumber, timeStamp: time, amount }) =>
      withdrawalMove(ask.network, { index, block: blockNumber, time, to: ask.account, value: amount * GWEI }),
    );
    return { ...nothing, ...range, moves, isUnsaid: false };
  } catch (error) {
    // Not every API of this format has the list.
    if (error instanceof SourceError && error.fault.kind === 'not-supported') return nothing;
    throw error;
  }
};

function tokenList(contract: string): ReadList {
  return async (ask, call) => {
    const provider = ask.options.provider.name;
    const identityOf = (row: z.output<typeof tokenRow>) => {
      // The amounts of another token's row would be counted as this token's.
      if (row.contractAddress !== contract) throw malformed(provider, 'contractAddress');
      return row.logIndex === undefined ? null : `${row.hash} ${row.logIndex}`;
    };
    const query = { action: 'tokentx', contractaddress: contract };
    const { rows, ...range } = await readRange(ask, query, tokenRow, identityOf, call);
    if (range.isUnsaid) throw unsaid(provider);
    const moves = rows.map((row) => {
      const { hash, blockNumber, transactionIndex, timeStamp, from, to, value, logIndex = null } = row;
      const position = { hash, block: blockNumber, transactionIndex, time: timeStamp };
      return tokenMove(ask.network, { ...position, logIndex, from, to, value });
    });
    return { ...range, moves, contracts: [], plainAccounts: [] };
  };
}

function transactionRowMoves(network: EvmNetwork, row: z.output<typeof transactionRow>): Move[] {
  const { hash, blockNumber, transactionIndex, timeStamp, from, to, value } = row;
  if (from === 'GENESIS') return to === null ? [] : [genesisMove(network, to, value, timeStamp)];
  return transactionMoves(network, {
    hash,
    block: blockNumber,
    transactionIndex,
    time: timeStamp,
    from,
    to: to ?? row.contractAddress ?? null,
    value,
    fee: row.gasPrice * row.gasUsed + (row.L1FeesPaid ?? 0n),
    failed: row.isError === '1' || row.txreceipt_status === '0',
  });
}

/** Calls that run another contract's code on the caller's own balance move no value. */
const MOVES_NOTHING: ReadonlySet<string> = new Set(['delegatecall', 'callcode', 'staticcall']);

/** @param at of the row in its list, for error messages */
export function innerRowMoves(
  network: EvmNetwork,
  provider: string,
  row: z.output<typeof innerRow>,
  at: number,
): Move[] {
  const hash = row.hash ?? row.transactionHash;
  if (hash === undefined) throw malformed(provider, `result.${at}.hash`);
  const to = row.to ?? row.contractAddress ?? null;
  if (row.isError === '1' || to === null) return [];
  if (MOVES_NOTHING.has(row.type) || MOVES_NOTHING.has(row.callType ?? '')) return [];
  const position = { hash, block: row.blockNumber, transactionIndex: null, time: row.timeStamp };
  return [innerMove(network, { ...position, index: row.index ?? null, from: row.from, to, value: row.value })];
}

/**
 * Rows of a list from `endBlock` down to the last block that is certainly complete. Paging goes by block, so that the
 * window limit never cuts off a history; only a block that fills whole pages is paged by number.
 */
async function readRange<Row extends z.ZodType<{ readonly blockNumber: number; readonly timeStamp: number }>>(
  { options, account, endBlock }: ListAsk,
  parameters: Readonly<Record<string, string>>,
  row: Row,
  identityOf: (row: z.output<Row>) => string | null,
  call: SourceCall,
): Promise<Pick<Part, 'floor' | 'gaps' | 'isUnsaid'> & { readonly rows: z.output<Row>[] }> {
  const { pageSize } = options;
  const provider = options.provider.name;
  const rows: z.output<Row>[] = [];
  const gaps: HistoryGap[] = [];
  for (let page = 1; ; page += 1) {
    if (page * pageSize > WINDOW) {
      throw new SourceError({ kind: 'not-supported', provider, what: `more than ${WINDOW} rows of one block` });
    }
    const range = { startblock: '0', endblock: String(endBlock), page: String(page), offset: String(pageSize) };
    const query = { module: 'account', address: account, ...parameters, ...range, sort: 'desc' };
    const came = await askRows(options, query, row, identityOf, call);
    for (const [at, { blockNumber }] of came.rows.entries()) {
      const before = came.rows[at - 1]?.blockNumber ?? rows.at(-1)?.blockNumber ?? endBlock;
      if (blockNumber > before) throw malformed(provider, `result.${at}.blockNumber`);
    }
    rows.push(...came.rows);
    gaps.push(...rowGaps(provider, came));
    // Of a page after a full one, no rows say enough.
    if (came.count < pageSize) return { rows, floor: null, gaps, isUnsaid: page === 1 && came.isUnsaid };
    const first = rows[0];
    const last = rows.at(-1);
    // A whole page that cannot be read says neither what follows nor that nothing does.
    if (first === undefined || last === undefined) throw malformed(provider, 'result');
    if (last.blockNumber !== first.blockNumber) {
      return { rows, floor: { block: last.blockNumber, time: last.timeStamp }, gaps, isUnsaid: false };
    }
  }
}

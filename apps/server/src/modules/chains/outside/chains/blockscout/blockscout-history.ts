import type { z } from 'zod';
import type { EvmNetwork } from '../../../formats/evm-networks.ts';
import {
  hasWithdrawals,
  innerMove,
  tokenMove,
  transactionMoves,
  withdrawalMove,
} from '../../../formats/evm-records.ts';
import { type Move, placeInner, recordsOf } from '../../../formats/records.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import type { SourceCall, TransfersAsk, TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { isNoBlockscoutEntry } from '../common/absent.ts';
import { type ListPage, mergeLists, type Ranked, type ReadListPage } from '../common/merge-lists.ts';
import { malformed, readRows } from '../common/read-rows.ts';
import {
  anyList,
  innerItem,
  type innerList,
  type Party,
  tokenItem,
  transactionItem,
  withdrawalItem,
} from './blockscout-wire.ts';

interface Explorer {
  readonly network: EvmNetwork;
  readonly provider: Provider;
  /** Path of the API below the base URL. */
  readonly base: string;
}

/** What one row contributes. */
interface ParsedRow {
  readonly moves: readonly Move[];
  readonly parties: readonly (Party | null | undefined)[];
}

/** One page of history: the coin's transactions and inner calls merged, or a token's transfers. */
export async function readBlockscoutHistory(
  explorer: Explorer,
  contract: string | null,
  ask: TransfersAsk,
  call: SourceCall,
): Promise<TransfersPage> {
  const { name } = explorer.provider;
  let hasGap = false;
  const gaps: HistoryGap[] = [];
  const onGap = (gap: 'internal' | readonly HistoryGap[]): void => {
    if (gap === 'internal') hasGap = true;
    else gaps.push(...gap);
  };
  const lists =
    contract === null
      ? [
          transactions(explorer, ask, onGap),
          innerCalls(explorer, ask, onGap),
          ...(hasWithdrawals(explorer.network, Number.POSITIVE_INFINITY) && ask.direction !== 'out'
            ? [withdrawals(explorer, ask, onGap)]
            : []),
        ]
      : [tokens(explorer, ask, contract, onGap)];
  const { values, next, openUntil } = await mergeLists(name, lists, ask.cursor, call);
  const parties = values.flatMap((value) => value.parties).filter((party) => party !== null && party !== undefined);
  const named = (isContract: boolean): string[] => {
    const those = parties.filter((party) => typeof party.is_contract === 'boolean' && isCode(party) === isContract);
    return [...new Set(those.map(({ hash }) => hash))].sort();
  };
  const isEnd = openUntil === null || (ask.since !== null && openUntil < ask.since);
  return {
    records: recordsOf(ask.account, placeInner(values.flatMap(({ moves }) => moves))),
    next: isEnd ? null : next,
    completeFrom: openUntil === null ? null : openUntil + 1,
    lacks: hasGap ? ['internal'] : [],
    gaps,
    contracts: named(true),
    plainAccounts: named(false),
    provider: name,
  };
}

/** An account that only delegates to code (EIP-7702) still belongs to the owner of its key. */
function isCode({ is_contract, proxy_type }: Party): boolean {
  return is_contract === true && proxy_type !== 'eip7702';
}

const FILTERS = { both: '', in: 'filter=to', out: 'filter=from' } as const;

type OnGap = (gap: 'internal' | readonly HistoryGap[]) => void;

function transactions({ network, ...explorer }: Explorer, ask: TransfersAsk, onGap: OnGap): ReadListPage<ParsedRow> {
  const identityOf = ({ hash }: z.output<typeof transactionItem>) => hash;
  return readList(explorer, ask, 'transactions', FILTERS[ask.direction], transactionItem, identityOf, onGap, (row) => {
    const block = row.block_number ?? row.block;
    // Not in a block yet.
    if (block === null || block === undefined || row.status === null) return null;
    if (row.timestamp === null) return 'timestamp';
    const moves = transactionMoves(network, {
      hash: row.hash,
      block,
      transactionIndex: row.position ?? null,
      time: row.timestamp,
      from: row.from.hash,
      to: row.to?.hash ?? row.created_contract?.hash ?? null,
      value: row.value,
      fee: row.fee?.value ?? null,
      failed: row.status === 'error',
    });
    const value = { moves, parties: [row.from, row.to, row.created_contract] };
    return { rank: block, time: row.timestamp, value };
  });
}

/** Calls that run another contract's code on the caller's own balance move no value. */
const MOVES_NOTHING: ReadonlySet<string> = new Set(['delegatecall', 'callcode', 'staticcall']);

export function innerCallMoves(
  network: EvmNetwork,
  row: z.output<typeof innerList>['items'][number],
  { block, time }: { readonly block: number; readonly time: number },
): Move[] {
  const to = row.to?.hash ?? row.created_contract?.hash ?? null;
  if (!row.success || to === null || MOVES_NOTHING.has(row.type)) return [];
  const position = { hash: row.transaction_hash, block, transactionIndex: row.transaction_index ?? null };
  return [innerMove(network, { ...position, time, index: row.index, from: row.from.hash, to, value: row.value })];
}

function innerCalls({ network, ...explorer }: Explorer, ask: TransfersAsk, onGap: OnGap): ReadListPage<ParsedRow> {
  return readList(
    explorer,
    ask,
    'internal-transactions',
    FILTERS[ask.direction],
    innerItem,
    (row) => `${row.transaction_hash} ${row.index}`,
    onGap,
    (row) => {
      const block = row.block_number ?? row.block;
      if (block === null || block === undefined) return 'block_number';
      if (row.timestamp === null) return 'timestamp';
      const moves = innerCallMoves(network, row, { block, time: row.timestamp });
      return { rank: block, time: row.timestamp, value: { moves, parties: [row.from, row.to, row.created_contract] } };
    },
  );
}

function tokens(
  { network, ...explorer }: Explorer,
  ask: TransfersAsk,
  contract: string,
  onGap: OnGap,
): ReadListPage<ParsedRow> {
  const identityOf = (row: z.output<typeof tokenItem>) => `${row.transaction_hash} ${row.log_index}`;
  const filter = ['type=ERC-20', `token=${contract}`, FILTERS[ask.direction]].filter((part) => part !== '').join('&');
  return readList(explorer, ask, 'token-transfers', filter, tokenItem, identityOf, onGap, (row) => {
    const block = row.block_number ?? row.block;
    if (block === null || block === undefined) return 'block_number';
    if (row.timestamp === null) return 'timestamp';
    if (row.total === null) return 'total';
    // The amounts of another token's row would be counted as this token's.
    if ((row.token.address_hash ?? row.token.address) !== contract) return 'token.address_hash';
    const move = tokenMove(network, {
      hash: row.transaction_hash,
      block,
      transactionIndex: null,
      time: row.timestamp,
      logIndex: row.log_index,
      from: row.from.hash,
      to: row.to.hash,
      value: row.total.value,
    });
    return { rank: block, time: row.timestamp, value: { moves: [move], parties: [row.from, row.to] } };
  });
}

function withdrawals({ network, ...explorer }: Explorer, ask: TransfersAsk, onGap: OnGap): ReadListPage<ParsedRow> {
  const identityOf = ({ index }: z.output<typeof withdrawalItem>) => String(index);
  return readList(explorer, ask, 'withdrawals', '', withdrawalItem, identityOf, onGap, (row) => {
    const { index, block_number: block, timestamp: time, amount } = row;
    const move = withdrawalMove(network, { index, block, time, to: ask.account, value: amount });
    return { rank: block, time, value: { moves: [move], parties: [] } };
  });
}

/** The explorer has not indexed all inner calls yet. */
const INCOMPLETE = 2;

/** `parse` returns null for a row that is not confirmed yet, and the name of an invalid field. */
function readList<Item extends z.ZodType>(
  { provider, base }: Omit<Explorer, 'network'>,
  { account }: TransfersAsk,
  list: string,
  filter: string,
  item: Item,
  identityOf: (row: z.output<Item>) => string,
  onGap: OnGap,
  parse: (row: z.output<Item>) => Ranked<ParsedRow> | string | null,
): ReadListPage<ParsedRow> {
  return async (token, call): Promise<ListPage<ParsedRow>> => {
    const query = new URLSearchParams(token ?? filter);
    const path = `${base}/addresses/${account}/${list}`;
    const request = { method: 'GET', path, query: Object.fromEntries(query), isAbsent: isNoBlockscoutEntry } as const;
    return await provider.ask(request, call, (text) => {
      if (text === '') return { rows: [], next: null };
      const answer = readAnswer(provider.name, parseJson(provider.name, text), anyList);
      if (answer.meta?.status === INCOMPLETE) onGap('internal');
      const read = readRows(answer.items, item, identityOf, (row) => {
        const ranked = parse(row);
        if (typeof ranked === 'string') throw malformed(provider.name, ranked);
        return ranked;
      });
      onGap(rowGaps(provider.name, read));
      return { rows: read.rows.filter((row) => row !== null), next: nextOf(filter, answer.next_page_params) };
    });
  };
}

/** The query of the next page: the filter, and the received parameters unchanged. */
export function nextOf(filter: string, parameters: unknown): string | null {
  if (parameters === null || typeof parameters !== 'object') return null;
  const query = new URLSearchParams(filter);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, String(value));
  return query.toString();
}

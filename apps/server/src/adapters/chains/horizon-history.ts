import { validateAddress } from '@assay/address';
import { FEE_SINK } from '@assay/exposure';
import type { z } from 'zod';
import type { SourceCall, TransfersAsk, TransfersPage } from '../../features/sources/index.ts';
import type { Provider } from '../providers/provider.ts';
import { effects, type Operation, operations, type StellarTransaction, transactions } from './horizon-wire.ts';
import { mergeLists, type ReadListPage } from './merge-lists.ts';
import { malformed } from './read-answer.ts';
import { type Move, partyOf, recordsOf } from './records.ts';
import { parseJson, readAnswer } from './wire.ts';

const PAGE_ROWS = 200;

interface ParsedRow {
  readonly moves: readonly Move[];
  /** An account that was merged; its effects contain the amount it held. */
  readonly merge: Extract<Operation, { type: 'account_merge' }> | null;
  /** Whether coins went through the order book, whose makers the answer does not name. */
  readonly throughOffers: boolean;
}

/** One page of an account's history: its payments, and the fees of all its transactions, failed ones included. */
export async function readStellarHistory(
  provider: Provider,
  ask: TransfersAsk,
  call: SourceCall,
): Promise<TransfersPage> {
  const lists = [payments(provider, ask.account), fees(provider, ask.account)];
  const { values, next, openUntil } = await mergeLists(provider.name, lists, ask.cursor, call);
  const moves = values.flatMap((answer) => answer.moves);
  for (const { merge } of values) if (merge !== null) moves.push(await mergeMove(provider, merge, call));
  const isEnd = openUntil === null || (ask.since !== null && openUntil < ask.since);
  return {
    records: recordsOf(ask.account, moves),
    next: isEnd ? null : next,
    completeFrom: openUntil === null ? null : openUntil + 1,
    lacks: values.some(({ throughOffers }) => throughOffers) ? ['internal'] : [],
    contracts: [],
    plainAccounts: [],
    provider: provider.name,
  };
}

function payments(provider: Provider, account: string): ReadListPage<ParsedRow> {
  return listOf(provider, `/accounts/${account}/payments`, {}, operations, (row) => ({
    rank: row.id.ledger,
    time: row.created_at,
    token: row.paging_token,
    value: {
      moves: row.transaction_successful ? movesOf(row) : [],
      merge: row.type === 'account_merge' && row.transaction_successful ? row : null,
      throughOffers: isThroughOffers(row),
    },
  }));
}

function fees(provider: Provider, account: string): ReadListPage<ParsedRow> {
  return listOf(provider, `/accounts/${account}/transactions`, { include_failed: 'true' }, transactions, (row) => {
    const { ledger, text } = row.paging_token;
    const value = { moves: [feeMove(row)], merge: null, throughOffers: false };
    return { rank: ledger, time: row.created_at, token: text, value };
  });
}

export function feeMove({ paging_token, hash, created_at, fee_account, fee_charged }: StellarTransaction): Move {
  const { ledger: block, transaction: transactionIndex } = paging_token;
  const position = { block, transactionIndex, transactionId: hash, time: created_at };
  return { ...position, kind: 'fee', index: 0, from: partyOf('XLM', fee_account), to: FEE_SINK, amount: fee_charged };
}

function listOf<Schema extends z.ZodType<{ readonly _embedded: { readonly records: readonly unknown[] } }>>(
  provider: Provider,
  path: string,
  filter: Readonly<Record<string, string>>,
  schema: Schema,
  answer: (row: z.output<Schema>['_embedded']['records'][number]) => {
    readonly rank: number;
    readonly time: number;
    readonly token: string;
    readonly value: ParsedRow;
  },
): ReadListPage<ParsedRow> {
  return async (token, call) => {
    const query = { order: 'desc', limit: String(PAGE_ROWS), ...filter, ...(token !== null && { cursor: token }) };
    // Horizon answers 404 for an account that does not exist or no longer exists.
    return await provider.ask({ method: 'GET', path, query, absentOn: [404] }, call, (text) => {
      if (text === '') return { rows: [], next: null };
      const { records } = readAnswer(provider.name, parseJson(provider.name, text), schema)._embedded;
      const rows = records.map((row) => {
        const { token: after, ...ranked } = answer(row);
        return { ...ranked, after };
      });
      const last = rows.at(-1);
      return { rows, next: records.length < PAGE_ROWS || last === undefined ? null : last.after };
    });
  };
}

function positionOf({ id, created_at, transaction_hash }: Operation) {
  const { ledger, transaction, operation } = id;
  const position = { block: ledger, transactionIndex: transaction, transactionId: transaction_hash, time: created_at };
  return { ...position, kind: 'native', index: operation } as const;
}

/**
 * Coins that the operation itself names. A path payment that delivers coins counts as its sender's, whatever asset the
 * sender paid with.
 */
export function movesOf(row: Operation): Move[] {
  const position = positionOf(row);
  switch (row.type) {
    case 'create_account': {
      const [from, to] = [partyOf('XLM', row.funder), partyOf('XLM', row.account)];
      return [{ ...position, from, to, amount: row.starting_balance }];
    }
    case 'account_merge':
      return [];
    case 'invoke_host_function':
      return (row.asset_balance_changes ?? []).flatMap(({ asset_type, type, from, to, amount }) => {
        const isMove = asset_type === 'native' && type === 'transfer';
        if (!isMove || from === undefined || to === undefined) return [];
        return [{ ...position, kind: 'internal', index: null, from: canonical(from), to: canonical(to), amount }];
      });
    case 'payment':
    case 'path_payment':
    case 'path_payment_strict_receive':
    case 'path_payment_strict_send': {
      if (row.asset_type !== 'native') return [];
      return [{ ...position, from: partyOf('XLM', row.from), to: partyOf('XLM', row.to), amount: row.amount }];
    }
  }
}

/** Contracts have a separate kind of address, which is kept unchanged. */
function canonical(text: string): string {
  const verdict = validateAddress(text, 'XLM');
  return partyOf('XLM', verdict.ok ? verdict.canonical : text);
}

export function isThroughOffers(row: Operation): boolean {
  if (!('source_asset_type' in row) || row.source_asset_type === undefined) return false;
  return (row.source_asset_type === 'native') !== (row.asset_type === 'native');
}

/** A merge transfers everything the account held; only its effects contain the amount. */
export async function mergeMove(
  provider: Provider,
  row: Extract<Operation, { type: 'account_merge' }>,
  call: SourceCall,
): Promise<Move> {
  const path = `/operations/${row.id.text}/effects`;
  const answer = await provider.ask({ method: 'GET', path }, call, (text) =>
    readAnswer(provider.name, parseJson(provider.name, text), effects),
  );
  const credit = answer._embedded.records.find(
    ({ type, asset_type }) => type === 'account_credited' && asset_type === 'native',
  );
  if (credit?.amount === undefined) throw malformed(provider.name, '_embedded.records.amount');
  return { ...positionOf(row), from: partyOf('XLM', row.account), to: partyOf('XLM', row.into), amount: credit.amount };
}

import { validateAddress } from '@assay/address';
import { FEE_SINK } from '@assay/exposure';
import type { z } from 'zod';
import { type Move, partyOf, recordsOf } from '../../../formats/records.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import type { SourceCall, TransfersAsk, TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { isNoHorizonResource } from '../common/absent.ts';
import { heldSince } from '../common/held-since.ts';
import { mergeLists, type Ranked, type ReadListPage } from '../common/merge-lists.ts';
import { malformed, readRows } from '../common/read-rows.ts';
import {
  anyRecords,
  effects,
  ledgerAnswer,
  type Operation,
  operation,
  rootAnswer,
  type StellarTransaction,
  transaction,
} from './horizon-wire.ts';

const PAGE_ROWS = 200;

interface ParsedRow {
  readonly moves: readonly Move[];
  /** An account that was merged; its effects contain the amount it held. */
  readonly merge: Extract<Operation, { type: 'account_merge' }> | null;
  /** Whether coins went through the order book, whose makers the answer does not name. */
  readonly throughOffers: boolean;
  /** Whether it created the account whose history is read: nothing is older. */
  readonly isCreation: boolean;
}

/** One page of an account's history: its payments, and the fees of all its transactions, failed ones included. */
export async function readStellarHistory(
  provider: Provider,
  ask: TransfersAsk,
  call: SourceCall,
): Promise<TransfersPage> {
  const gaps: HistoryGap[] = [];
  const onGap = (some: readonly HistoryGap[]): void => void gaps.push(...some);
  const lists = [payments(provider, ask.account, onGap), fees(provider, ask.account, onGap)];
  const { values, next, openUntil } = await mergeLists(provider.name, lists, ask.cursor, call);
  const moves = values.flatMap((answer) => answer.moves);
  for (const { merge } of values) if (merge !== null) moves.push(await mergeMove(provider, merge, call));
  const isFromBeginning = openUntil !== null || ask.since !== null || values.some(({ isCreation }) => isCreation);
  if (!isFromBeginning) gaps.push(...(await heldSince(provider.name, () => firstHeld(provider, call))));
  const isEnd = openUntil === null || (ask.since !== null && openUntil < ask.since);
  return {
    records: recordsOf(ask.account, moves),
    next: isEnd ? null : next,
    completeFrom: openUntil === null ? null : openUntil + 1,
    lacks: values.some(({ throughOffers }) => throughOffers) ? ['internal'] : [],
    gaps,
    contracts: [],
    plainAccounts: [],
    provider: provider.name,
  };
}

const FIRST_LEDGERS = 2;

/** Servers may keep the last year alone: SDF's public one does. Null where it keeps every ledger. */
async function firstHeld(provider: Provider, call: SourceCall): Promise<number | null> {
  const { name } = provider;
  const { history_elder_ledger: elder } = await provider.ask({ method: 'GET', path: '/' }, call, (text) =>
    readAnswer(name, parseJson(name, text), rootAnswer),
  );
  if (elder <= FIRST_LEDGERS) return null;
  const ledger = await provider.ask({ method: 'GET', path: `/ledgers/${elder}` }, call, (text) =>
    readAnswer(name, parseJson(name, text), ledgerAnswer),
  );
  return ledger.closed_at;
}

type OnGap = (gaps: readonly HistoryGap[]) => void;

function payments(provider: Provider, account: string, onGap: OnGap): ReadListPage<ParsedRow> {
  return listOf(
    provider,
    `/accounts/${account}/payments`,
    {},
    operation,
    ({ id }) => id.text,
    onGap,
    (row) => ({
      rank: row.id.ledger,
      time: row.created_at,
      value: {
        moves: row.transaction_successful ? movesOf(row) : [],
        merge: row.type === 'account_merge' && row.transaction_successful ? row : null,
        throughOffers: isThroughOffers(row),
        isCreation: row.type === 'create_account' && row.transaction_successful && row.account === account,
      },
      after: row.paging_token,
    }),
  );
}

function fees(provider: Provider, account: string, onGap: OnGap): ReadListPage<ParsedRow> {
  const path = `/accounts/${account}/transactions`;
  return listOf(
    provider,
    path,
    { include_failed: 'true' },
    transaction,
    ({ hash }) => hash,
    onGap,
    (row) => {
      const { ledger, text } = row.paging_token;
      const value = { moves: [feeMove(row)], merge: null, throughOffers: false, isCreation: false };
      return { rank: ledger, time: row.created_at, after: text, value };
    },
  );
}

export function feeMove({ paging_token, hash, created_at, fee_account, fee_charged }: StellarTransaction): Move {
  const { ledger: block, transaction: transactionIndex } = paging_token;
  const position = { block, transactionIndex, transactionId: hash, time: created_at };
  return { ...position, kind: 'fee', index: 0, from: partyOf('XLM', fee_account), to: FEE_SINK, amount: fee_charged };
}

function listOf<Row extends z.ZodType>(
  provider: Provider,
  path: string,
  filter: Readonly<Record<string, string>>,
  schema: Row,
  identityOf: (row: z.output<Row>) => string,
  onGap: OnGap,
  map: (row: z.output<Row>) => Ranked<ParsedRow> & { readonly after: string },
): ReadListPage<ParsedRow> {
  return async (token, call) => {
    const query = { order: 'desc', limit: String(PAGE_ROWS), ...filter, ...(token !== null && { cursor: token }) };
    const request = { method: 'GET', path, query, isAbsent: isNoHorizonResource } as const;
    // Horizon knows no account that does not exist or no longer exists.
    return await provider.ask(request, call, (text) => {
      if (text === '') return { rows: [], next: null };
      const { records } = readAnswer(provider.name, parseJson(provider.name, text), anyRecords)._embedded;
      const read = readRows(records, schema, identityOf, map);
      onGap(rowGaps(provider.name, read));
      const last = read.rows.at(-1);
      if (records.length < PAGE_ROWS) return { rows: read.rows, next: null };
      // A whole page that cannot be read says neither what follows nor that nothing does.
      if (last === undefined) throw malformed(provider.name, '_embedded.records');
      return { rows: read.rows, next: last.after };
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

import { FEE_SINK } from '@assay/exposure';
import { type Move, partyOf, recordsOf } from '../../../formats/records.ts';
import { cursorMilliseconds, parseJson, readAnswer } from '../../../formats/wire.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import { type SourceCall, SourceError, type TransfersAsk, type TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { isNoTronGridPath } from '../common/absent.ts';
import { malformed, type ReadRows, readRows } from '../common/read-rows.ts';
import { anyPage, type InnerTransaction, innerRow, nativeRow, type OwnTransaction, tokenRow } from './trongrid-wire.ts';

const PAGE_ROWS = 200;
const MOST_PAGES_OF_A_MOMENT = 20;
const DIRECTIONS = { both: {}, in: { only_to: 'true' }, out: { only_from: 'true' } } as const;

interface ParsedRow {
  readonly moves: readonly Move[];
  /** Milliseconds. */
  readonly at: number;
  /** Of an inner transaction, which two lists may contain. */
  readonly innerId?: string;
}

/** A list of an account's rows, newest first. */
interface TronList {
  /** Below the account. */
  readonly path: string;
  readonly filter: Readonly<Record<string, string>>;
  read(data: readonly unknown[]): ReadRows<ParsedRow>;
}

const TRANSACTIONS: TronList = { path: '/transactions', filter: {}, read: nativeRows };
const INNER: TronList = { path: '/internal-transactions', filter: {}, read: innerRows };

function tokenList(provider: string, contract: string): TronList {
  const filter = { contract_address: contract };
  return { path: '/transactions/trc20', filter, read: (data) => tokenRows(provider, contract, data) };
}

/** One page of an account's history, newest first, from the time of the cursor backwards. */
export async function readTronHistory(
  provider: Provider,
  contract: string | null,
  ask: TransfersAsk,
  call: SourceCall,
): Promise<TransfersPage> {
  const until = ask.cursor === null ? null : cursorMilliseconds(provider.name, ask.cursor);
  const lists = contract === null ? [TRANSACTIONS, INNER] : [tokenList(provider.name, contract)];
  const parts = await Promise.all(lists.map((list) => readDown(provider, list, ask, until, call)));
  const floor = parts.reduce<number | null>(
    (highest, part) => (part.floor === null ? highest : Math.max(highest ?? 0, part.floor)),
    null,
  );
  const rows = withoutRepeated(parts.flatMap((part) => part.rows));
  const moves = rows.filter(({ at }) => floor === null || at > floor).flatMap((one) => one.moves);
  const openUntil = floor === null ? null : Math.floor(floor / 1000);
  const isEnd = floor === null || openUntil === null || (ask.since !== null && openUntil < ask.since);
  return {
    records: recordsOf(ask.account, moves),
    next: isEnd ? null : String(floor),
    completeFrom: openUntil === null ? null : openUntil + 1,
    // The list of transactions contains inner ones only as far as TronGrid adds them, which is not documented.
    lacks: parts.some(({ isAbsent }) => isAbsent) ? ['internal'] : [],
    gaps: parts.flatMap((part) => part.gaps),
    contracts: [],
    plainAccounts: [],
    provider: provider.name,
  };
}

/** Reads pages until one ends at another time than it began; rows of the last time may follow, so it is read again. */
async function readDown(
  provider: Provider,
  list: TronList,
  ask: TransfersAsk,
  until: number | null,
  call: SourceCall,
): Promise<{
  readonly rows: readonly ParsedRow[];
  readonly floor: number | null;
  readonly gaps: readonly HistoryGap[];
  /** The server has no such list. */
  readonly isAbsent: boolean;
}> {
  const rows: ParsedRow[] = [];
  const gaps: HistoryGap[] = [];
  const path = `/v1/accounts/${ask.account}${list.path}`;
  let fingerprint: string | undefined;
  for (let pages = 0; pages < MOST_PAGES_OF_A_MOMENT; pages += 1) {
    const query = {
      only_confirmed: 'true',
      limit: String(PAGE_ROWS),
      order_by: 'block_timestamp,desc',
      ...DIRECTIONS[ask.direction],
      ...list.filter,
      ...(until !== null && { max_timestamp: String(until) }),
      ...(ask.since !== null && { min_timestamp: String(ask.since * 1000) }),
      ...(fingerprint !== undefined && { fingerprint }),
    };
    const request = { method: 'GET', path, query, isAbsent: isNoTronGridPath } as const;
    const page = await provider.ask(request, call, (text) => {
      if (text === '') return null;
      const { data, meta } = readAnswer(provider.name, parseJson(provider.name, text), anyPage);
      return { ...list.read(data), next: meta.fingerprint };
    });
    if (page === null) return { rows, floor: null, gaps, isAbsent: true };
    for (const [at, row] of page.rows.entries()) {
      const before = page.rows[at - 1]?.at ?? rows.at(-1)?.at ?? until ?? Number.POSITIVE_INFINITY;
      if (row.at > before) throw malformed(provider.name, `data.${at}.block_timestamp`);
    }
    rows.push(...page.rows);
    gaps.push(...rowGaps(provider.name, page));
    fingerprint = page.next;
    const first = rows[0];
    const last = rows.at(-1);
    if (fingerprint === undefined) return { rows, floor: null, gaps, isAbsent: false };
    if (first !== undefined && last !== undefined && first.at !== last.at) {
      return { rows, floor: last.at, gaps, isAbsent: false };
    }
  }
  throw new SourceError({ kind: 'not-supported', provider: provider.name, what: 'so many transfers of one moment' });
}

/** Equal transfers of one transaction have nothing that distinguishes them, so that a row that came twice cannot be known. */
function tokenRows(provider: string, contract: string, data: readonly unknown[]): ReadRows<ParsedRow> {
  return readRows(
    data,
    tokenRow,
    () => null,
    (row) => {
      // The amounts of another token's row would be counted as this token's.
      if (row.token_info.address !== contract) throw malformed(provider, 'token_info.address');
      const isMove = row.type === 'Transfer' && row._unconfirmed !== true;
      const move = {
        ...positionOf(row.transaction_id, row.block_timestamp, 0),
        kind: 'token',
        index: null,
        from: partyOf('TRX', row.from),
        to: partyOf('TRX', row.to),
        amount: row.value,
      } as const;
      return { at: row.block_timestamp, moves: isMove ? [move] : [] };
    },
  );
}

function nativeRows(data: readonly unknown[]): ReadRows<ParsedRow> {
  return readRows(
    data,
    nativeRow,
    (row) => ('txID' in row ? `${row.txID} ${row._unconfirmed === true}` : row.internal_tx_id),
    (row) => ('txID' in row ? { at: row.block_timestamp, moves: transactionMoves(row) } : parsedInner(row)),
  );
}

function innerRows(data: readonly unknown[]): ReadRows<ParsedRow> {
  return readRows(data, innerRow, (row) => row.internal_tx_id, parsedInner);
}

function parsedInner(row: InnerTransaction): ParsedRow {
  return { at: row.block_timestamp, moves: innerMoves(row), innerId: row.internal_tx_id };
}

/** An inner transaction that is in both lists counts once. */
function withoutRepeated(rows: readonly ParsedRow[]): readonly ParsedRow[] {
  const seen = new Set<string>();
  return rows.filter(({ innerId }) => {
    if (innerId === undefined) return true;
    const isFirst = !seen.has(innerId);
    seen.add(innerId);
    return isFirst;
  });
}

/** Coins by plain transfer and with calls. A failed one moved nothing, but its fee was paid. */
export function transactionMoves(row: OwnTransaction): Move[] {
  const [contract] = row.raw_data.contract;
  const [ret] = row.ret;
  if (contract === undefined || ret === undefined || row._unconfirmed === true) return [];
  const { owner_address: owner, to_address, contract_address, amount, call_value } = contract.parameter.value;
  const position = { ...positionOf(row.txID, row.block_timestamp, row.blockNumber ?? 0), index: 0 };
  const from = partyOf('TRX', owner);
  const fee = { ...position, kind: 'fee', from, to: FEE_SINK, amount: ret.fee ?? 0n } as const;
  if (ret.contractRet !== 'SUCCESS') return [fee];
  const pays =
    contract.type === 'TransferContract' ? { to: to_address, amount } : { to: contract_address, amount: call_value };
  if (contract.type !== 'TransferContract' && contract.type !== 'TriggerSmartContract') return [fee];
  if (pays.to === undefined || pays.amount === undefined) return [fee];
  return [fee, { ...position, kind: 'native', from, to: partyOf('TRX', pays.to), amount: pays.amount }];
}

function innerMoves(row: InnerTransaction): Move[] {
  const value = row.data.call_value?._ ?? 0n;
  if (row.data.rejected === true) return [];
  const position = positionOf(row.tx_id, row.block_timestamp, 0);
  const [from, to] = [partyOf('TRX', row.from_address), partyOf('TRX', row.to_address)];
  return [{ ...position, kind: 'internal', index: null, from, to, amount: value }];
}

export function positionOf(transactionId: string, milliseconds: number, block: number) {
  return { block, transactionIndex: null, transactionId, time: Math.floor(milliseconds / 1000) } as const;
}

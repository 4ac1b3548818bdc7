import { FEE_SINK } from '@assay/exposure';
import { type Move, partyOf, recordsOf } from '../../../formats/records.ts';
import { cursorMilliseconds, parseJson, readAnswer } from '../../../formats/wire.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import { type SourceCall, SourceError, type TransfersAsk, type TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { malformed, type ReadRows, readRows } from '../common/read-rows.ts';
import { anyPage, type InnerTransaction, nativeRow, type OwnTransaction, tokenRow } from './trongrid-wire.ts';

const PAGE_ROWS = 200;
const MOST_PAGES_OF_A_MOMENT = 20;
const DIRECTIONS = { both: {}, in: { only_to: 'true' }, out: { only_from: 'true' } } as const;

interface ParsedRow {
  readonly moves: readonly Move[];
  /** Milliseconds. */
  readonly at: number;
}

/** One page of an account's history, newest first, from the time of the cursor backwards. */
export async function readTronHistory(
  provider: Provider,
  contract: string | null,
  ask: TransfersAsk,
  call: SourceCall,
): Promise<TransfersPage> {
  const until = ask.cursor === null ? null : cursorMilliseconds(provider.name, ask.cursor);
  const { rows, floor, gaps } = await readDown(provider, contract, ask, until, call);
  const moves = rows.filter(({ at }) => floor === null || at > floor).flatMap((one) => one.moves);
  const openUntil = floor === null ? null : Math.floor(floor / 1000);
  const isEnd = floor === null || openUntil === null || (ask.since !== null && openUntil < ask.since);
  return {
    records: recordsOf(ask.account, moves),
    next: isEnd ? null : String(floor),
    completeFrom: openUntil === null ? null : openUntil + 1,
    // The list of coins contains inner transfers only as far as TronGrid adds them, which is not documented.
    lacks: contract === null ? ['internal'] : [],
    gaps,
    contracts: [],
    plainAccounts: [],
    provider: provider.name,
  };
}

/** Reads pages until one ends at another time than it began; rows of the last time may follow, so it is read again. */
async function readDown(
  provider: Provider,
  contract: string | null,
  ask: TransfersAsk,
  until: number | null,
  call: SourceCall,
): Promise<{
  readonly rows: readonly ParsedRow[];
  readonly floor: number | null;
  readonly gaps: readonly HistoryGap[];
}> {
  const rows: ParsedRow[] = [];
  const gaps: HistoryGap[] = [];
  const path = `/v1/accounts/${ask.account}/transactions${contract === null ? '' : '/trc20'}`;
  let fingerprint: string | undefined;
  for (let pages = 0; pages < MOST_PAGES_OF_A_MOMENT; pages += 1) {
    const query = {
      only_confirmed: 'true',
      limit: String(PAGE_ROWS),
      order_by: 'block_timestamp,desc',
      ...DIRECTIONS[ask.direction],
      ...(contract !== null && { contract_address: contract }),
      ...(until !== null && { max_timestamp: String(until) }),
      ...(ask.since !== null && { min_timestamp: String(ask.since * 1000) }),
      ...(fingerprint !== undefined && { fingerprint }),
    };
    const page = await provider.ask({ method: 'GET', path, query }, call, (text) => {
      const { data, meta } = readAnswer(provider.name, parseJson(provider.name, text), anyPage);
      const read = contract === null ? nativeRows(data) : tokenRows(provider.name, contract, data);
      return { ...read, next: meta.fingerprint };
    });
    for (const [at, row] of page.rows.entries()) {
      const before = page.rows[at - 1]?.at ?? rows.at(-1)?.at ?? until ?? Number.POSITIVE_INFINITY;
      if (row.at > before) throw malformed(provider.name, `data.${at}.block_timestamp`);
    }
    rows.push(...page.rows);
    gaps.push(...rowGaps(provider.name, page));
    fingerprint = page.next;
    const first = rows[0];
    const last = rows.at(-1);
    if (fingerprint === undefined) return { rows, floor: null, gaps };
    if (first !== undefined && last !== undefined && first.at !== last.at) return { rows, floor: last.at, gaps };
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
    (row) => ({ at: row.block_timestamp, moves: 'txID' in row ? transactionMoves(row) : innerMoves(row) }),
  );
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

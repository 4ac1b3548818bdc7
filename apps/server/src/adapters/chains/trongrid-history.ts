import { FEE_SINK } from '@assay/exposure';
import type { z } from 'zod';
import { type SourceCall, SourceError, type TransfersAsk, type TransfersPage } from '../../features/sources/index.ts';
import type { Provider } from '../providers/provider.ts';
import { malformed } from './read-answer.ts';
import { type Move, partyOf, recordsOf } from './records.ts';
import { type InnerTransaction, type OwnTransaction, tokenPage, transactionPage } from './trongrid-wire.ts';
import { cursorMilliseconds, parseJson, readAnswer } from './wire.ts';

const PAGE_ROWS = 200;
const MOST_PAGES_OF_A_MOMENT = 20;
const DIRECTIONS = { both: {}, in: { only_to: 'true' }, out: { only_from: 'true' } } as const;

interface Told {
  readonly moves: readonly Move[];
  /** Milliseconds. */
  readonly at: number;
}

/** One page of an account's history, newest first, from the moment of the cursor down. */
export async function readTronHistory(
  provider: Provider,
  contract: string | null,
  ask: TransfersAsk,
  call: SourceCall,
): Promise<TransfersPage> {
  const until = ask.cursor === null ? null : cursorMilliseconds(provider.name, ask.cursor);
  const { told, floor } = await readDown(provider, contract, ask, until, call);
  const moves = told.filter(({ at }) => floor === null || at > floor).flatMap((one) => one.moves);
  const openUntil = floor === null ? null : Math.floor(floor / 1000);
  const isEnd = floor === null || openUntil === null || (ask.since !== null && openUntil < ask.since);
  return {
    records: recordsOf(ask.account, moves),
    next: isEnd ? null : String(floor),
    completeFrom: openUntil === null ? null : openUntil + 1,
    // Inner transfers stand in the list of coins as far as TronGrid puts them there, which nobody promises.
    lacks: contract === null ? ['internal'] : [],
    contracts: [],
    plainAccounts: [],
    provider: provider.name,
  };
}

/** Reads pages until one ends in another moment than it began; the last moment may go on and is read again. */
async function readDown(
  provider: Provider,
  contract: string | null,
  ask: TransfersAsk,
  until: number | null,
  call: SourceCall,
): Promise<{ readonly told: readonly Told[]; readonly floor: number | null }> {
  const told: Told[] = [];
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
      const raw = parseJson(provider.name, text);
      if (contract === null) return nativeRows(readAnswer(provider.name, raw, transactionPage));
      return tokenRows(provider.name, contract, readAnswer(provider.name, raw, tokenPage));
    });
    for (const [at, row] of page.rows.entries()) {
      const before = page.rows[at - 1]?.at ?? told.at(-1)?.at ?? until ?? Number.POSITIVE_INFINITY;
      if (row.at > before) throw malformed(provider.name, `data.${at}.block_timestamp`);
    }
    told.push(...page.rows);
    fingerprint = page.next;
    const first = told[0];
    const last = told.at(-1);
    if (fingerprint === undefined) return { told, floor: null };
    if (first !== undefined && last !== undefined && first.at !== last.at) return { told, floor: last.at };
  }
  throw new SourceError({ kind: 'not-supported', provider: provider.name, what: 'so many transfers of one moment' });
}

interface Page {
  readonly rows: readonly Told[];
  readonly next: string | undefined;
}

function tokenRows(provider: string, contract: string, page: z.output<typeof tokenPage>): Page {
  const rows = page.data.map((row, at): Told => {
    // A row of another token would make its numbers this token's.
    if (row.token_info.address !== contract) throw malformed(provider, `data.${at}.token_info.address`);
    const isMove = row.type === 'Transfer' && row._unconfirmed !== true;
    const move = {
      ...placeOf(row.transaction_id, row.block_timestamp, 0),
      kind: 'token',
      index: null,
      from: partyOf('TRX', row.from),
      to: partyOf('TRX', row.to),
      amount: row.value,
    } as const;
    return { at: row.block_timestamp, moves: isMove ? [move] : [] };
  });
  return { rows, next: page.meta.fingerprint };
}

function nativeRows(page: z.output<typeof transactionPage>): Page {
  const rows = page.data.map((row): Told => {
    const moves = 'txID' in row ? transactionMoves(row) : innerMoves(row);
    return { at: row.block_timestamp, moves };
  });
  return { rows, next: page.meta.fingerprint };
}

/** Coins by plain transfer and with calls. One that failed moved nothing, but its fee was paid. */
function transactionMoves(row: OwnTransaction): Move[] {
  const [contract] = row.raw_data.contract;
  const [ret] = row.ret;
  if (contract === undefined || ret === undefined || row._unconfirmed === true) return [];
  const { owner_address: owner, to_address, contract_address, amount, call_value } = contract.parameter.value;
  const place = { ...placeOf(row.txID, row.block_timestamp, row.blockNumber ?? 0), index: 0 };
  const from = partyOf('TRX', owner);
  const fee = { ...place, kind: 'fee', from, to: FEE_SINK, amount: ret.fee ?? 0n } as const;
  if (ret.contractRet !== 'SUCCESS') return [fee];
  const pays =
    contract.type === 'TransferContract' ? { to: to_address, amount } : { to: contract_address, amount: call_value };
  if (contract.type !== 'TransferContract' && contract.type !== 'TriggerSmartContract') return [fee];
  if (pays.to === undefined || pays.amount === undefined) return [fee];
  return [fee, { ...place, kind: 'native', from, to: partyOf('TRX', pays.to), amount: pays.amount }];
}

function innerMoves(row: InnerTransaction): Move[] {
  const value = row.data.call_value?._ ?? 0n;
  if (row.data.rejected === true) return [];
  const place = placeOf(row.tx_id, row.block_timestamp, 0);
  const [from, to] = [partyOf('TRX', row.from_address), partyOf('TRX', row.to_address)];
  return [{ ...place, kind: 'internal', index: null, from, to, amount: value }];
}

function placeOf(transactionId: string, milliseconds: number, block: number) {
  return { block, transactionIndex: null, transactionId, time: Math.floor(milliseconds / 1000) } as const;
}

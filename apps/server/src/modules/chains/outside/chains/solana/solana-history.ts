import { FEE_SINK, ISSUER } from '@assay/exposure';
import { z } from 'zod';
import { type Move, partyOf, recordsOf } from '../../../formats/records.ts';
import { foreignCursor, parseCursor, wholeNumber } from '../../../formats/wire.ts';
import { type HistoryGap, rowGaps } from '../../../sources/history-gaps.ts';
import type { SourceCall, TransfersAsk, TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { heldSince } from '../common/held-since.ts';
import { mergeLists, type ReadListPage } from '../common/merge-lists.ts';
import { netFlows } from '../common/net-flows.ts';
import { malformed, readRows } from '../common/read-rows.ts';
import { batchRpc, mustRpc } from '../json-rpc/ask-rpc.ts';
import {
  accountOwners,
  type SolanaTransaction,
  signatureRow,
  type TokenBalance,
  tokenAccounts,
  transactionAnswer,
} from './solana-wire.ts';

const placesShape = z.object({ accounts: z.array(z.string()), inner: z.string() });

/** Each costs a separate request, which public nodes answer slowly. */
const SIGNATURES_A_PAGE = 25;
const FINALIZED = { commitment: 'finalized' } as const;
/** Version 1 and below: a node refuses full transactions of a version above the given one. */
export const TRANSACTION = { ...FINALIZED, encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 } as const;

/** Refusals about one transaction: its version is above the given one, or its slot was skipped or is not stored. */
const OF_TRANSACTION: ReadonlySet<number> = new Set([-32_015, -32_009, -32_007]);

/** Accounts that hold a token for an owner. */
export function tokenAccountsOf(provider: Provider, owner: string, mint: string, call: SourceCall) {
  const params = [owner, { mint }, { ...FINALIZED, encoding: 'jsonParsed' }];
  return mustRpc(provider, { method: 'getTokenAccountsByOwner', params, result: tokenAccounts }, call);
}

/**
 * One page of an owner's history. Coins are found by the owner's own signatures, tokens by those of its token accounts.
 * Both are read from the balances before and after, which are right for any program.
 */
export async function readSolanaHistory(
  provider: Provider,
  mint: string | null,
  ask: TransfersAsk,
  call: SourceCall,
): Promise<TransfersPage> {
  const { accounts, inner } = await positionsOf(provider, mint, ask, call);
  const gaps: HistoryGap[] = [];
  const onGap = (some: readonly HistoryGap[]): void => void gaps.push(...some);
  const lists = accounts.map((account) => signatureList(provider, account, mint, onGap));
  const { values, next, openUntil } = await mergeLists(provider.name, lists, inner, call);
  const unique = [...new Set(values)].filter((value) => value !== null);
  const questions = unique.map((one) => ({
    method: 'getTransaction',
    params: [one, TRANSACTION],
    result: z.unknown(),
  }));
  const came = await batchRpc(provider, questions, call, ({ code }) => OF_TRANSACTION.has(code));
  const asked = new Set(unique);
  const read = readRows(
    came,
    transactionAnswer,
    () => null,
    (one) => {
      if (!asked.has(one.transaction.signatures[0] ?? '')) throw malformed(provider.name, 'transaction');
      return one;
    },
  );
  gaps.push(...rowGaps(provider.name, read));
  const transactions = read.rows;
  const owners = mint === null ? new Map<string, string>() : await missingOwners(provider, mint, transactions, call);
  const moves = transactions.flatMap((transaction) =>
    mint === null ? coinMoves(provider.name, transaction) : tokenMoves(provider.name, transaction, mint, owners),
  );
  if (openUntil === null && ask.since === null) {
    gaps.push(...(await heldSince(provider.name, () => firstHeld(provider, call))));
  }
  const isEnd = openUntil === null || next === null || (ask.since !== null && openUntil < ask.since);
  return {
    records: recordsOf(ask.account, moves),
    next: isEnd ? null : JSON.stringify({ accounts, inner: next }),
    completeFrom: openUntil === null ? null : openUntil + 1,
    lacks: [],
    gaps,
    contracts: [],
    plainAccounts: [],
    provider: provider.name,
  };
}

/**
 * The accounts whose signatures are read stay the same from page to page, even when accounts are opened or closed
 * meanwhile.
 */
async function positionsOf(
  provider: Provider,
  mint: string | null,
  { account, cursor }: TransfersAsk,
  call: SourceCall,
): Promise<{ readonly accounts: readonly string[]; readonly inner: string | null }> {
  if (cursor !== null) return readPlaces(provider.name, cursor);
  if (mint === null) return { accounts: [account], inner: null };
  const { value } = await tokenAccountsOf(provider, account, mint, call);
  return { accounts: value.map(({ pubkey }) => pubkey).sort(), inner: null };
}

/** A node without the long-term store has the last days alone. Null where it has every block. */
async function firstHeld(provider: Provider, call: SourceCall): Promise<number | null> {
  const first = { method: 'getFirstAvailableBlock', params: [], result: wholeNumber };
  const slot = await mustRpc(provider, first, call);
  if (slot === 0) return null;
  return mustRpc(provider, { method: 'getBlockTime', params: [slot], result: wholeNumber }, call);
}

function signatureList(
  provider: Provider,
  account: string,
  mint: string | null,
  onGap: (gaps: readonly HistoryGap[]) => void,
): ReadListPage<string | null> {
  return async (before, call) => {
    const params = [account, { ...FINALIZED, limit: SIGNATURES_A_PAGE, ...(before !== null && { before }) }];
    const question = { method: 'getSignaturesForAddress', params, result: z.array(z.unknown()) };
    const page = await mustRpc(provider, question, call);
    const identityOf = ({ signature }: z.output<typeof signatureRow>) => signature;
    const read = readRows(page, signatureRow, identityOf, ({ signature, slot, blockTime, err }) => {
      if (blockTime === null || blockTime === undefined) throw malformed(provider.name, 'blockTime');
      const failed = err !== null && err !== undefined;
      // A failed transaction moved no token, but its fee was paid in coins.
      return { rank: slot, time: blockTime, value: failed && mint !== null ? null : signature, after: signature };
    });
    onGap(rowGaps(provider.name, read));
    const last = read.rows.at(-1);
    if (page.length < SIGNATURES_A_PAGE) return { rows: read.rows, next: null };
    if (last === undefined) throw malformed(provider.name, 'result');
    return { rows: read.rows, next: last.after };
  };
}

function positionOf(provider: string, transaction: SolanaTransaction) {
  const [transactionId] = transaction.transaction.signatures;
  if (transactionId === undefined) throw malformed(provider, 'result.transaction.signatures');
  if (transaction.blockTime === null) throw malformed(provider, 'result.blockTime');
  return { block: transaction.slot, transactionIndex: null, transactionId, time: transaction.blockTime, index: null };
}

export function coinMoves(provider: string, one: SolanaTransaction): Move[] {
  const { meta, transaction } = one;
  const keys = transaction.message.accountKeys.map(({ pubkey }) => pubkey);
  const position = positionOf(provider, one);
  if (meta.preBalances.length !== keys.length || meta.postBalances.length !== keys.length) {
    throw malformed(provider, 'result.meta.postBalances');
  }
  const [payer] = keys;
  if (payer === undefined) throw malformed(provider, 'result.transaction.message.accountKeys');
  const fee = { ...position, kind: 'fee', from: payer, to: FEE_SINK, amount: meta.fee, index: 0 } as const;
  if (failed(one)) return [fee];
  const deltas = new Map<string, bigint>();
  for (const [at, key] of keys.entries()) {
    const change = (meta.postBalances[at] ?? 0n) - (meta.preBalances[at] ?? 0n) + (at === 0 ? meta.fee : 0n);
    const party = partyOf('SOL', key);
    deltas.set(party, (deltas.get(party) ?? 0n) + change);
  }
  return [fee, ...netFlows(deltas, null).map((flow) => ({ ...position, kind: 'native', ...flow }) as const)];
}

export function tokenMoves(
  provider: string,
  one: SolanaTransaction,
  mint: string,
  owners: ReadonlyMap<string, string>,
): Move[] {
  if (failed(one)) return [];
  const deltas = new Map<string, bigint>();
  const add = (balances: readonly TokenBalance[] | null | undefined, sign: bigint): void => {
    for (const balance of balances ?? []) {
      if (balance.mint !== mint) continue;
      const holder = one.transaction.message.accountKeys[balance.accountIndex]?.pubkey;
      if (holder === undefined) throw malformed(provider, 'result.meta.postTokenBalances.accountIndex');
      const party = partyOf('SOL', balance.owner ?? owners.get(holder) ?? holder);
      deltas.set(party, (deltas.get(party) ?? 0n) + sign * balance.uiTokenAmount.amount);
    }
  };
  add(one.meta.preTokenBalances, -1n);
  add(one.meta.postTokenBalances, 1n);
  const position = positionOf(provider, one);
  return netFlows(deltas, ISSUER).map((flow) => ({ ...position, kind: 'token', ...flow }) as const);
}

export function failed({ meta }: SolanaTransaction): boolean {
  return meta.err !== null && meta.err !== undefined;
}

const MOST_ACCOUNTS = 100;

/** Owners of token accounts in old transactions that do not contain the owners. */
export async function missingOwners(
  provider: Provider,
  mint: string,
  transactions: readonly SolanaTransaction[],
  call: SourceCall,
): Promise<ReadonlyMap<string, string>> {
  const unnamed = transactions.flatMap(({ meta, transaction }) =>
    [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])].flatMap((balance) =>
      balance.mint === mint && balance.owner === undefined
        ? (transaction.message.accountKeys[balance.accountIndex]?.pubkey ?? [])
        : [],
    ),
  );
  const asked = [...new Set(unnamed)].slice(0, MOST_ACCOUNTS);
  if (asked.length === 0) return new Map();
  const params = [asked, { ...FINALIZED, encoding: 'jsonParsed' }];
  const found = await mustRpc(provider, { method: 'getMultipleAccounts', params, result: accountOwners }, call);
  return new Map(
    asked.flatMap((account, at) => {
      const owner = found.value[at] ?? null;
      return owner === null ? [] : [[account, owner] as const];
    }),
  );
}

function readPlaces(provider: string, cursor: string): { accounts: string[]; inner: string } {
  const raw = parseCursor(provider, cursor);
  const read = placesShape.safeParse(raw);
  if (!read.success) throw foreignCursor(provider, read.error);
  return read.data;
}

import type { z } from 'zod';
import { contractOf, contractOn } from '../../../formats/evm-networks.ts';
import { partyOf, recordsOf } from '../../../formats/records.ts';
import { amountText, parseCursor, parseJson, readAnswer } from '../../../formats/wire.ts';
import { rowGaps } from '../../../sources/history-gaps.ts';
import type { PendingMove, SeenTransaction } from '../../../sources/seen-transaction.ts';
import {
  type AccountSource,
  type SourceCall,
  SourceError,
  type TransfersAsk,
  type TransfersPage,
} from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { heldSince } from '../common/held-since.ts';
import { malformed, readRows } from '../common/read-rows.ts';
import { confirmedTransfers } from '../common/seen-transfers.ts';
import { creates, xrplMoves } from './xrpl-moves.ts';
import {
  accountInfo,
  accountTransactions,
  failure,
  ledgerAnswer,
  serverInfo,
  transaction,
  transactionAnswer,
  type XrplTransaction,
} from './xrpl-wire.ts';

const PAGE_ROWS = 200;
/** The first ledger there is: earlier ones were lost in 2013. */
const FIRST_LEDGER = 32_570;

/** Transfers, balances and the tip of the XRP Ledger from a server's JSON-RPC: XRP. */
export function xrplSource(provider: Provider): AccountSource {
  const { name } = provider;
  /** Null where the account, or the transaction, does not exist. */
  const ask = <Schema extends z.ZodType>(method: string, params: object, schema: Schema, call: SourceCall) => {
    const body = { method, params: [{ ...params, api_version: 2 }] };
    return provider.ask<z.output<Schema> | null>({ method: 'POST', path: '', body }, call, (text) => {
      const raw = parseJson(name, text);
      const failed = failure.safeParse(raw);
      if (!failed.success) return readAnswer(name, raw, schema);
      const { error } = failed.data.result;
      if (error === 'actNotFound' || error === 'txnNotFound') return null;
      if (error === 'slowDown' || error === 'tooBusy') {
        throw new SourceError({ kind: 'rate-limited', provider: name, retryAfterMs: null });
      }
      throw new SourceError({ kind: 'unavailable', provider: name, reason: `it answered ${error.slice(0, 40)}` });
    });
  };
  /** @param searched the first ledger that an answer was searched from; null where the server does not say */
  async function firstHeld(searched: number | null, call: SourceCall): Promise<number | null> {
    const first = searched ?? (await completeFrom(call));
    if (first <= FIRST_LEDGER) return null;
    const answer = await ask('ledger', { ledger_index: first }, ledgerAnswer, call);
    if (answer === null) throw new SourceError({ kind: 'malformed', provider: name, field: 'result.ledger' });
    return answer.result.ledger.close_time_iso;
  }

  /** The first ledger from which the server holds all. */
  async function completeFrom(call: SourceCall): Promise<number> {
    const answer = await ask('server_info', {}, serverInfo, call);
    if (answer === null) throw new SourceError({ kind: 'malformed', provider: name, field: 'result.info' });
    return answer.result.info.complete_ledgers;
  }

  return {
    ledger: 'account',
    network: 'XRP',
    providers: [name],
    concurrency: provider.limits.atOnce,
    canAsk: (asset) => contractOn('XRP', asset) === null,
    async tip(call) {
      const answer = await ask('ledger', { ledger_index: 'validated' }, ledgerAnswer, call);
      if (answer === null) throw new SourceError({ kind: 'malformed', provider: name, field: 'result.ledger' });
      const { ledger_index: block, ledger } = answer.result;
      // A validated ledger is never undone.
      return {
        block,
        time: ledger.close_time_iso,
        finalBlock: block,
        finalTime: ledger.close_time_iso,
        provider: name,
      };
    },
    async transfers({ asset, account, since, cursor }: TransfersAsk, call: SourceCall): Promise<TransfersPage> {
      contractOf('XRP', name, asset);
      const marker = cursor === null ? {} : { marker: parseCursor(name, cursor) };
      const range = { ledger_index_min: -1, ledger_index_max: -1, limit: PAGE_ROWS, forward: false };
      const answer = await ask('account_tx', { account, ...range, ...marker }, accountTransactions, call);
      const read = readRows(
        answer?.result.transactions ?? [],
        transaction,
        ({ hash }) => hash,
        (row) => ({ ...row, moves: xrplMoves(name, row) }),
      );
      const { rows } = read;
      for (const [at, { ledger_index }] of rows.entries()) {
        if (ledger_index > (rows[at - 1]?.ledger_index ?? Number.POSITIVE_INFINITY)) {
          throw new SourceError({ kind: 'malformed', provider: name, field: `result.transactions.${at}.ledger_index` });
        }
      }
      const after = answer?.result.marker;
      const last = rows.at(-1)?.close_time_iso ?? null;
      const isLast = after === undefined || after === null;
      const isEnd = isLast || (since !== null && last !== null && last < since);
      const isFromBeginning = !isLast || since !== null || rows.some((row) => creates(row, account));
      const searched = answer?.result.ledger_index_min ?? null;
      return {
        records: recordsOf(
          account,
          rows.flatMap(({ moves }) => moves),
        ),
        next: isEnd ? null : JSON.stringify(after),
        // A page may end inside a second, so its last second may be incomplete.
        completeFrom: isLast || last === null ? null : last + 1,
        lacks: [],
        gaps: [
          ...rowGaps(name, read),
          ...(isFromBeginning ? [] : await heldSince(name, () => firstHeld(searched, call))),
        ],
        contracts: [],
        plainAccounts: [],
        provider: name,
      };
    },
    async lookUp(id, call) {
      const answer = await ask('tx', { transaction: id, binary: false }, transactionAnswer, call);
      return seenOnXrpl(name, id, answer?.result ?? null);
    },
    async balance(asset, account, call) {
      contractOf('XRP', name, asset);
      const answer = await ask('account_info', { account, ledger_index: 'validated' }, accountInfo, call);
      return { amount: answer?.result.account_data.Balance ?? 0n, time: null, provider: name };
    },
    counters() {
      const what = 'how many transactions an account has';
      return Promise.reject(new SourceError({ kind: 'not-supported', provider: name, what }));
    },
  };
}

type Found = z.output<typeof transactionAnswer>['result'];

/** A transaction by its hash, from one answer of the server. Only a validated ledger counts. */
function seenOnXrpl(provider: string, id: string, found: Found | null): SeenTransaction {
  if (found === null) return { is: 'unknown', id, provider };
  if (found.hash !== id) throw malformed(provider, 'result.hash');
  if (!isValidated(found)) return { is: 'pending', id, moves: pendingMoves(found), provider };
  const { ledger_index: block, close_time_iso: time, meta } = found;
  if (meta.TransactionResult !== 'tesSUCCESS') return { is: 'failed', id, block, time, provider };
  const native = { contract: null, moves: xrplMoves(provider, found) };
  return confirmedTransfers(provider, { id, block, time }, [native], true);
}

function isValidated(found: Found): found is XrplTransaction {
  return found.validated === true;
}

/** At most what a payment names: a partial payment delivers less. */
function pendingMoves({ tx_json }: Exclude<Found, XrplTransaction>): PendingMove[] {
  const { TransactionType, Account, Destination, DeliverMax } = tx_json;
  const amount = amountText.safeParse(DeliverMax);
  if (TransactionType !== 'Payment' || Destination === undefined || !amount.success) return [];
  const [from, to] = [partyOf('XRP', Account), partyOf('XRP', Destination)];
  return [{ contract: null, from, to, amount: amount.data }];
}

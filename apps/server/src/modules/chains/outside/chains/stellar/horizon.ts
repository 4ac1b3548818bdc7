import type { z } from 'zod';
import { contractOf, contractOn } from '../../../formats/evm-networks.ts';
import type { Move } from '../../../formats/records.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import {
  type AccountSource,
  type SourceCall,
  SourceError,
  type TransfersAsk,
  type TransfersPage,
} from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { isNoHorizonResource } from '../common/absent.ts';
import { malformed } from '../common/read-rows.ts';
import { confirmedTransfers } from '../common/seen-transfers.ts';
import { feeMove, isThroughOffers, mergeMove, movesOf, readStellarHistory } from './horizon-history.ts';
import { account as accountAnswer, ledgers, operations, transactionAnswer } from './horizon-wire.ts';

/** Transfers, balances and the tip of Stellar from a Horizon server: XLM. */
export function horizonSource(provider: Provider): AccountSource {
  const { name } = provider;
  const read =
    <Schema extends z.ZodType>(schema: Schema) =>
    (text: string): z.output<Schema> =>
      readAnswer(name, parseJson(name, text), schema);
  return {
    ledger: 'account',
    network: 'XLM',
    providers: [name],
    concurrency: provider.limits.atOnce,
    canAsk: (asset) => contractOn('XLM', asset) === null,
    async tip(call) {
      const query = { order: 'desc', limit: '1' };
      const { _embedded } = await provider.ask({ method: 'GET', path: '/ledgers', query }, call, read(ledgers));
      const [newest] = _embedded.records;
      if (newest === undefined) throw malformed(name, '_embedded.records');
      const { sequence, closed_at: time } = newest;
      // A closed ledger is never undone.
      return { block: sequence, time, finalBlock: sequence, finalTime: time, provider: name };
    },
    transfers: (ask: TransfersAsk, call: SourceCall): Promise<TransfersPage> => {
      contractOf('XLM', name, ask.asset);
      return readStellarHistory(provider, ask, call);
    },
    lookUp: (id, call) => lookUpByHorizon(provider, id, call),
    async balance(asset, account, call) {
      contractOf('XLM', name, asset);
      const request = { method: 'GET', path: `/accounts/${account}`, isAbsent: isNoHorizonResource } as const;
      const held = await provider.ask(request, call, (text) => (text === '' ? null : read(accountAnswer)(text)));
      const own = held?.balances.find(({ asset_type }) => asset_type === 'native');
      return { amount: own?.balance ?? 0n, time: null, provider: name };
    },
    counters() {
      const what = 'how many transactions an account has';
      return Promise.reject(new SourceError({ kind: 'not-supported', provider: name, what }));
    },
  };
}

/** More than the operations that a transaction may have. */
const ROWS = '200';

/**
 * A transaction by its hash: itself and its payments, and one question for each account that it merged. Horizon holds
 * closed ledgers alone, so that what waits for one is unknown to it.
 */
async function lookUpByHorizon(provider: Provider, id: string, call: SourceCall): Promise<SeenTransaction> {
  const { name } = provider;
  const path = `/transactions/${id}`;
  const found = await provider.ask({ method: 'GET', path, isAbsent: isNoHorizonResource }, call, (text) =>
    text === '' ? null : readAnswer(name, parseJson(name, text), transactionAnswer),
  );
  if (found === null) return { is: 'unknown', id, provider: name };
  if (found.hash !== id) throw malformed(name, 'hash');
  const place = { id, block: found.paging_token.ledger, time: found.created_at };
  if (!found.successful) return { is: 'failed', ...place, provider: name };
  const query = { limit: ROWS, order: 'asc' };
  const { _embedded } = await provider.ask({ method: 'GET', path: `${path}/payments`, query }, call, (text) =>
    readAnswer(name, parseJson(name, text), operations),
  );
  const moves: Move[] = [feeMove(found)];
  for (const row of _embedded.records) {
    moves.push(...(row.type === 'account_merge' ? [await mergeMove(provider, row, call)] : movesOf(row)));
  }
  const isWhole = !_embedded.records.some((row) => isThroughOffers(row));
  return confirmedTransfers(name, place, [{ contract: null, moves }], isWhole);
}

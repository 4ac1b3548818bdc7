import type { SeenTransaction, SourceCall } from '../../sources/index.ts';
import type { Provider } from '../providers/provider.ts';
import { isNoHorizonResource } from './absent.ts';
import { feeMove, isThroughOffers, mergeMove, movesOf } from './horizon-history.ts';
import { operations, transactionAnswer } from './horizon-wire.ts';
import { malformed } from './read-answer.ts';
import type { Move } from './records.ts';
import { confirmedTransfers } from './seen-transfers.ts';
import { parseJson, readAnswer } from './wire.ts';

/** More than the operations that a transaction may have. */
const ROWS = '200';

/**
 * A transaction by its hash: itself and its payments, and one question for each account that it merged. Horizon holds
 * closed ledgers alone, so that what waits for one is unknown to it.
 */
export async function lookUpByHorizon(provider: Provider, id: string, call: SourceCall): Promise<SeenTransaction> {
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

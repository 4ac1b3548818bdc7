import type { z } from 'zod';
import type { PendingMove, SeenTransaction } from '../../sources/index.ts';
import { malformed } from './read-answer.ts';
import { partyOf } from './records.ts';
import { confirmedTransfers } from './seen-transfers.ts';
import { amountText } from './wire.ts';
import { xrplMoves } from './xrpl-moves.ts';
import type { transactionAnswer, XrplTransaction } from './xrpl-wire.ts';

type Found = z.output<typeof transactionAnswer>['result'];

/** A transaction by its hash, from one answer of the server. Only a validated ledger counts. */
export function seenOnXrpl(provider: string, id: string, found: Found | null): SeenTransaction {
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

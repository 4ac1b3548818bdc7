/** The calls of transactions, apart from the client so that no first page carries them. */
import { objectOf } from './answer.ts';
import type { CallOptions } from './client-types.ts';
import type { CheckData } from './monitor/check.ts';
import type { PaymentRequest } from './monitor/check-transaction.ts';
import type { TransactionData, TransactionQuery } from './monitor/transaction-moves.ts';
import type { Sender } from './survey-client.ts';

export interface TransactionClient<Signal> {
  /** GET /monitor/transaction: what a transaction moved. */
  moves(query: TransactionQuery, options?: { readonly signal?: Signal }): Promise<TransactionData>;
  /** POST /monitor/check-transaction. `status` is `running` when the result must be followed with `checkState`. */
  check(request: PaymentRequest, options?: CallOptions<Signal>): Promise<CheckData>;
}

/**
 * Transactions and checks of their payments, over any client.
 *
 * @example
 * const moved = await transactionClient(client).moves({ transaction: 'https://tronscan.org/#/transaction/5a03…' });
 */
export function transactionClient<Signal>({ send }: Sender<Signal>): TransactionClient<Signal> {
  return {
    async moves(query, options) {
      const { page = 1, side_page: sidePage = 1, ...named } = query;
      const given = { ...named, page: `${Number(page)}`, side_page: `${Number(sidePage)}` };
      const fields = Object.entries(given)
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
        .join('&');
      const data = await send('GET', `/monitor/transaction?${fields}`, undefined, options);
      return objectOf<TransactionData>(data, { is: 'string' });
    },
    async check(request, options) {
      const data = await send('POST', '/monitor/check-transaction', request, options);
      return objectOf<CheckData>(data, { user: 'object', asset: 'object', status: 'string' });
    },
  };
}

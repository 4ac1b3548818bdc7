import { createHash } from 'node:crypto';
import { PaymentRequest } from '@assay/contracts';
import { NETWORK_IDS, type NetworkId } from '@assay/domain';
import { z } from 'zod';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { keptTransactionsStore } from './kept.store.ts';

const Asked = z.object({
  transaction: z.string(),
  network: z.enum(NETWORK_IDS as [NetworkId, ...NetworkId[]]),
  ticker: z.string().nullable(),
  parent: z.string().nullable(),
  address: z.string().nullable(),
  direction: z.enum(['deposit', 'withdrawal']).nullable(),
});

/** What a button asks: a check of a payment where it names a direction, else what a transaction moved. */
export type AskedOfTransaction = z.output<typeof Asked>;

export interface KeptTransactionsDeps {
  readonly db: Db;
  readonly clock: Clock;
}

export type KeptTransactions = ReturnType<typeof buildKeptTransactions>;

/** What buttons ask of transactions, under ids that fit into a button. */
export function buildKeptTransactions({ db, clock }: KeptTransactionsDeps) {
  async function find(id: string): Promise<AskedOfTransaction> {
    const asked = await keptTransactionsStore.find(db, id, clock.now());
    if (asked === null) throw new AppError('NotFound');
    return Asked.parse(asked);
  }

  return {
    find,

    /** The ids, in the order of what they name. The same again has the same id. */
    async keep(all: readonly AskedOfTransaction[]): Promise<readonly string[]> {
      const rows = all.map((one) => {
        const { transaction, network, ticker, parent, address, direction } = one;
        const asked = JSON.stringify({ transaction, network, ticker, parent, address, direction });
        return { id: createHash('sha256').update(asked).digest('base64url').slice(0, 22), asked };
      });
      if (rows.length > 0) await keptTransactionsStore.keep(db, rows, clock.now());
      return rows.map(({ id }) => id);
    },

    /**
     * The payment that an id names.
     *
     * @throws AppError NotFound, also where it names no payment
     */
    async read(id: string): Promise<z.output<typeof PaymentRequest>> {
      const { ticker, direction, ...asked } = await find(id);
      if (ticker === null || direction === null) throw new AppError('NotFound');
      return PaymentRequest.parse({ ...asked, ticker, direction });
    },
  };
}

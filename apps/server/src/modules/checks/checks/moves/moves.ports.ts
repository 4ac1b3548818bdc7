import type { TransactionQuery } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import type { z } from 'zod';
import type { OnDemandReader } from '../compute/on-demand-reading.ts';
import type { CheckPrices } from '../flows/value-flows.ts';
import type { PaymentRules } from '../payment/compute-payment.ts';

/** What a transaction is looked up with. */
export interface MovesPorts {
  readonly catalogue: readonly Asset[];
  readonly payments: Pick<PaymentRules, 'withSnapshot' | 'knownOn'>;
  readonly prices?: CheckPrices | undefined;
  /** Look-ups on chains; without it records alone are asked. */
  readonly live?: Pick<OnDemandReader, 'locate'> | undefined;
}

export type MovesQuery = z.output<typeof TransactionQuery>;

export interface MovesReader {
  /** The workspace that asks; null for visitors, who get no labels, as in checks. */
  readonly owner: string | null;
  /** Called before providers are asked. @throws AppError TooManyRequests where they are asked no more for this reader */
  admitLookUp(): Promise<void>;
}

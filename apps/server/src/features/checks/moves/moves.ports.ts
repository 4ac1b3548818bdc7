import type { TransactionQuery } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import type { z } from 'zod';
import type { PaymentRules } from '../payment/compute-payment.ts';
import type { CheckPrices } from '../value-flows.ts';

/** What a transaction is looked up with. */
export interface MovesPorts {
  readonly catalogue: readonly Asset[];
  readonly payments: Pick<PaymentRules, 'withSnapshot' | 'knownOn'>;
  readonly prices?: CheckPrices | undefined;
}

export type MovesQuery = z.output<typeof TransactionQuery>;

/** Who looks: labels are for people with an account, as they are in checks. */
export interface MovesReader {
  readonly seesLabels: boolean;
}

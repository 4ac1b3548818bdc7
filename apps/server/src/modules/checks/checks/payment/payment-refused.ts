import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { PaymentRefusal } from './find-payment.ts';

/** A transaction that is not rated. The public text says why and what to do; `refusal` is for programs. */
export class PaymentRefused extends AppError {
  readonly refusal: PaymentRefusal | { readonly is: 'no id' };

  constructor(refusal: PaymentRefused['refusal'], publicText: string) {
    super('TransactionNotRated', { publicText });
    this.refusal = refusal;
  }
}

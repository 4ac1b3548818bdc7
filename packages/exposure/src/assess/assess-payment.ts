import { TEXT_SET_OF_METHOD_2, type TextSet } from '../method/text-set.ts';
import type { Direction } from '../records/record.ts';
import type { Assessment, AssessmentInput, UsdBounds, Withdrawal } from '../score/assessment.ts';
import { writePaymentTexts } from '../text/payment/payment-texts.ts';
import type { DirectionExposure } from '../walk/exposure.ts';
import { emptyExposure } from '../walk/result.ts';
import type { SubjectFacts } from '../walk/store.ts';
import { assessByMethod2 } from './assess-2.ts';

/** One payment to or from an address, walked. */
export interface PaymentInput {
  /** The address that was paid (`bwd`, a deposit) or that paid (`fwd`, a withdrawal). Its labels decide nothing. */
  readonly side: SubjectFacts;
  /** Of a walk from the records of the payment alone. */
  readonly exposure: DirectionExposure;
  /** US dollars of the payment; null without a price. */
  readonly usd: number | null;
  /** Bounds of these dollars where there is no price; null: none. */
  readonly usdBounds: UsdBounds | null;
  /** Whether the records behind the payment are complete (docs/method/transactions, section 4). */
  readonly complete: boolean;
  /** Unix seconds of the check. */
  readonly now: number;
  /** The walk without each of the claims that weigh most; their other direction is not read. */
  readonly withdrawals: readonly Withdrawal[];
  /** No labels derived from records were at hand. */
  readonly withoutDerivedLabels: boolean;
}

/** What the rules of version 2 are given for a payment: its direction alone, and no label of the address itself. */
export function paymentAssessmentInput(payment: PaymentInput): AssessmentInput {
  const { side, exposure, usd, usdBounds, complete, now, withdrawals, withoutDerivedLabels } = payment;
  const { direction, records } = exposure;
  const bothOf = (one: DirectionExposure) => {
    const none = emptyExposure(direction === 'bwd' ? 'fwd' : 'bwd', one.cut.threshold);
    return direction === 'bwd' ? { incoming: one, outgoing: none } : { incoming: none, outgoing: one };
  };
  const counts = { inflows: direction === 'bwd' ? records : 0, outflows: direction === 'fwd' ? records : 0 };
  return {
    subject: { ...side, labels: [], ...counts, complete },
    ...bothOf(exposure),
    incomingUsd: direction === 'bwd' ? usd : null,
    outgoingUsd: direction === 'fwd' ? usd : null,
    now,
    sources: 'ok',
    notes: [],
    usdBounds: boundsIn(direction, usdBounds),
    isService: false,
    withdrawals: withdrawals.map((one) => ({ ...one, ...bothOf(direction === 'bwd' ? one.incoming : one.outgoing) })),
    withoutDerivedLabels,
  };
}

/**
 * From the exposure of one payment to stars, by version 2 of the method (docs/method/transactions). Pure, as
 * `assessByMethod2`.
 *
 * @param textSet that its sentences are of: 3, 5 or 7
 * @example
 * const exposure = await walk(store, side, 'bwd', { only: positions });
 * const { stars, headline } = assessPayment({ side, exposure, usd: 250, ... });
 */
export function assessPayment(payment: PaymentInput, textSet: TextSet = TEXT_SET_OF_METHOD_2): Assessment {
  const assessment = assessByMethod2(paymentAssessmentInput(payment), textSet);
  const { sentences } = assessment;
  return sentences === null
    ? assessment
    : { ...assessment, ...writePaymentTexts(sentences, payment.exposure.direction) };
}

function boundsIn(direction: Direction, bounds: UsdBounds | null): Readonly<Record<Direction, UsdBounds | null>> {
  return { bwd: direction === 'bwd' ? bounds : null, fwd: direction === 'fwd' ? bounds : null };
}

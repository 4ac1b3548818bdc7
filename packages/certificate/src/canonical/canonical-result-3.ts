import type { ResultOf3 } from '@assay/contracts';
import { isStars, type Stars } from '@assay/domain';
import type { CanonicalPayment } from './canonical-payment.ts';
import type {
  CanonicalAsset,
  CanonicalLabelSet,
  CanonicalRecords,
  CanonicalResult,
  ResultIssuer,
} from './canonical-result.ts';

/** Schema of results of version 3 of the method: of wallets, and of payments, which say so in `question`. */
export const RESULT_SCHEMA_OF_3 = 'assay-result/3' satisfies ResultOf3['schema'];

type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;

/** What a result of version 3 is signed with, beside itself. */
export interface CanonicalBasisOf3 {
  readonly issuer: ResultIssuer;
  readonly label_set: CanonicalLabelSet;
  readonly records: CanonicalRecords;
  /** SHA-256 of what its rating was made from: shares, own history, labels, prices. In lower-case hexadecimal. */
  readonly inputs: string;
  readonly disclaimer: string;
}

/**
 * A result of version 3 as it is signed: the result as it is stored and shown, member by member, but for how its chain was
 * read, with its issuer and the digests of what it was made from.
 */
export type CanonicalResultOf3 = Immutable<Omit<ResultOf3, 'reading'>> & CanonicalBasisOf3;

/** A result of any version of the method that this release reads. */
export type SignedResult = CanonicalResult | CanonicalResultOf3;

/** Whether a signed result is of version 3 of the method. */
export function isOf3(result: SignedResult): result is CanonicalResultOf3 {
  return result.schema === RESULT_SCHEMA_OF_3;
}

/** What every signed result says of its check, whatever its schema. */
export interface SignedCheck {
  readonly sub_id: string;
  readonly asset: CanonicalAsset;
  readonly address: string;
  /** ISO 8601 in UTC. */
  readonly checkedAt: string;
  readonly issuer: ResultIssuer;
  /** 1 to 5; 0 for a result without stars. */
  readonly stars: Stars;
  /** The verdict, in a few words. */
  readonly headline: string;
  /** Null for the result of an address. */
  readonly payment: CanonicalPayment | null;
}

/** Reads of a signed result what all have. */
export function signedCheckOf(result: SignedResult): SignedCheck {
  const { sub_id, address, issuer } = result;
  const common = { sub_id, address, issuer, headline: result.texts.headline };
  if (!isOf3(result)) {
    const { asset, checked_at: checkedAt, score, payment = null } = result;
    return { ...common, asset, checkedAt, stars: score.stars, payment };
  }
  const { ticker, parent, subticker, name, network, decimals, created_at: checkedAt, riskscore } = result;
  const asset = { ticker, parent, subticker, name, network, decimals };
  const stars = isStars(riskscore) ? riskscore : 0;
  return { ...common, asset, checkedAt, stars, payment: paymentOf(result) };
}

/** Its amount is that of its mixture. */
function paymentOf({ payment, mixtures }: CanonicalResultOf3): CanonicalPayment | null {
  const [mixture] = mixtures;
  if (payment === undefined || mixture === undefined) return null;
  const { is_pending: _unsigned, ...stated } = payment;
  return { ...stated, amount: mixture.amount };
}

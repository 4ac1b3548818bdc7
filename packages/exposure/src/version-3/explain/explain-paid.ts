import type { Category } from '@assay/domain';
import type { AssessmentOf3, BadPayment } from '../assess/assessment-of-3.ts';
import { ratioOf } from '../rating/bounds/bounds.ts';
import type { Usd } from '../rating/bounds/dollars.ts';
import { kindOfPayee } from '../rating/paid/acts.ts';
import type { PaidRow } from '../rating/paid/paid.ts';
import type { Rating } from '../rating/rating.ts';

/** A payment to somebody of tier S, A or B, and how section 9 counts it. */
export interface ExplainedPayment extends BadPayment {
  /** Of all that was paid, 0..1, what was sent back included. */
  readonly share: number;
  readonly usd: Usd;
  /** `no_act`: all of it sent back what an account of tier S had paid. */
  readonly kind: 'act' | 'as_victims' | 'no_act';
  /** Share that the rules took: of all that was paid but for what was returned. Null where it did not count. */
  readonly countedShare: number | null;
  readonly isDecisive: boolean;
}

/** All that was paid to payees of one label. */
export interface PayeeGroup {
  /** Null for payees without a label. */
  readonly category: Category | null;
  readonly entity: string;
  /** Base units, rounded down. */
  readonly amount: bigint;
  /** Of all that was paid, 0..1. */
  readonly share: number;
  readonly payments: number;
}

/** What a wallet paid, to direct payees only (docs/method/3, section 9). */
export interface ExplainedPaid {
  /** Base units, fees left out, rounded down. */
  readonly amount: bigint;
  /** The largest first. */
  readonly groups: readonly PayeeGroup[];
  /** In the order of records. */
  readonly payments: readonly ExplainedPayment[];
}

/** What a wallet paid, and which of it counted; null of a payment. */
export function explainPaid({ rated, rating, badPayments }: AssessmentOf3): ExplainedPaid | null {
  if (rated.kind === 'payment' || rating.paid === null) return null;
  const { input, unit } = rated;
  const { payments } = input.history;
  const all = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const groups = [...Map.groupBy(payments, ({ label }) => JSON.stringify([label?.category, label?.entity])).values()];
  return {
    amount: all / unit,
    groups: groups
      .map((own) => {
        const amount = own.reduce((sum, payment) => sum + payment.amount, 0n);
        const label = own[0]?.label ?? null;
        return {
          category: label?.category ?? null,
          entity: label?.entity ?? '',
          amount: amount / unit,
          share: ratioOf(amount, all),
          payments: own.length,
        };
      })
      .toSorted((a, b) => b.share - a.share),
    payments: explainPayments(rating, rating.paid, badPayments),
  };
}

function explainPayments(
  rating: Rating,
  paid: NonNullable<Rating['paid']>,
  bad: AssessmentOf3['badPayments'],
): readonly ExplainedPayment[] {
  const contacts = byPayment(paid.contacts);
  const counted = byPayment([...paid.acts, ...(paid.asVictims?.rows ?? [])]);
  const acts = byPayment(paid.acts);
  const decisive = byPayment(decisiveRows(rating));
  return bad.map((payment) => {
    const contact = contacts.get(payment.payment);
    if (contact === undefined) throw new Error(`no contact by payment ${payment.payment}`);
    const isVictims = kindOfPayee(payment.category) === 'as_victims';
    return {
      ...payment,
      share: contact.share,
      usd: contact.usd,
      kind: isVictims ? 'as_victims' : acts.has(payment.payment) ? 'act' : 'no_act',
      countedShare: counted.get(payment.payment)?.share ?? null,
      isDecisive: decisive.has(payment.payment),
    };
  });
}

const byPayment = (rows: readonly PaidRow[]): ReadonlyMap<number, PaidRow> =>
  new Map(rows.map((row) => [row.payment, row]));

function decisiveRows(rating: Rating): readonly PaidRow[] {
  if (rating.kind === 'finding' || rating.cause.reason !== 'paid') return [];
  switch (rating.cause.by) {
    case 'acts':
      return rating.cause.floor.rows;
    case 'victims':
      return rating.cause.paid.rows;
  }
}

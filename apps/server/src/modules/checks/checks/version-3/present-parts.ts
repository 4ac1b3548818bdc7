import type { DecidedOf3, MixtureOf3, MixtureRowOf3, PaidOf3 } from '@assay/contracts';
import { CATEGORIES } from '@assay/domain';
import type {
  AssessmentOf3,
  ExplainedMixture,
  ExplainedPaid,
  ExplainedPayment,
  ExplainedRow,
} from '@assay/exposure/version-3';
import { isoTime, presentCut, presentLabel, presentPath, roundMillionths } from '../present-evidence.ts';

/** What a source states that the address received in all, where that is more than the records hold. */
export type StatedTotal = MixtureOf3['received_in_all'];

export function presentMixture(mixture: ExplainedMixture, statedTotal: StatedTotal): MixtureOf3 {
  const { name, amount, usd, rows, unknownOrigin, notFollowed, isLeftOut, left, cut, steps } = mixture;
  return {
    name,
    amount: amount.toString(),
    usd: roundedUsd(usd),
    received_in_all: name === 'ever' ? statedTotal : null,
    rows: rows.map(presentRow),
    unknown_origin: unknownOrigin,
    not_followed: notFollowed,
    is_left_out: isLeftOut,
    total: left?.total ?? null,
    near: left?.near ?? null,
    far: left?.far ?? null,
    cut: presentCut(cut),
    steps,
  };
}

function presentRow(row: ExplainedRow): MixtureRowOf3 {
  return {
    category: row.category,
    title: CATEGORIES[row.category].title,
    group: CATEGORIES[row.category].group,
    entity: row.entity,
    hops: row.owners,
    share: row.share,
    amount: row.amount.toString(),
    usd: roundedUsd(row.usd),
    points: roundMillionths(row.points),
    explained: row.explained,
    confidence: row.confidence,
    before_designation: row.beforeDesignation,
    decisive: row.isDecisive,
    set_aside: row.setAside.map(({ why, share }) => ({ why, share })),
    first_time: isoTime(row.firstTime),
    last_time: isoTime(row.lastTime),
    labels: row.labels.map(presentLabel),
    paths: row.paths.map(presentPath),
  };
}

export function presentPaid({ amount, groups, payments }: ExplainedPaid): PaidOf3 {
  return {
    amount: amount.toString(),
    payees: groups.map((group) => ({
      category: group.category,
      title: group.category === null ? null : CATEGORIES[group.category].title,
      group: group.category === null ? null : CATEGORIES[group.category].group,
      entity: group.entity,
      amount: group.amount.toString(),
      share: group.share,
      payments: group.payments,
    })),
    rows: payments.map(presentPayment),
  };
}

function presentPayment(payment: ExplainedPayment): PaidOf3['rows'][number] {
  const { category } = payment;
  return {
    category,
    title: CATEGORIES[category].title,
    group: CATEGORIES[category].group,
    address: payment.address,
    entity: payment.entity,
    confidence: payment.confidence,
    before_designation: payment.beforeDesignation,
    share: payment.share,
    counted_share: payment.countedShare,
    amount: payment.amount.toString(),
    usd: roundedUsd(payment.usd),
    time: isoTime(payment.time),
    transaction_id: payment.transactionId,
    kind: payment.kind,
    decisive: payment.isDecisive,
  };
}

export const roundedUsd = (usd: number | null): number | null => (usd === null ? null : roundMillionths(usd));

type Rating = AssessmentOf3['rating'];
type Floor = NonNullable<Rating['mixtures'][number]['score']>['total']['floors']['largest'] & {};

/** What decided the stars; null without stars. */
export function presentDecided({ rating, ownLabel }: AssessmentOf3): DecidedOf3 | null {
  if (rating.kind === 'finding') return null;
  const { cause } = rating;
  const nothing = { mixture: null, floor: null, paid: null, own_label: null };
  switch (cause.reason) {
    case 'warning':
    case 'explained':
    case 'far':
    case 'part':
      return { ...nothing, reason: cause.reason, mixture: cause.mixture, floor: floorOf(rating, cause.mixture) };
    case 'returned':
      return { ...nothing, reason: 'returned' };
    case 'paid': {
      const { category, share, usd } = cause.by === 'acts' ? cause.floor : cause.paid;
      return {
        ...nothing,
        reason: 'paid',
        floor: cause.by === 'acts' ? presentFloor(cause.floor) : null,
        paid: { by: cause.by === 'acts' ? 'acts' : 'as_victims', category, share, usd: roundedUsd(usd) },
      };
    }
    case 'own label': {
      if (ownLabel === null) throw new Error('an own label decided that is not there');
      const share = cause.by === 'service_floor' ? cause.share : null;
      return { ...nothing, reason: 'own_label', own_label: { by: cause.by, share, label: presentLabel(ownLabel) } };
    }
  }
}

/** The floor that made the total of a mixture; null where none did. */
function floorOf({ mixtures }: Rating, name: Rating['mixtures'][number]['name']): DecidedOf3['floor'] {
  const total = mixtures.find((mixture) => mixture.name === name)?.score?.total;
  if (total === undefined || total.decidedBy !== 'floor' || total.floors.largest === null) return null;
  return presentFloor(total.floors.largest);
}

type FloorFacts = Pick<Floor, 'column' | 'scope' | 'floor' | 'number' | 'share' | 'usd' | 'category'>;

const presentFloor = ({ column, scope, floor, number, share, usd, category }: FloorFacts): DecidedOf3['floor'] => ({
  column,
  tiers: TIERS[scope],
  points: floor,
  by: number === 'first' ? 'strong_labels' : 'all_labels',
  share,
  usd: roundedUsd(usd),
  category,
});

const TIERS: Readonly<Record<Floor['scope'], ('S' | 'A' | 'B')[]>> = {
  S: ['S'],
  SA: ['S', 'A'],
  SAB: ['S', 'A', 'B'],
};

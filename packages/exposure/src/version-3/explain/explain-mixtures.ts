import type { AssessmentOf3, EvidenceRow, MixtureFound } from '../assess/assessment-of-3.ts';
import { isBad, keyOfRow, shareOf, tierOf } from '../rating/floors/risk-row.ts';
import { NEAR_OWNERS } from '../rating/mixtures/rate-mixture.ts';
import type { MixtureReading, Rating, SetAsideName } from '../rating/rating.ts';
import { isOfServiceFloor } from '../rating/steps.ts';

/** A row of a mixture as a result lists it (docs/method/3, section 15). */
export interface ExplainedRow extends EvidenceRow {
  /** What it adds to the linear score after section 8, 0 to 100; rows of one mixture add up to L, which is at most 100. */
  readonly points: number;
  /** Part of what the deciding rule looked at: the rows of a floor, those that have points, or those that explain. */
  readonly isDecisive: boolean;
  /** The parts of it that section 8 names, by share of the mixture before it. */
  readonly setAside: readonly { readonly why: SetAsideName; readonly share: number }[];
}

/** A mixture with what section 10 read of it after section 8. */
export interface ExplainedMixture extends Omit<MixtureFound, 'rows'> {
  readonly rows: readonly ExplainedRow[];
  readonly isLeftOut: boolean;
  /** T, K and F of what is left of it; null where nothing is left. */
  readonly left: { readonly total: number; readonly near: number; readonly far: number } | null;
}

/** The mixtures of a result, each row with what it added and what became of it. */
export function explainMixtures({ rating, mixtures }: AssessmentOf3): readonly ExplainedMixture[] {
  return mixtures.map((mixture) => {
    const reading = rating.mixtures.find(({ name }) => name === mixture.name);
    if (reading === undefined) throw new Error(`the rating has no mixture ${mixture.name}`);
    const { score } = reading;
    const points = new Map((score?.rows ?? []).filter(isBad).map((row) => [keyOfRow(row), row.points]));
    const setAside = Map.groupBy(reading.setAside, keyOfRow);
    const isDecisive = decisiveRows(rating, reading);
    return {
      ...mixture,
      rows: mixture.rows.map((row) => ({
        ...row,
        points: isBad(row) ? (points.get(keyOfRow(row)) ?? 0) : 0,
        isDecisive: isDecisive(row),
        setAside: isBad(row) ? sumsOf(setAside.get(keyOfRow(row)) ?? []) : [],
      })),
      isLeftOut: reading.isLeftOut,
      left: score === null ? null : { total: score.total.total, near: score.near, far: score.far },
    };
  });
}

const sumsOf = (rows: MixtureReading['setAside']): ExplainedRow['setAside'] =>
  [...Map.groupBy(rows, ({ why }) => why)].map(([why, own]) => ({ why, share: shareOf(own) }));

type IsDecisive = (row: EvidenceRow) => boolean;

const NONE: IsDecisive = () => false;

function decisiveRows(rating: Rating, { name, score, setAside }: MixtureReading): IsDecisive {
  if (rating.kind === 'finding') return NONE;
  const { cause } = rating;
  switch (cause.reason) {
    case 'paid':
      return NONE;
    case 'returned':
      return among(setAside.filter(({ why, category }) => why === 'returned' && tierOf(category) === 'S'));
    case 'own label':
      return cause.by === 'service_floor' && name === 'ever'
        ? among((score?.rows ?? []).filter(isOfServiceFloor))
        : NONE;
    case 'warning': {
      if (cause.mixture !== name || score === null) return NONE;
      const { decidedBy, floors } = score.total;
      if (decidedBy === 'floor') return among(floors.largest?.rows ?? []);
      return among(score.rows.filter(({ points }) => points > 0));
    }
    case 'explained':
    case 'part':
      return cause.mixture === name ? ({ explained, owners }) => explained && owners <= NEAR_OWNERS : NONE;
    case 'far':
      return cause.mixture === name ? ({ explained }) => explained : NONE;
  }
}

function among(rows: readonly Parameters<typeof keyOfRow>[0][]): IsDecisive {
  const keys = new Set(rows.map(keyOfRow));
  return (row) => isBad(row) && keys.has(keyOfRow(row));
}

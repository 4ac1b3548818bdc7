import type { DecidedLabel } from '@assay/contracts';

export interface LabelOutcomesProps {
  readonly labels: readonly DecidedLabel[];
  /** Says of each whether it was withdrawn. */
  readonly isDecided: boolean;
}

/** The labels of a dispute, one below the other. */
export function LabelOutcomes({ labels, isDecided }: LabelOutcomesProps) {
  return labels.map(({ source, entity, category, categoryTitle, isWithdrawn }) => (
    <span className="dispute-label" key={[source, entity, category].join(' ')}>
      {entity}, {categoryTitle}
      <small>
        {source}
        {isDecided && (isWithdrawn ? ' · withdrawn' : ' · kept')}
      </small>
    </span>
  ));
}

import type { DecidedLabel } from '@assay/contracts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';

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

/** The row of a service, by any spelling of its name. */
export function ServiceLink({ service }: { readonly service: string }) {
  return <SiteLink to={`/services/${encodeURIComponent(service)}`}>{service}</SiteLink>;
}

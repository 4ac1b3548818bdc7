import type { WithdrawnLabel } from '@assay/contracts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';

/** For every reader of a result: labels that it may rest on and that were withdrawn after it. */
export function WithdrawnNote({ labels }: { readonly labels: readonly WithdrawnLabel[] }) {
  return (
    <section className="wrap changes" aria-labelledby="withdrawn">
      <h2 id="withdrawn">{labels.length === 1 ? 'A label was withdrawn' : `${labels.length} labels were withdrawn`}</h2>
      <p className="hint">
        This result was made before, and stays as it was. A new check leaves out what was withdrawn.
      </p>
      <ul>
        {labels.map(({ dispute, address, source, entity, category, categoryTitle, withdrawnAt }) => (
          <li key={[dispute, source, entity, category].join(' ')}>
            {entity}, {categoryTitle} ({source}), of <span className="mono addr">{address}</span>:{' '}
            <SiteLink to={`/disputes?dispute=${dispute}`}>
              decision {dispute} of <time dateTime={withdrawnAt}>{withdrawnAt.slice(0, 10)}</time>
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

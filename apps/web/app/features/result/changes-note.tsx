import type { CheckChanges } from '@assay/contracts';
import { formatMoment } from '@assay/wording';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { describeChanges } from './describe-changes.ts';

/** For the owner of a check alone: what is different from their last result of the same address and asset. */
export function ChangesNote({ changes }: { readonly changes: CheckChanges }) {
  const timeZone = useTimeZone();
  return (
    <section className="wrap changes" aria-labelledby="changes">
      <h2 id="changes">What has changed</h2>
      <p className="hint">
        Since{' '}
        <SiteLink to={`/riskcheck/${changes.previous_sub_id}`} prefetch="hover">
          your result of <time dateTime={changes.since}>{formatMoment(changes.since, timeZone)}</time>
        </SiteLink>
        . Only you see this.
      </p>
      <ul>
        {describeChanges(changes).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

import { shortenAddress } from '@assay/wording';
import type { EvidencePath, PathSubject } from './evidence.ts';

/** Most stops shown before the middle collapses to '+2 more'. */
const SHOWN_STOPS = 3;

/** Source, arrow, hop, arrow, what was checked. Full addresses and transaction ids are shown below, on demand. */
export function HopPath({ path, subject }: { path: EvidencePath; subject: PathSubject }) {
  const stops = stopsOf(path);
  const isSelf = (stop: string) => stop === subject.address;
  const hidden = stops.length > SHOWN_STOPS ? stops.length - SHOWN_STOPS : 0;
  const shown = hidden === 0 ? stops : [stops[0], null, ...stops.slice(-(SHOWN_STOPS - 1))];
  return (
    <ol className="hop-path">
      {shown.map((stop, index) =>
        stop === null || stop === undefined ? (
          <li key="more" className="more">
            +{hidden} more
          </li>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may pass the same address twice.
          <li key={index} className={isSelf(stop) ? 'self' : 'mono'} title={isSelf(stop) ? undefined : stop}>
            {isSelf(stop) ? subject.name : shortenAddress(stop)}
          </li>
        ),
      )}
    </ol>
  );
}

function stopsOf(path: EvidencePath): readonly string[] {
  const first = path.steps[0];
  return first === undefined ? [] : [first.from, ...path.steps.map((step) => step.to)];
}

import { countStars, VERDICT_WORDS } from '@assay/wording';
import { useData } from '../../shell/data/use-data.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import './changes.css';

const PAGE_OF = { '1': '/method', '2': '/method/2' } as const;

/** For the owner of a check alone: its stars by the other version of the method, below the result that they are no part of. */
export default function VersionNote({ subId }: { readonly subId: string }) {
  const { data, problem } = useData(subId, (signal) =>
    call('GET /monitor/check/:sub_id/by-other-version', { sub_id: subId, signal }),
  );
  if (problem !== null) return <p className="version-note hint">Versions could not be compared: {problem}</p>;
  if (data === null) return null;
  const { method_version: version, riskscore, note } = data;
  return (
    <section className="changes version-note" aria-labelledby="by-version">
      <h2 id="by-version">
        By version {version} of the method: {starsOf(riskscore)}
      </h2>
      <p className="hint">
        {note} Only you see this. <SiteLink to={PAGE_OF[version]}>Version {version} of the method</SiteLink>
      </p>
    </section>
  );
}

function starsOf(riskscore: number | null): string {
  if (riskscore === null) return 'not compared';
  return riskscore === 0 ? VERDICT_WORDS.not_rated.toLowerCase() : countStars(riskscore);
}

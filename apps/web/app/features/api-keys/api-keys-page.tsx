import { mayIn } from '@assay/domain';
import { Spinner } from '@assay/ui';
import { useState } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import type { SessionUser } from '../../shell/session/session.tsx';
import { KeyList } from './key-list.tsx';
import { NewKey } from './new-key.tsx';
import { ShownKey } from './shown-key.tsx';
import type { MadeKey } from './use-keys.ts';

export interface ApiKeysPageProps {
  readonly title: string;
  readonly user: SessionUser;
}

/** The API keys of the selected workspace: what there is, and how to make, replace and revoke one. */
export function ApiKeysPage({ title, user }: ApiKeysPageProps) {
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      <section className="acc-sec" aria-labelledby="public-api">
        <h2 id="public-api">Public API</h2>
        <p>
          Check addresses from your own programs. Calls, results and errors are described on the page{' '}
          <SiteLink to="/developers">Public API</SiteLink>; the{' '}
          <SiteLink to="/developers/quickstart">quickstart</SiteLink> takes two minutes. Checks by a live key are paid
          from the balance of {user.workspace.name ?? 'your personal workspace'}; a test key spends nothing and knows
          the <SiteLink to="/developers/test-addresses">test addresses</SiteLink>.
        </p>
        <p>
          <SiteLink to="/account/webhooks">Webhooks</SiteLink> report to your own server when a check ends.
        </p>
      </section>
      {mayIn(user.workspace.role, 'keys') ? <Keys /> : <p>Owners and administrators of the workspace make API keys.</p>}
    </>
  );
}

function Keys() {
  const { data, problem, reload } = useData('api keys', (signal) => call('GET /developers/keys', { signal }));
  const [made, setMade] = useState<MadeKey | null>(null);

  function show(next: MadeKey) {
    setMade(next);
    void reload();
  }

  return (
    <section className="acc-sec" aria-labelledby="api-keys">
      <h2 id="api-keys">API keys</h2>
      {made !== null && <ShownKey made={made} onKept={() => setMade(null)} />}
      {problem !== null && (
        <p>
          The keys could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      )}
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading the keys
        </p>
      )}
      {data?.keys.length === 0 && <p>No program uses this workspace yet.</p>}
      {data !== null && data.keys.length > 0 && (
        <KeyList keys={data.keys} onReplaced={show} onRevoked={() => void reload()} />
      )}
      {data !== null && <NewKey onMade={show} />}
    </section>
  );
}

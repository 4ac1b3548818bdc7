import { mayIn } from '@assay/domain';
import { Spinner } from '@assay/ui';
import { useState } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import type { SessionUser } from '../../shell/session/session.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { NewEndpoint } from './new-endpoint.tsx';
import { ShownSecret } from './shown-secret.tsx';
import type { EndpointFacts, MadeEndpoint } from './use-webhooks.ts';

export interface WebhooksPageProps {
  readonly title: string;
  readonly user: SessionUser;
}

/** The webhooks of the selected workspace: where events are sent, and what became of each. */
export function WebhooksPage({ title, user }: WebhooksPageProps) {
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      <section className="acc-sec" aria-label="About webhooks">
        <p>
          Events of the public API are sent to your own server, signed, and again until it answers. How to receive and
          verify them is described on the page <SiteLink to="/developers/webhooks">Webhooks</SiteLink>; keys are made
          under <SiteLink to="/account/developers">Developers</SiteLink>.
        </p>
      </section>
      {mayIn(user.workspace.role, 'keys') ? (
        <Endpoints />
      ) : (
        <p>Owners and administrators of the workspace manage its webhooks.</p>
      )}
    </>
  );
}

function Endpoints() {
  const { data, problem, reload } = useData('webhooks', (signal) => call('GET /developers/webhooks', { signal }));
  const [made, setMade] = useState<MadeEndpoint | null>(null);
  const [opened, setOpened] = useState<EndpointFacts | null>(null);
  // Another value loads the log again.
  const [turn, setTurn] = useState(0);

  function show(next: MadeEndpoint) {
    setMade(next);
    void reload();
  }

  function changed(endpoint: EndpointFacts | null) {
    setOpened(endpoint);
    setTurn((count) => count + 1);
    void reload();
  }

  return (
    <>
      <section className="acc-sec" aria-labelledby="endpoints">
        <h2 id="endpoints">Endpoints</h2>
        {made !== null && <ShownSecret made={made} onKept={() => setMade(null)} />}
        {problem !== null && (
          <p>
            The endpoints could not be loaded.{' '}
            <button className="link" type="button" onClick={() => void reload()}>
              Try again
            </button>
          </p>
        )}
        {data === null && problem === null && (
          <p className="waiting">
            <Spinner /> Loading the endpoints
          </p>
        )}
        {data?.endpoints.length === 0 && <p>Events are sent nowhere yet.</p>}
        {data !== null && data.endpoints.length > 0 && (
          <EndpointList endpoints={data.endpoints} onSecret={show} onChanged={changed} onOpen={changed} />
        )}
        {data !== null && <NewEndpoint onMade={show} />}
      </section>
      {opened !== null && <DeliveryList key={`${opened.id} ${turn}`} endpoint={opened} />}
    </>
  );
}

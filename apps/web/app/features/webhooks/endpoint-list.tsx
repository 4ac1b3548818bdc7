import { Dialog, Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import type { EndpointFacts, MadeEndpoint } from './use-webhooks.ts';

const FORMER_WORKS_HOURS = 24;

export interface EndpointListProps {
  readonly endpoints: readonly EndpointFacts[];
  readonly onSecret: (made: MadeEndpoint) => void;
  /** Null after the endpoint was deleted. */
  readonly onChanged: (endpoint: EndpointFacts | null) => void;
  readonly onOpen: (endpoint: EndpointFacts) => void;
}

type Asked = { readonly act: 'rotate' | 'delete'; readonly endpoint: EndpointFacts };

const ASKED = {
  rotate: {
    title: 'Replace the secret?',
    description: `A new secret is shown. The present one signs beside it for another ${FORMER_WORKS_HOURS} hours, so that your server can change over.`,
    label: 'Replace the secret',
    className: 'btn btn-primary',
  },
  delete: {
    title: 'Delete the endpoint?',
    description: 'Nothing is sent to it any more, and its deliveries are deleted. This cannot be undone.',
    label: 'Delete the endpoint',
    className: 'btn btn-danger',
  },
} as const;

/** The endpoints of the workspace, each with its state and what can be done with it. */
export function EndpointList({ endpoints, onSecret, onChanged, onOpen }: EndpointListProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));

  function confirm() {
    if (asked === null) return;
    const { act, endpoint } = asked;
    void run(async () => {
      const { id } = endpoint;
      if (act === 'rotate') {
        const body = { former_works_hours: FORMER_WORKS_HOURS };
        onSecret((await call('POST /developers/webhooks/:id/rotate', { id, body })).endpoint);
      } else {
        await call('DELETE /developers/webhooks/:id', { id });
        show({ type: 'success', message: 'The endpoint was deleted.' });
        onChanged(null);
      }
      setAsked(null);
    });
  }

  function test(endpoint: EndpointFacts) {
    void run(async () => {
      await call('POST /developers/webhooks/:id/test', { id: endpoint.id });
      show({ type: 'success', message: 'A test event is on its way.' });
      onChanged(endpoint);
    });
  }

  function setEnabled(endpoint: EndpointFacts, isEnabled: boolean) {
    void run(async () => {
      const body = { status: isEnabled ? 'enabled' : 'disabled' } as const;
      onChanged((await call('PATCH /developers/webhooks/:id', { id: endpoint.id, body })).endpoint);
    });
  }

  return (
    <>
      <ul className="sessions key-list">
        {endpoints.map((endpoint) => (
          <EndpointRow
            key={endpoint.id}
            facts={endpoint}
            onOpen={() => onOpen(endpoint)}
            onTest={() => test(endpoint)}
            onEnable={(isEnabled) => setEnabled(endpoint, isEnabled)}
            onAsk={(act) => setAsked({ act, endpoint })}
          />
        ))}
      </ul>
      <Dialog
        open={asked !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAsked(null);
        }}
        title={ASKED[asked?.act ?? 'rotate'].title}
        description={ASKED[asked?.act ?? 'rotate'].description}
        action={
          <button
            className={ASKED[asked?.act ?? 'rotate'].className}
            type="button"
            aria-busy={isBusy}
            onClick={confirm}
          >
            {isBusy && <Spinner />}
            {ASKED[asked?.act ?? 'rotate'].label}
          </button>
        }
      />
    </>
  );
}

interface EndpointRowProps {
  readonly facts: EndpointFacts;
  readonly onOpen: () => void;
  readonly onTest: () => void;
  readonly onEnable: (isEnabled: boolean) => void;
  readonly onAsk: (act: Asked['act']) => void;
}

function EndpointRow({ facts, onOpen, onTest, onEnable, onAsk }: EndpointRowProps) {
  const timeZone = useTimeZone();
  const moment = (time: string) => <time dateTime={time}>{formatMoment(time, timeZone)}</time>;
  const { url, description, mode, event_types, status, failing_since, former_secret_until } = facts;
  const isEnabled = status === 'enabled';
  const named = <span className="sr"> of {url}</span>;
  return (
    <li className="hook">
      <div className="key-row">
        <b className="hook-url">{url}</b>
        {description !== '' && <p>{description}</p>}
        <p className="hint">
          {mode === 'live' ? 'Live' : 'Test'} events: {event_types.includes('*') ? 'all' : event_types.join(', ')}.{' '}
          {STATE[facts.disabled_reason ?? 'enabled']}
          {failing_since !== null && isEnabled && <> Every attempt has failed since {moment(failing_since)}.</>}
          {former_secret_until !== null && <> The former secret signs until {moment(former_secret_until)}.</>}
        </p>
      </div>
      <div className="key-acts">
        <button className="btn btn-line btn-sm" type="button" onClick={onOpen}>
          Deliveries{named}
        </button>
        {isEnabled && (
          <button className="btn btn-line btn-sm" type="button" onClick={onTest}>
            Send a test<span className="sr"> to {url}</span>
          </button>
        )}
        <button className="btn btn-line btn-sm" type="button" onClick={() => onEnable(!isEnabled)}>
          {isEnabled ? 'Disable' : 'Enable'}
          <span className="sr"> {url}</span>
        </button>
        <button className="btn btn-line btn-sm" type="button" onClick={() => onAsk('rotate')}>
          Replace the secret{named}
        </button>
        <button className="btn btn-line btn-sm" type="button" onClick={() => onAsk('delete')}>
          Delete<span className="sr"> {url}</span>
        </button>
      </div>
    </li>
  );
}

const STATE = {
  enabled: 'Enabled.',
  requested: 'Disabled.',
  failing: 'Disabled: every attempt failed for three days.',
  gone: 'Disabled: your server answered that it is gone (410).',
} as const;

import { CopyButton, Dialog, Field, Spinner } from '@assay/ui';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import type { CompanyLoginFacts } from './use-company-login.ts';

type DomainFacts = CompanyLoginFacts['domains'][number];

export interface CompanyDomainsProps {
  readonly domains: readonly DomainFacts[];
  readonly onChange: () => void;
}

/** The mail domains of the company: claimed, proven by a record, and perhaps held to the company's login. */
export function CompanyDomains({ domains, onChange }: CompanyDomainsProps) {
  const [asked, setAsked] = useState<{ readonly act: 'require' | 'remove'; readonly domain: DomainFacts } | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  const change = (work: () => Promise<unknown>, message: string) =>
    run(async () => {
      await work();
      show({ type: 'success', message });
      onChange();
    }).then(() => setAsked(null));

  return (
    <>
      <h3>Mail domains</h3>
      <ClaimForm onClaimed={onChange} />
      {domains.length > 0 && (
        <ul className="sessions members">
          {domains.map((domain) => (
            <DomainRow
              key={domain.id}
              domain={domain}
              isBusy={isBusy}
              onProve={() =>
                void change(
                  () => call('POST /workspace/identity/domains/:id/prove', { id: domain.id }),
                  `${domain.domain} is proven.`,
                )
              }
              onRequire={() => setAsked({ act: 'require', domain })}
              onFree={() =>
                void change(
                  () => call('PATCH /workspace/identity/domains/:id', { id: domain.id, body: { is_required: false } }),
                  `${domain.domain} no longer requires the company login.`,
                )
              }
              onRemove={() => setAsked({ act: 'remove', domain })}
            />
          ))}
        </ul>
      )}
      <Dialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={
          asked?.act === 'require'
            ? `Require the company login for ${asked.domain.domain}?`
            : `Remove ${asked?.domain.domain ?? ''}?`
        }
        description={
          asked?.act === 'require'
            ? 'People with an email at this domain log in by your provider only, and are logged out where they logged in otherwise. Owners with a second factor can still use a link or a passkey.'
            : 'People with an email at this domain can no longer log in by your provider.'
        }
        action={
          <button
            className={asked?.act === 'require' ? 'btn btn-primary' : 'btn btn-danger'}
            type="button"
            aria-busy={isBusy}
            onClick={() => {
              if (asked === null) return;
              const { id, domain } = asked.domain;
              if (asked.act === 'require') {
                void change(
                  () => call('PATCH /workspace/identity/domains/:id', { id, body: { is_required: true } }),
                  `${domain} requires the company login now.`,
                );
              } else {
                void change(() => call('DELETE /workspace/identity/domains/:id', { id }), `${domain} was removed.`);
              }
            }}
          >
            {isBusy && <Spinner />}
            {asked?.act === 'require' ? 'Require' : 'Remove'}
          </button>
        }
      />
    </>
  );
}

function ClaimForm({ onClaimed }: { readonly onClaimed: () => void }) {
  const [domain, setDomain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction((error) =>
    setProblem(error.errorName === 'ValidationError' ? 'Type a domain such as company.com.' : error.message),
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    await run(async () => {
      await call('POST /workspace/identity/domains', { body: { domain: domain.trim() } });
      setDomain('');
      onClaimed();
    });
  }

  return (
    <form className="workspace-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="Domain of your emails"
        autoComplete="off"
        autoCapitalize="off"
        placeholder="company.com"
        error={problem}
        value={domain}
        onChange={(event) => {
          setDomain(event.target.value);
          setProblem(null);
        }}
      />
      <button className="btn btn-line" type="submit" aria-busy={isBusy}>
        {isBusy && <Spinner />}
        Add domain
      </button>
    </form>
  );
}

interface DomainRowProps {
  readonly domain: DomainFacts;
  readonly isBusy: boolean;
  readonly onProve: () => void;
  readonly onRequire: () => void;
  readonly onFree: () => void;
  readonly onRemove: () => void;
}

function DomainRow({ domain: facts, isBusy, onProve, onRequire, onFree, onRemove }: DomainRowProps) {
  const { domain, record, is_proven, is_required } = facts;
  return (
    <li>
      <div className="workspace-row">
        <b>{domain}</b>
        {is_proven ? (
          <p className="hint">
            {is_required
              ? 'Proven. Its people must log in by your provider.'
              : 'Proven. Its people can log in by your provider. Keep the TXT record.'}
          </p>
        ) : (
          <>
            <p className="hint">Not proven yet. Add this TXT record at {domain} itself, then check it:</p>
            <div className="company-copy">
              <code>{record}</code>
              <CopyButton
                text={record}
                label={`Copy the record of ${domain}`}
                confirmation="The record is copied to clipboard"
              />
            </div>
          </>
        )}
      </div>
      <div className="member-acts">
        {is_proven ? (
          <button
            className="btn btn-line btn-sm"
            type="button"
            disabled={isBusy}
            onClick={is_required ? onFree : onRequire}
          >
            {is_required ? 'No longer require' : 'Require'}
            <span className="sr"> the company login for {domain}</span>
          </button>
        ) : (
          <button className="btn btn-line btn-sm" type="button" disabled={isBusy} onClick={onProve}>
            Check the record<span className="sr"> of {domain}</span>
          </button>
        )}
        <button className="btn btn-line btn-sm" type="button" disabled={isBusy} onClick={onRemove}>
          Remove<span className="sr"> {domain}</span>
        </button>
      </div>
    </li>
  );
}

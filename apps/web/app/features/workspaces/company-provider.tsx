import { WORKSPACE_ROLES } from '@assay/domain';
import { Checkbox, CopyButton, Dialog, Field, FieldError, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { ROLE_WORDS } from './role-words.ts';
import type { CompanyLoginFacts } from './use-company-login.ts';

const JOINING_ROLES = WORKSPACE_ROLES.filter((role) => role !== 'owner');

export interface CompanyProviderProps {
  readonly facts: CompanyLoginFacts;
  readonly onChange: () => void;
}

/** The provider, as an owner sets it. */
export function CompanyProvider({ facts: { provider, redirect_uri }, onChange }: CompanyProviderProps) {
  const [issuer, setIssuer] = useState(provider?.issuer ?? '');
  const [clientId, setClientId] = useState(provider?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [requiresFactor, setRequiresFactor] = useState(provider?.requires_factor ?? true);
  const [role, setRole] = useState(provider?.joining_role ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction((error) => setProblem(error.message));
  const roleId = useId();
  const problemId = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const isMissing = issuer.trim() === '' || clientId.trim() === '' || (provider === null && secret === '');
    setProblem(isMissing ? 'Issuer, client ID and client secret are needed.' : null);
    if (isMissing) return;
    await run(async () => {
      const body = {
        issuer: issuer.trim(),
        client_id: clientId.trim(),
        ...(secret === '' ? {} : { client_secret: secret }),
        requires_factor: requiresFactor,
        joining_role: role,
      };
      await call('PUT /workspace/identity/provider', { body });
      setSecret('');
      show({ type: 'success', message: 'The company login was saved.' });
      onChange();
    });
  }

  return (
    <form className="company-provider" noValidate onSubmit={(event) => void submit(event)}>
      <div className="company-copy">
        <span className="label">Redirect URI, for your provider</span>
        <code>{redirect_uri}</code>
        <CopyButton text={redirect_uri} label="Copy the redirect URI" confirmation="The redirect URI is copied" />
      </div>
      <Field
        label="Issuer"
        type="url"
        autoComplete="off"
        placeholder="https://login.company.com"
        value={issuer}
        onChange={(event) => setIssuer(event.target.value)}
      />
      <Field
        label="Client ID"
        autoComplete="off"
        value={clientId}
        onChange={(event) => setClientId(event.target.value)}
      />
      <Field
        label={provider === null ? 'Client secret' : 'New client secret (empty keeps the stored one)'}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      <div className="field">
        <label htmlFor={roleId}>Who may log in</label>
        <select
          className="input"
          id={roleId}
          value={role ?? ''}
          onChange={(event) => setRole(JOINING_ROLES.find((one) => one === event.target.value) ?? null)}
        >
          <option value="">Members and invited people</option>
          {JOINING_ROLES.map((one) => (
            <option key={one} value={one}>
              Everybody; new ones join as {ROLE_WORDS[one].name.toLowerCase()}
            </option>
          ))}
        </select>
      </div>
      <Checkbox checked={requiresFactor} onChange={(event) => setRequiresFactor(event.target.checked)}>
        Members with a second factor here give it after this login too
      </Checkbox>
      {problem !== null && <FieldError id={problemId}>{problem}</FieldError>}
      <div className="member-acts company-acts">
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Save
        </button>
        {provider !== null && <RemoveProvider onRemoved={onChange} />}
      </div>
    </form>
  );
}

function RemoveProvider({ onRemoved }: { readonly onRemoved: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  return (
    <>
      <button className="btn btn-line" type="button" onClick={() => setOpen(true)}>
        Remove the provider
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Remove the provider?"
        description="Nobody logs in by it any more, and no domain requires it. Everybody can log in by a link again."
        action={
          <button
            className="btn btn-danger"
            type="button"
            aria-busy={isBusy}
            onClick={() =>
              void run(async () => {
                await call('DELETE /workspace/identity/provider');
                show({ type: 'success', message: 'The provider was removed.' });
                onRemoved();
              }).then(() => setOpen(false))
            }
          >
            {isBusy && <Spinner />}
            Remove
          </button>
        }
      />
    </>
  );
}

import { ControlState, Field, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import type { BillingDetails } from './money.ts';

/** The form for what a company wants on its invoices. */
export function InvoiceDetails() {
  const { data, setData } = useData('billing details', (signal) => call('GET /payment/billing-details', { signal }));
  if (data === null) return null;
  return <DetailsForm kept={data} onKept={setData} />;
}

interface DetailsFormProps {
  readonly kept: BillingDetails;
  readonly onKept: (details: BillingDetails) => void;
}

function DetailsForm({ kept, onKept }: DetailsFormProps) {
  const [draft, setDraft] = useState(kept);
  const [state, setState] = useState<'kept' | 'failed' | null>(null);
  const addressId = useId();
  const { isBusy, run } = useAction(() => setState('failed'));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const details = await call('PUT /payment/billing-details', { body: draft });
      setDraft(details);
      onKept(details);
      setState('kept');
    });
  };
  const change = (part: Partial<BillingDetails>) => {
    setDraft({ ...draft, ...part });
    setState(null);
  };

  return (
    <form onSubmit={submit} aria-label="Invoice details">
      <Field
        label="Company"
        autoComplete="organization"
        maxLength={120}
        value={draft.company}
        onChange={(event) => change({ company: event.target.value })}
      />
      <div className="field">
        <label htmlFor={addressId}>Address</label>
        <textarea
          className="input"
          id={addressId}
          rows={3}
          autoComplete="street-address"
          maxLength={400}
          value={draft.address}
          onChange={(event) => change({ address: event.target.value })}
        />
      </div>
      <Field
        label="Tax number"
        autoComplete="off"
        maxLength={40}
        value={draft.tax_id}
        onChange={(event) => change({ tax_id: event.target.value })}
      />
      <p className="hint">For invoices that are issued from now on. An issued invoice does not change.</p>
      <div>
        <button className="btn btn-line" type="submit" disabled={isBusy} aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Save
        </button>{' '}
        <span role="status">
          {state === 'kept' && 'Saved.'}
          {state === 'failed' && <ControlState>Not saved. Try again.</ControlState>}
        </span>
      </div>
    </form>
  );
}

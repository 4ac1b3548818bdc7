import type { DisputableLabel, DisputableLabelsData } from '@assay/contracts';
import { DISPUTE_EMAIL_MAX, DISPUTE_STATEMENT_MAX } from '@assay/contracts/client';
import { Checkbox, Field, FieldError, Spinner } from '@assay/ui';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { sentenceAbout } from '../../shell/secrets/sentence-about.ts';
import { type DisputeFormAnswer, valueOfLabel } from './answer-dispute-form.ts';

export interface DisputeFormProps {
  /** What it is about: fields of the form. */
  readonly children: ReactNode;
  /** Words of each reason by its id. */
  readonly grounds: Readonly<Record<string, string>>;
  readonly answer: DisputeFormAnswer | null;
}

/** What is wrong, why, and where the decision is sent. Works before any script has arrived. */
export function DisputeForm({ children, grounds, answer }: DisputeFormProps) {
  const [note, setNote] = useState<string | null>(null);
  const submit = useSubmit();
  const isBusy = useNavigation().formAction !== undefined;
  const id = useId();
  const problem = note ?? answer?.error ?? null;

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const written = new FormData(form);
    const texts = ['statement', 'email'].map((name) => written.get(name)).filter((text) => typeof text === 'string');
    const sentence = await sentenceAbout(texts.join('\n'), false);
    setNote(sentence);
    if (sentence === null) await submit(form);
  }

  return (
    <Form className="dispute-form" method="post" aria-label="Dispute" noValidate onSubmit={(event) => void send(event)}>
      {children}
      <div className="field">
        <label htmlFor={`${id}-ground`}>Why</label>
        <select className="input" id={`${id}-ground`} name="ground" defaultValue={answer?.ground ?? ''} required>
          <option value="">Choose a reason</option>
          {Object.entries(grounds).map(([ground, words]) => (
            <option key={ground} value={ground}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-statement`}>What is wrong, and how that can be seen</label>
        <textarea
          className="input"
          id={`${id}-statement`}
          name="statement"
          rows={6}
          maxLength={DISPUTE_STATEMENT_MAX}
          defaultValue={answer?.statement ?? ''}
          aria-describedby={`${id}-statement-hint`}
          required
          onChange={() => setNote(null)}
        />
        <p className="hint" id={`${id}-statement-hint`}>
          Only administrators read it. Links to public pages help most. Never write a private key or a seed phrase.
        </p>
      </div>
      <div className="field">
        <Field
          label="Your email"
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="name@company.com"
          maxLength={DISPUTE_EMAIL_MAX}
          defaultValue={answer?.email ?? ''}
          required
        />
        <p className="hint">
          The link of the dispute and the decision are sent there. The email and what you write are erased 90 days after
          the decision; what stays public is in the <SiteLink to="/disputes">log of decisions</SiteLink>.
        </p>
      </div>
      {problem !== null && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
        {isBusy && <Spinner />}
        File the dispute
      </button>
    </Form>
  );
}

/** Which labels of the address are wrong. */
export function LabelFields({
  place,
  ticked,
}: {
  readonly place: DisputableLabelsData;
  readonly ticked: readonly string[];
}) {
  return (
    <>
      <input type="hidden" name="network" value={place.network} />
      <input type="hidden" name="address" value={place.address} />
      <fieldset>
        <legend className="label">Which labels are wrong</legend>
        {place.labels.map((label) => (
          <LabelBox key={valueOfLabel(label)} label={label} ticked={ticked} />
        ))}
      </fieldset>
    </>
  );
}

function LabelBox({ label, ticked }: { readonly label: DisputableLabel; readonly ticked: readonly string[] }) {
  const { source, entity, categoryTitle, sourceKind, sourceDate, authorityList } = label;
  const value = valueOfLabel(label);
  const facts = (
    <small>
      {categoryTitle} · {sourceKind} · {source} · <span className="dispute-date">{sourceDate ?? 'undated'}</span>
    </small>
  );
  if (authorityList !== null) {
    return (
      <div className="dispute-fixed">
        <b>{entity}</b>
        {facts}
        <small>
          {authorityList}: only that authority can change its own list. No decision here can withdraw this label; apply
          to the authority.
        </small>
      </div>
    );
  }
  return (
    <Checkbox name="label" value={value} defaultChecked={ticked.includes(value)}>
      <b>{entity}</b>
      {facts}
    </Checkbox>
  );
}

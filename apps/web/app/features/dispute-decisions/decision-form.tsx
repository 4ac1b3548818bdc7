import { DISPUTE_REASON_MAX } from '@assay/contracts/client';
import { Checkbox, FieldError, Spinner } from '@assay/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import type { DisputeDecision, ListedDispute } from './use-disputes.ts';

export interface DecisionFormProps {
  readonly dispute: ListedDispute;
  readonly onDecide: (decision: DisputeDecision) => Promise<void>;
}

const LEAST_REASON = 10;

/** Withdraws the ticked labels and keeps the others, or decides on a service's row, with a reason that is published. */
export function DecisionForm({ dispute, onDecide }: DecisionFormProps) {
  const [withdraw, setWithdraw] = useState<readonly number[]>([]);
  const [correct, setCorrect] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const id = useId();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reason.trim().length < LEAST_REASON) return setProblem('Give the reason in a sentence. It is published.');
    void run(() => onDecide({ withdraw: [...withdraw], correct, reason }));
  }

  return (
    <form className="decision-form" aria-label={`Decision on dispute ${dispute.id}`} noValidate onSubmit={submit}>
      {dispute.service === null ? (
        <fieldset>
          <legend className="label">Withdraw</legend>
          {dispute.labels.map(({ source, entity, category, categoryTitle, authorityList }, index) => (
            <Checkbox
              key={[source, entity, category].join(' ')}
              disabled={authorityList !== null}
              checked={withdraw.includes(index)}
              onChange={({ target }) =>
                setWithdraw(target.checked ? [...withdraw, index] : withdraw.filter((other) => other !== index))
              }
            >
              {entity}, {categoryTitle} ({source})
              {authorityList !== null && `. ${authorityList}: only the authority can change it.`}
            </Checkbox>
          ))}
        </fieldset>
      ) : (
        <Checkbox checked={correct} onChange={({ target }) => setCorrect(target.checked)}>
          The row is to be corrected. Do it in the file that SERVICES_FILE names: nothing changes by itself.
        </Checkbox>
      )}
      <div className="field">
        <label htmlFor={id}>Reason</label>
        <textarea
          className="input"
          id={id}
          rows={3}
          maxLength={DISPUTE_REASON_MAX}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? `${id}-hint` : `${id}-note`}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value);
            setProblem(null);
          }}
        />
        <p className="hint" id={`${id}-hint`}>
          Published in the log. Name no person.
        </p>
      </div>
      {problem !== null && <FieldError id={`${id}-note`}>{problem}</FieldError>}
      <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
        {isBusy && <Spinner />}
        {actionOf(dispute, withdraw.length > 0, correct)}
      </button>
    </form>
  );
}

function actionOf({ service }: ListedDispute, withdraws: boolean, correct: boolean): string {
  if (service !== null) return correct ? 'Decide that it is to be corrected' : 'Keep the row';
  return withdraws ? 'Withdraw the ticked labels' : 'Keep all labels';
}

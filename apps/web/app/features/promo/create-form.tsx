import { FieldError, Spinner } from '@assay/ui';
import { fieldDay } from '@assay/wording';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import type { NewPromoCode, PromoCode } from './promo-codes.ts';
import { checksProblem, codeProblem, emptyDraft, type PromoDraft, requestOf, usagesProblem } from './promo-draft.ts';
import { DayField, NumberField, SocialField } from './promo-fields.tsx';

export interface CreateFormProps {
  readonly timeZone: string;
  readonly onCreate: (code: NewPromoCode) => Promise<PromoCode>;
}

/** Creates a promo code. An untouched form creates one with the defaults and a generated code. */
export function CreateForm({ timeZone, onCreate }: CreateFormProps) {
  const { draft, change, problem, isChecked, isBusy, submit } = useDraft({ timeZone, onCreate });
  const id = useId();
  return (
    <form
      className="promo-form"
      aria-label="Create promo code"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="field f-code">
        <label htmlFor={id}>Custom Code</label>
        <input
          className="input mono"
          id={id}
          placeholder="Leave empty for auto-generation"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${id}-note`}
          value={draft.code}
          onChange={(event) => change({ code: event.target.value })}
        />
      </div>
      <SocialField value={draft.social} onChange={(social) => change({ social })} />
      <NumberField
        label="Free checks"
        value={draft.freeChecks}
        problem={isChecked ? checksProblem(draft.freeChecks) : null}
        onChange={(freeChecks) => change({ freeChecks })}
      />
      <NumberField
        label="Total usages"
        value={draft.totalUsages}
        problem={isChecked ? usagesProblem(draft.totalUsages) : null}
        onChange={(totalUsages) => change({ totalUsages })}
        hint="0 means no limit"
      />
      <DayField value={draft.day} timeZone={timeZone} onChange={(day) => change({ day })} />
      <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
        {isBusy && <Spinner />}
        Create
      </button>
      {problem !== null && <FieldError id={`${id}-note`}>{problem}</FieldError>}
    </form>
  );
}

function useDraft({ timeZone, onCreate }: CreateFormProps) {
  const empty = () => emptyDraft(fieldDay(new Date().toISOString(), timeZone));
  const [draft, setDraft] = useState(empty);
  const [problem, setProblem] = useState<string | null>(null);
  // Nobody is corrected before pressing the button.
  const [isChecked, setChecked] = useState(false);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => setProblem(message));

  async function submit() {
    const found = codeProblem(draft.code);
    setProblem(found);
    setChecked(true);
    if (found !== null || checksProblem(draft.freeChecks) !== null || usagesProblem(draft.totalUsages) !== null) return;
    await run(async () => {
      const { code } = await onCreate(requestOf(draft));
      setDraft(empty());
      setChecked(false);
      show({ type: 'success', message: `Promo code ${code} was created.` });
    });
  }

  return {
    draft,
    problem,
    isChecked,
    isBusy,
    submit,
    change: (part: Partial<PromoDraft>) => {
      setDraft({ ...draft, ...part });
      setProblem(null);
    },
  };
}

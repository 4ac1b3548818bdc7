import { ApiError } from '@assay/contracts/client';
import { FieldError, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { fieldDay } from '../../shell/time/format-time.ts';
import type { NewPromoCode, PromoCode } from './promo-codes.ts';
import { codeProblem, emptyDraft, type PromoDraft, requestOf } from './promo-draft.ts';
import { DayField, NumberField, SocialField } from './promo-fields.tsx';

export interface CreateFormProps {
  readonly timeZone: string;
  readonly onCreate: (code: NewPromoCode) => Promise<PromoCode>;
}

/** A new promo code. Untouched, it makes one of the defaults under a name of the server's. */
export function CreateForm({ timeZone, onCreate }: CreateFormProps) {
  const { draft, change, problem, isBusy, submit } = useDraft({ timeZone, onCreate });
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
      <NumberField label="Free checks" value={draft.freeChecks} onChange={(freeChecks) => change({ freeChecks })} />
      <NumberField
        label="Total usages"
        value={draft.totalUsages}
        onChange={(totalUsages) => change({ totalUsages })}
        hint="0 is without limit"
      />
      <DayField value={draft.day} onChange={(day) => change({ day })} />
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
  const [isBusy, setBusy] = useState(false);
  const { show } = useAlerts();

  async function submit() {
    if (isBusy) return;
    const found = codeProblem(draft.code);
    setProblem(found);
    if (found !== null) return;
    setBusy(true);
    try {
      const { code } = await onCreate(requestOf(draft));
      setDraft(empty());
      show({ type: 'success', message: `Promo code ${code} was created.` });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  }

  return {
    draft,
    problem,
    isBusy,
    submit,
    change: (part: Partial<PromoDraft>) => {
      setDraft({ ...draft, ...part });
      setProblem(null);
    },
  };
}

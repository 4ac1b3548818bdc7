import { Dialog, FieldError, Spinner } from '@assay/ui';
import { fieldDay } from '@assay/wording';
import { type FormEvent, useId, useState } from 'react';
import type { PromoCode, PromoCodeChange } from './promo-codes.ts';
import { checksProblem, numberOf, socialOf } from './promo-draft.ts';
import { DayField, NumberField, SocialField } from './promo-fields.tsx';
import { useDialogWork } from './use-dialog-work.ts';

export interface EditDialogProps {
  readonly code: PromoCode;
  readonly timeZone: string;
  readonly onUpdate: (change: PromoCodeChange) => Promise<void>;
  readonly onClose: () => void;
}

/** Changes what may be changed of a code: its last day, where it is spread, what it gives. */
export function EditDialog({ code, timeZone, onUpdate, onClose }: EditDialogProps) {
  const [day, setDay] = useState(code.expired_at === null ? '' : fieldDay(code.expired_at, timeZone));
  const [social, setSocial] = useState(socialOf(code.social));
  const [freeChecks, setFreeChecks] = useState(String(code.free_checks));
  const [isChecked, setChecked] = useState(false);
  const { problem, isBusy, run } = useDialogWork(onClose);
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (checksProblem(freeChecks) !== null) return;
    const free_checks = numberOf(freeChecks, code.free_checks);
    void run(() => onUpdate({ social, free_checks, expired_at: day === '' ? null : day }));
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Edit promo code ${code.code}`}
      action={
        <button className="btn btn-primary" type="submit" form={id} aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Update
        </button>
      }
    >
      <form className="promo-edit" id={id} noValidate onSubmit={submit}>
        <DayField value={day} timeZone={timeZone} onChange={setDay} />
        <SocialField value={social} onChange={setSocial} />
        <NumberField
          label="Free checks"
          value={freeChecks}
          problem={isChecked ? checksProblem(freeChecks) : null}
          onChange={setFreeChecks}
        />
        {problem !== null && <FieldError id={`${id}-note`}>{problem}</FieldError>}
      </form>
    </Dialog>
  );
}

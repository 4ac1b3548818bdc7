import { Dialog, FieldError, Spinner } from '@assay/ui';
import { fieldDay } from '@assay/wording';
import { type FormEvent, useId, useState } from 'react';
import type { PromoCode, PromoCodeChange } from './promo-codes.ts';
import { numberOf, socialOf } from './promo-draft.ts';
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
  const [day, setDay] = useState(fieldDay(code.expired_at, timeZone));
  const [social, setSocial] = useState(socialOf(code.social));
  const [freeChecks, setFreeChecks] = useState(String(code.free_checks));
  const { problem, isBusy, run } = useDialogWork(onClose);
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    const free_checks = numberOf(freeChecks, code.free_checks);
    // Without a day the old one stays.
    void run(() => onUpdate({ social, free_checks, ...(day === '' ? {} : { expired_at: day }) }));
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
        <DayField value={day} onChange={setDay} />
        <SocialField value={social} onChange={setSocial} />
        <NumberField label="Free checks" value={freeChecks} onChange={setFreeChecks} />
        {problem !== null && <FieldError id={`${id}-note`}>{problem}</FieldError>}
      </form>
    </Dialog>
  );
}

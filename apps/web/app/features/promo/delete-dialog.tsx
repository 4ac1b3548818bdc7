import { Dialog, FieldError, Spinner } from '@assay/ui';
import { useId } from 'react';
import type { PromoCode } from './promo-codes.ts';
import { useDialogWork } from './use-dialog-work.ts';

export interface DeleteDialogProps {
  readonly code: PromoCode;
  readonly onDelete: () => Promise<void>;
  readonly onClose: () => void;
}

export function DeleteDialog({ code, onDelete, onClose }: DeleteDialogProps) {
  const { problem, isBusy, run } = useDialogWork(onClose);
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete Promo Code"
      description={
        <>
          Are you sure you want to delete promo code <b className="mono">{code.code}</b> ?
        </>
      }
      action={
        <button className="btn btn-danger" type="button" aria-busy={isBusy} onClick={() => void run(onDelete)}>
          {isBusy && <Spinner />}
          Delete
        </button>
      }
    >
      {problem !== null && <FieldError id={id}>{problem}</FieldError>}
    </Dialog>
  );
}

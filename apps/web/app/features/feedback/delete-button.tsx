import { Dialog, Icon } from '@assay/ui';
import { useState } from 'react';

export interface DeleteButtonProps {
  /** What is deleted, for users who do not see the position of the button. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly onDelete: () => Promise<unknown>;
}

/** Asks once more before it deletes. */
export function DeleteButton({ name, title, description, onDelete }: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false);

  function confirm() {
    setOpen(false);
    void onDelete();
  }

  return (
    <>
      <button className="btn-icon" type="button" aria-label={`Delete ${name}`} onClick={() => setOpen(true)}>
        <Icon name="trash" />
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        description={description}
        action={
          <button className="btn btn-danger" type="button" onClick={confirm}>
            Delete
          </button>
        }
      />
    </>
  );
}

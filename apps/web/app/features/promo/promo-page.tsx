import { Spinner } from '@assay/ui';
import { useState } from 'react';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { CreateForm } from './create-form.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { PromoCode } from './promo-codes.ts';
import { PromoTable } from './promo-table.tsx';
import { usePromoCodes } from './use-promo-codes.ts';

/** Promo codes, for administrators: made, changed, deleted. */
export default function PromoPage({ title }: { readonly title: string }) {
  const { codes, problem, load, create, change, remove } = usePromoCodes();
  const [edited, setEdited] = useState<PromoCode | null>(null);
  const [deleted, setDeleted] = useState<PromoCode | null>(null);
  const timeZone = useTimeZone();
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      <CreateForm timeZone={timeZone} onCreate={create} />
      {problem !== null && (
        <p role="alert">
          {problem}{' '}
          <button className="link" type="button" onClick={() => void load()}>
            Try again
          </button>
        </p>
      )}
      {codes === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading the promo codes
        </p>
      )}
      {codes !== null && codes.length === 0 && <p className="quiet">No promo codes yet.</p>}
      {codes !== null && codes.length > 0 && (
        <PromoTable codes={codes} timeZone={timeZone} now={new Date()} onEdit={setEdited} onDelete={setDeleted} />
      )}
      {edited !== null && (
        <EditDialog
          code={edited}
          timeZone={timeZone}
          onUpdate={(wanted) => change(edited.id, wanted)}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && (
        <DeleteDialog code={deleted} onDelete={() => remove(deleted.id)} onClose={() => setDeleted(null)} />
      )}
    </>
  );
}

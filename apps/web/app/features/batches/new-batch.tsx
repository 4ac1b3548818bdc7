import { Field, FieldError, Spinner } from '@assay/ui';
import { type DragEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { uploadBatch } from './use-batches.ts';

/** Takes a file, dropped or chosen, and makes a batch of it. */
export function NewBatch({ onMade }: { readonly onMade: () => void }) {
  const [asset, setAsset] = useState('');
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const id = useId();

  function take(file: File | undefined) {
    if (file === undefined) return;
    setProblem(null);
    void run(async () => {
      await uploadBatch(file, asset.trim());
      onMade();
    });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  return (
    <div className="batch-new">
      <Field
        label="Asset of rows that name none (optional)"
        autoComplete="off"
        placeholder="BTC"
        maxLength={32}
        value={asset}
        onChange={(event) => setAsset(event.target.value)}
      />
      <label
        className="batch-drop"
        data-over={isOver ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className="btn btn-primary" aria-hidden="true">
          {isBusy && <Spinner />}
          Choose a file
        </span>
        <span>{isBusy ? 'The file is being stored' : 'or drop it here: a CSV or JSON Lines list of addresses'}</span>
        <input
          className="sr"
          type="file"
          accept=".csv,.txt,.jsonl,.ndjson"
          disabled={isBusy}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {problem !== null && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    </div>
  );
}

import { Icon, Spinner } from '@assay/ui';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';

export interface FileDropProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

/** Takes one file: dropped, or chosen by mouse or keyboard. */
export function FileDrop({ isBusy, onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const hintId = useId();
  const field = useRef<HTMLInputElement>(null);

  // A file that was chosen before the script had arrived waits in the field.
  useEffect(() => {
    const [file] = field.current?.files ?? [];
    if (field.current === null || file === undefined) return;
    field.current.value = '';
    onFile(file);
  }, [onFile]);

  // A file that misses the field must not replace the page.
  useEffect(() => {
    const hold = (event: Event) => event.preventDefault();
    document.addEventListener('dragover', hold);
    document.addEventListener('drop', hold);
    return () => {
      document.removeEventListener('dragover', hold);
      document.removeEventListener('drop', hold);
    };
  }, []);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined && !isBusy) onFile(file);
  }

  return (
    <label
      className="drop"
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={field}
        className="sr"
        type="file"
        accept=".pdf,.json,application/pdf,application/json"
        aria-describedby={hintId}
        disabled={isBusy}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      {isBusy ? <Spinner /> : <Icon name="download" />}
      <span className="drop-title">Choose a report or drop it here</span>
      <span className="drop-hint" id={hintId}>
        The PDF, or its certificate.json. It is checked in this browser and never uploaded.
      </span>
    </label>
  );
}

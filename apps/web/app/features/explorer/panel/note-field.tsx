import { useId, useState } from 'react';
import type { Explorer } from '../state/use-explorer.ts';

const MOST_CHARACTERS = 1_000;

/** A note on a node, which only the workspace reads. */
export function NoteField({ node, explorer }: { readonly node: string; readonly explorer: Explorer }) {
  const stored = explorer.own?.notes.find((note) => note.node === node)?.text ?? '';
  const [text, setText] = useState(stored);
  const id = useId();
  return (
    <form
      className="explorer-note"
      onSubmit={(event) => {
        event.preventDefault();
        void explorer.writeNote(node, text.trim());
      }}
    >
      <label className="explorer-field" htmlFor={id}>
        <span>Note, read by your workspace only</span>
        <textarea
          className="input"
          id={id}
          rows={3}
          maxLength={MOST_CHARACTERS}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button className="btn btn-line btn-sm" type="submit" disabled={explorer.isBusy || text.trim() === stored}>
        Save note
      </button>
    </form>
  );
}

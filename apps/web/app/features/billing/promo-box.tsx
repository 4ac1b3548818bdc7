import { Icon, Spinner } from '@assay/ui';
import { useId, useRef } from 'react';
import { type PromoNote, usePromo } from './use-promo.ts';

const CODE_MAX = 64;

/** Redeems a promo code. The outcome is shown below and announced to screen readers. */
export function PromoBox() {
  const box = useRef<HTMLElement>(null);
  const { code, setCode, note, isBusy, apply } = usePromo(box);
  const titleId = useId();
  const noteId = useId();
  return (
    <section className="promo" aria-labelledby={titleId} ref={box}>
      <h2 id={titleId}>Promo code</h2>
      <form
        className="promo-row"
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <input
          className="input"
          aria-labelledby={titleId}
          aria-describedby={noteId}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_MAX}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <button className="btn btn-line" type="submit" aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Apply
        </button>
      </form>
      <div id={noteId} role="status">
        <Note note={note} />
      </div>
    </section>
  );
}

function Note({ note: { kind, text } }: { readonly note: PromoNote }) {
  switch (kind) {
    case 'hint':
      return <p className="hint">{text}</p>;
    case 'success':
      return (
        <p className="ok">
          <Icon name="check" small />
          {text}
        </p>
      );
    case 'error':
      return (
        <p className="error">
          <Icon name="error" small />
          {text}
        </p>
      );
  }
}

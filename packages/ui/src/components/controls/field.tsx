import { type ComponentPropsWithRef, useId } from 'react';
import { FieldError } from './alert.tsx';

export interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  readonly label: string;
  /** What is wrong with what was typed; null while nothing is. */
  readonly error?: string | null;
}

/** A labelled input; its error is shown below and read out with it. */
export function Field({ label, error = null, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : noteId}
        {...input}
      />
      {error !== null && <FieldError id={noteId}>{error}</FieldError>}
    </div>
  );
}

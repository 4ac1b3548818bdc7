import { FieldError } from '@assay/ui';
import { type RefObject, useId } from 'react';
import { SiteLink } from '../../shell/site-link.tsx';

export interface EmailFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

export function EmailField({ value, error, onChange, inputRef }: EmailFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <label htmlFor={id}>Email</label>
      <input
        className="input"
        id={id}
        ref={inputRef}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="name@company.com"
        value={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : errorId}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export interface TermsBoxProps {
  readonly isTicked: boolean;
  readonly error: string | null;
  readonly onChange: (isTicked: boolean) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

export function TermsBox({ isTicked, error, onChange, inputRef }: TermsBoxProps) {
  const errorId = useId();
  return (
    <div className="terms">
      <label className="check">
        <input
          ref={inputRef}
          type="checkbox"
          name="acceptTerms"
          checked={isTicked}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : errorId}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          I have read and accept the{' '}
          <SiteLink prefetch="none" to="/terms-of-service">
            Terms of Service
          </SiteLink>
        </span>
      </label>
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

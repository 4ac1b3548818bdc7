import { Checkbox, Field, FieldError } from '@assay/ui';
import { type RefObject, useId } from 'react';
import { SiteLink } from '../../shell/site-link.tsx';

export interface EmailFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

export function EmailField({ value, error, onChange, inputRef }: EmailFieldProps) {
  return (
    <Field
      label="Email"
      error={error}
      ref={inputRef}
      type="email"
      name="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      placeholder="name@company.com"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
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
      <Checkbox
        ref={inputRef}
        name="acceptTerms"
        checked={isTicked}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : errorId}
        onChange={(event) => onChange(event.target.checked)}
      >
        I have read and accept the{' '}
        <SiteLink prefetch="none" to="/terms-of-service">
          Terms of Service
        </SiteLink>
      </Checkbox>
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

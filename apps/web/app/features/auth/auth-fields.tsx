import { Checkbox, Field, FieldError } from '@assay/ui';
import { type RefObject, useId } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { orderFields } from '../../shell/session/order-fields.ts';
import type { PendingCheck } from '../../shell/session/pending-check.ts';

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

/** The check that waits, for where no script keeps it. */
export function OrderFields({ order }: { readonly order: PendingCheck | null }) {
  if (order === null) return null;
  return Object.entries(orderFields(order)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** The same for the way to the other form. */
export function orderQuery(order: PendingCheck | null): string {
  return order === null ? '' : `?${new URLSearchParams(orderFields(order))}`;
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

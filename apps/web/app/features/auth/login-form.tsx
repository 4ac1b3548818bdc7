import type { ApiError } from '@assay/contracts/client';
import { FieldError, Spinner } from '@assay/ui';
import { type FormEvent, useEffect, useId, useReducer, useRef } from 'react';
import { NO_WALLET } from '../../shell/no-wallet.ts';
import { SiteLink } from '../../shell/site-link.tsx';
import { useProductName } from '../../shell/site-settings.ts';
import { EmailField, TermsBox } from './auth-fields.tsx';
import { isReady, reduceAuthForm, startAuthForm } from './auth-form-state.ts';
import { AuthSheet } from './auth-sheet.tsx';
import { DemoButton } from './demo-button.tsx';
import { usePendingCheck } from './use-pending-check.ts';
import { useSendLink } from './use-send-link.ts';

export interface AuthPageProps {
  /** From the address of the page. */
  readonly email: string;
  /** Whether this installation has a demo account for this visitor. */
  readonly hasDemo: boolean;
}

export function LoginPage({ email, hasDemo }: AuthPageProps) {
  const productName = useProductName();
  const hasPending = usePendingCheck() !== null;
  return (
    <AuthSheet title={hasPending ? 'Log in to complete the check' : `Log in to ${productName}`}>
      <LoginForm email={email} />
      {hasDemo && <DemoButton />}
      <p className="auth-alt">
        No account yet?{' '}
        <SiteLink className="link" to="/register">
          Sign up
        </SiteLink>
      </p>
      <p className="auth-note quiet">{NO_WALLET}</p>
    </AuthSheet>
  );
}

function LoginForm({ email }: { readonly email: string }) {
  const [state, dispatch] = useReducer(reduceAuthForm, startAuthForm(email, false));
  const emailInput = useRef<HTMLInputElement>(null);
  const termsInput = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const send = useSendLink({
    type: 'login',
    dispatch,
    onRefused(error: ApiError) {
      if (error.status === 400) dispatch({ type: 'terms asked for' });
      else if (error.status === 403) dispatch({ type: 'email refused', message: error.message });
      else dispatch({ type: 'failed', message: error.message });
    },
  });

  // Whoever asked to be let in is led to the box that keeps them out.
  useEffect(() => {
    if (state.hasTermsBox) termsInput.current?.focus();
  }, [state.hasTermsBox]);

  function submit(event: FormEvent) {
    event.preventDefault();
    dispatch({ type: 'submitted' });
    if (isReady(state)) void send(state.email, state.isTicked);
    else if (!state.isPending) (state.hasTermsBox && !state.isTicked ? termsInput : emailInput).current?.focus();
  }

  return (
    <form className="auth-form" action="/login" noValidate onSubmit={submit}>
      <EmailField
        value={state.email}
        error={state.emailError}
        inputRef={emailInput}
        onChange={(typed) => dispatch({ type: 'email typed', email: typed })}
      />
      {state.hasTermsBox && (
        <TermsBox
          isTicked={state.isTicked}
          error={state.termsError}
          inputRef={termsInput}
          onChange={(isTicked) => dispatch({ type: 'terms ticked', isTicked })}
        />
      )}
      {state.problem !== null && <FieldError id={problemId}>{state.problem}</FieldError>}
      <button className="btn btn-primary" type="submit" aria-busy={state.isPending}>
        {state.isPending && <Spinner />}
        Log in
      </button>
    </form>
  );
}

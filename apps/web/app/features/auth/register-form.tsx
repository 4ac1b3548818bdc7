import { ControlState, Spinner } from '@assay/ui';
import { type FormEvent, useReducer, useRef } from 'react';
import { NO_WALLET } from '../../shell/layout/no-wallet.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { EmailField, OrderFields, orderQuery, TermsBox } from './auth-fields.tsx';
import { isReady, reduceAuthForm, startAuthForm } from './auth-form-state.ts';
import { AuthSheet } from './auth-sheet.tsx';
import { DemoButton } from './demo-button.tsx';
import { KeptCheck } from './kept-check.tsx';
import type { AuthPageProps } from './login-form.tsx';
import { PrintedLinkNote } from './printed-link-note.tsx';
import { usePendingCheck } from './use-pending-check.ts';
import { useSendLink } from './use-send-link.ts';

export function RegisterPage({ email, hasDemo, needsPrintedLink, order, answer }: AuthPageProps) {
  const kept = usePendingCheck(order);
  return (
    <AuthSheet title="Create an account to get a free check">
      {kept !== null && <KeptCheck check={kept} />}
      <RegisterForm email={email} order={order} answer={answer} />
      {hasDemo && <DemoButton />}
      {needsPrintedLink && <PrintedLinkNote />}
      <p className="auth-alt">
        Already have an account?{' '}
        <SiteLink className="link" to={{ pathname: '/login', search: orderQuery(order) }}>
          Log in
        </SiteLink>
      </p>
      <p className="auth-note quiet">{NO_WALLET}</p>
    </AuthSheet>
  );
}

function RegisterForm({ email, order, answer }: Pick<AuthPageProps, 'email' | 'order' | 'answer'>) {
  const [state, dispatch] = useReducer(reduceAuthForm, answer?.state ?? startAuthForm(email, true));
  const emailInput = useRef<HTMLInputElement>(null);
  const termsInput = useRef<HTMLInputElement>(null);
  const send = useSendLink({ type: 'register', dispatch });

  function submit(event: FormEvent) {
    event.preventDefault();
    const { emailError } = reduceAuthForm(state, { type: 'submitted' });
    dispatch({ type: 'submitted' });
    if (isReady(state)) void send(state.email, state.isTicked);
    else if (!state.isPending) (emailError === null ? termsInput : emailInput).current?.focus();
  }

  return (
    <form className="auth-form" method="post" action={`/register${orderQuery(order)}`} noValidate onSubmit={submit}>
      <OrderFields order={order} />
      <EmailField
        value={state.email}
        error={state.emailError}
        inputRef={emailInput}
        onChange={(typed) => dispatch({ type: 'email typed', email: typed })}
      />
      <TermsBox
        isTicked={state.isTicked}
        error={state.termsError}
        inputRef={termsInput}
        onChange={(isTicked) => dispatch({ type: 'terms ticked', isTicked })}
      />
      <button className="btn btn-primary" type="submit" aria-busy={state.isPending}>
        {state.isPending && <Spinner />}
        Create account
      </button>
      <span role="status">{state.problem !== null && <ControlState>{state.problem}</ControlState>}</span>
    </form>
  );
}

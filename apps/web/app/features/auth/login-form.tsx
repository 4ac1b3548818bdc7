import { FieldError, Spinner } from '@assay/ui';
import { type FormEvent, useEffect, useId, useReducer, useRef } from 'react';
import { NO_WALLET } from '../../shell/layout/no-wallet.ts';
import { useProductName } from '../../shell/layout/site-settings.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { PendingCheck } from '../../shell/session/pending-check.ts';
import type { AuthFormAnswer } from './answer-auth-form.ts';
import { EmailField, OrderFields, orderQuery, TermsBox } from './auth-fields.tsx';
import { isReady, reduceAuthForm, startAuthForm } from './auth-form-state.ts';
import { AuthSheet } from './auth-sheet.tsx';
import { DemoButton } from './demo-button.tsx';
import { KeptCheck } from './kept-check.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { PrintedLinkNote } from './printed-link-note.tsx';
import { usePendingCheck } from './use-pending-check.ts';
import { useSendLink } from './use-send-link.ts';

export interface AuthPageProps {
  /** From the address of the page. */
  readonly email: string;
  /** Whether this installation has a demo account for this visitor. */
  readonly hasDemo: boolean;
  /** Whether it would have one after the link that the terminal printed. */
  readonly needsPrintedLink: boolean;
  /** The check that waits for signing in, where the address of the page brought it. */
  readonly order: PendingCheck | null;
  /** To a form that was sent without a script. */
  readonly answer: AuthFormAnswer | undefined;
}

export function LoginPage({ email, hasDemo, needsPrintedLink, order, answer }: AuthPageProps) {
  const productName = useProductName();
  const kept = usePendingCheck(order);
  return (
    <AuthSheet title={kept !== null ? 'Log in to complete the check' : `Log in to ${productName}`}>
      {kept !== null && <KeptCheck check={kept} />}
      <LoginForm email={email} order={order} answer={answer} />
      <PasskeyLogin />
      <div className="auth-demo">
        <SiteLink className="btn btn-line" to="/login/company">
          Log in with your company
        </SiteLink>
      </div>
      {hasDemo && <DemoButton />}
      {needsPrintedLink && <PrintedLinkNote />}
      <p className="auth-alt">
        No account yet?{' '}
        <SiteLink className="link" to={{ pathname: '/register', search: orderQuery(order) }}>
          Sign up
        </SiteLink>
      </p>
      <p className="auth-note quiet">{NO_WALLET}</p>
    </AuthSheet>
  );
}

function LoginForm({ email, order, answer }: Pick<AuthPageProps, 'email' | 'order' | 'answer'>) {
  const [state, dispatch] = useReducer(reduceAuthForm, answer?.state ?? startAuthForm(email, false));
  const emailInput = useRef<HTMLInputElement>(null);
  const termsInput = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const send = useSendLink({ type: 'login', dispatch });

  // When the check box of the terms appears, focus moves to it.
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
    <form className="auth-form" method="post" action={`/login${orderQuery(order)}`} noValidate onSubmit={submit}>
      <OrderFields order={order} />
      <EmailField
        value={state.email}
        error={state.emailError}
        inputRef={emailInput}
        onChange={(typed) => dispatch({ type: 'email typed', email: typed })}
      />
      {state.hasTermsBox && <input type="hidden" name="asksTerms" value="yes" />}
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

import { ControlState, Spinner } from '@assay/ui';
import { type FormEvent, useReducer, useRef, useState } from 'react';
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
import { useTokenOutOfSight } from './use-token-out-of-sight.ts';

export interface RegisterPageProps extends AuthPageProps {
  /** A link to another spelling of the mailbox, which the person has open: proof that they read it. */
  readonly link: string | null;
}

export function RegisterPage({ email, hasDemo, needsPrintedLink, order, link, answer }: RegisterPageProps) {
  const kept = usePendingCheck(order);
  return (
    <AuthSheet title={link === null ? 'Create an account to get a free check' : 'Get a link to another spelling'}>
      {kept !== null && <KeptCheck check={kept} />}
      {link !== null && <OtherSpelling />}
      <RegisterForm email={email} order={order} link={link} answer={answer} />
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

/** For who opened a link to a spelling that somebody else asked for. */
function OtherSpelling() {
  useTokenOutOfSight();
  return (
    <p className="auth-lede">
      Enter your email as you want to log in with it, such as with or without a dot or a plus tag. The link goes to the
      same mailbox.
    </p>
  );
}

function RegisterForm(props: Pick<RegisterPageProps, 'email' | 'order' | 'link' | 'answer'>) {
  const { email, order, answer } = props;
  // The page stays the same while the token leaves its address.
  const [link] = useState(props.link);
  const [state, dispatch] = useReducer(reduceAuthForm, answer?.state ?? startAuthForm(email, true));
  const emailInput = useRef<HTMLInputElement>(null);
  const termsInput = useRef<HTMLInputElement>(null);
  const send = useSendLink({ type: 'register', dispatch });

  function submit(event: FormEvent) {
    event.preventDefault();
    const { emailError } = reduceAuthForm(state, { type: 'submitted' });
    dispatch({ type: 'submitted' });
    if (isReady(state)) void send(state.email, state.isTicked, link);
    else if (!state.isPending) (emailError === null ? termsInput : emailInput).current?.focus();
  }

  return (
    <form className="auth-form" method="post" action={`/register${orderQuery(order)}`} noValidate onSubmit={submit}>
      <OrderFields order={order} />
      {link !== null && <input type="hidden" name="link" value={link} />}
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
        {link === null ? 'Create account' : 'Send the link'}
      </button>
      <span role="status">{state.problem !== null && <ControlState>{state.problem}</ControlState>}</span>
    </form>
  );
}

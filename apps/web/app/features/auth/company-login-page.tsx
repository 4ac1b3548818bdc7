import { FieldError, Spinner } from '@assay/ui';
import { type FormEvent, useId, useReducer, useRef } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import type { CompanyFormAnswer } from './answer-company-form.ts';
import { EmailField, TermsBox } from './auth-fields.tsx';
import { isReady, reduceAuthForm, startAuthForm } from './auth-form-state.ts';
import { AuthSheet } from './auth-sheet.tsx';

export interface CompanyLoginProps {
  /** From the address of the page. */
  readonly email: string;
  /** Whether a first login was refused because the terms were not accepted. */
  readonly asksTerms: boolean;
  /** To a form that was sent without a script. */
  readonly answer: CompanyFormAnswer | undefined;
}

/** Asks for the email whose domain says which company’s provider is asked. */
export function CompanyLoginPage({ email, asksTerms, answer }: CompanyLoginProps) {
  const [state, dispatch] = useReducer(reduceAuthForm, answer?.state ?? startAuthForm(email, asksTerms));
  const emailInput = useRef<HTMLInputElement>(null);
  const termsInput = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const { run } = useAction(({ message }) => dispatch({ type: 'failed', message }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    dispatch({ type: 'submitted' });
    if (!isReady(state)) {
      if (!state.isPending) (state.hasTermsBox && !state.isTicked ? termsInput : emailInput).current?.focus();
      return;
    }
    await run(async () => {
      dispatch({ type: 'sending' });
      const body = { email: state.email.trim().toLowerCase(), acceptTerms: state.isTicked };
      const { url } = await call('POST /auth/company', { body });
      window.location.assign(url);
    });
  }

  if (answer?.url !== undefined) {
    return (
      <AuthSheet title="Log in with your company" seal="started">
        <p className="auth-lede">Your company’s login is on another site.</p>
        <div className="auth-form">
          <a className="btn btn-primary" href={answer.url}>
            Go to your company’s login
          </a>
        </div>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title="Log in with your company">
      <p className="auth-lede">Type your work email. Its domain says which company’s login opens.</p>
      <form
        className="auth-form"
        method="post"
        action="/login/company"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
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
          Continue
        </button>
      </form>
      <p className="auth-alt">
        No company login?{' '}
        <SiteLink className="link" to="/login">
          Log in by a link
        </SiteLink>
      </p>
    </AuthSheet>
  );
}

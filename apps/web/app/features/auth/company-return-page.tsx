import { Spinner } from '@assay/ui';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { SiteLink, useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { AuthSheet } from './auth-sheet.tsx';
import { useOutcome } from './use-outcome.ts';

/** Why the login did not work. */
export interface CompanyReturnProblem {
  readonly message: string;
  /** The account would be new, and the terms were not accepted. */
  readonly needsTerms: boolean;
}

export interface CompanyReturnProps {
  /** What the provider sent the browser back with. */
  readonly query: string;
  /** To a form that was sent without a script. */
  readonly problem: CompanyReturnProblem | null;
}

/** Completes the login after the provider, once, by itself. */
export function CompanyReturnPage({ query, problem: answered }: CompanyReturnProps) {
  const [problem, setProblem] = useState(answered);
  const { run } = useAction(({ message, errorName }) =>
    setProblem({ message, needsTerms: errorName === 'TermsNotAccepted' }),
  );
  const { outcome, settle } = useOutcome();
  const navigate = useSiteNavigate();

  const finish = useCallback(
    () =>
      run(async () => {
        const answer = await call('POST /auth/company/return', { body: { query } });
        if ('second_step' in answer) await navigate('/second-step', { replace: true });
        else await settle(answer);
      }),
    [run, query, settle, navigate],
  );
  // What the provider sent leaves the address bar and the history at once.
  useLayoutEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  useEffect(() => {
    if (answered === null) void finish();
  }, [answered, finish]);

  if (problem !== null) return <NotLoggedIn {...problem} />;
  if (outcome !== null) {
    return (
      <AuthSheet title="Successfuly confirm">
        <p className="auth-lede" role="status">
          You will be redirected in a few seconds.
        </p>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title="Logging you in" seal="started">
      <form className="auth-form" method="post" action="/login/company/return">
        <input type="hidden" name="query" value={query} />
        <button className="btn btn-primary" type="submit" aria-busy="true">
          <Spinner />
          Log in
        </button>
      </form>
    </AuthSheet>
  );
}

function NotLoggedIn({ message, needsTerms }: CompanyReturnProblem) {
  return (
    <AuthSheet title="You are not logged in" seal="void">
      <p className="auth-lede" role="status">
        {message}
      </p>
      <div className="auth-form">
        <SiteLink className="btn btn-primary" to={needsTerms ? '/login/company?terms=ask' : '/login/company'}>
          {needsTerms ? 'Accept the terms and log in' : 'Try again'}
        </SiteLink>
      </div>
      <p className="auth-alt">
        <SiteLink className="link" to="/login">
          Log in in another way
        </SiteLink>
      </p>
    </AuthSheet>
  );
}

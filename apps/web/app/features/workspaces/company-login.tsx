import { Spinner } from '@assay/ui';
import { CompanyDomains } from './company-domains.tsx';
import { CompanyProvider } from './company-provider.tsx';
import { type CompanyLoginFacts, useCompanyLogin } from './use-company-login.ts';

/** How members log in by the company's own provider. Owners change it, administrators read it. */
export function CompanyLogin({ mayChange }: { readonly mayChange: boolean }) {
  const { data, problem, reload } = useCompanyLogin();
  return (
    <section className="acc-sec" aria-labelledby="company-login">
      <h2 id="company-login">Company login</h2>
      <p>
        People with an email in your domains log in by your own OpenID Connect provider. All owners get a mail about
        each change.
      </p>
      {problem !== null && (
        <p>
          The company login could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      )}
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading the company login
        </p>
      )}
      {data !== null && !mayChange && <ReadOnly {...data} />}
      {data !== null && mayChange && (
        <>
          <CompanyProvider facts={data} onChange={() => void reload()} />
          {data.provider !== null && <CompanyDomains domains={data.domains} onChange={() => void reload()} />}
        </>
      )}
    </section>
  );
}

function ReadOnly({ provider, domains }: CompanyLoginFacts) {
  if (provider === null) return <p>No provider is set up. An owner can do that.</p>;
  const proven = domains.filter(({ is_proven }) => is_proven).map(({ domain }) => domain);
  return (
    <p>
      The provider is <b>{provider.issuer}</b>
      {proven.length > 0 && <>, for {proven.join(', ')}</>}. Only owners can change it.
    </p>
  );
}

import { Spinner } from '@assay/ui';
import { useState } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { AddTotp } from './add-totp.tsx';
import { FactorList } from './factor-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RenewCodes } from './renew-codes.tsx';
import { type FactorFacts, useFactors } from './use-factors.ts';

/** The second factors of the account: what there is, what can be added, and the codes for when all are lost. */
export function SecurityPage({ title }: { readonly title: string }) {
  const { data, problem, reload, isBusy, remove } = useFactors();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  function show(next: readonly string[] | null) {
    if (next !== null) setCodes(next);
    void reload();
  }

  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      <section className="acc-sec" aria-labelledby="factors">
        <h2 id="factors">Second factor</h2>
        <p>
          With a second factor, a link to your mailbox is not enough to log in. It is asked for after the link, before
          data is exported or your account deleted, before members of a workspace change, and before a Telegram account
          is connected.
        </p>
        {data?.is_needed === true && data.factors.length === 0 && (
          <p className="factor-need">
            You administer this service: its pages for administrators open once you have a second factor.
          </p>
        )}
        {problem !== null && (
          <p>
            Your factors could not be loaded.{' '}
            <button className="link" type="button" onClick={() => void reload()}>
              Try again
            </button>
          </p>
        )}
        {data === null && problem === null && (
          <p className="waiting">
            <Spinner /> Loading your factors
          </p>
        )}
        {data !== null && <FactorList factors={data.factors} isBusy={isBusy} onRemove={remove} />}
        {data !== null && (
          <div className="codes-do">
            <AddPasskey name={nameOfNext(data.factors)} onEnrolled={show} />
            <AddTotp onEnrolled={show} />
          </div>
        )}
      </section>
      {data !== null && data.factors.length > 0 && (
        <section className="acc-sec" aria-labelledby="recovery-codes">
          <h2 id="recovery-codes">Recovery codes</h2>
          <p>
            Each code logs you in once when your factor is lost. {data.recovery_codes_left} of 10 are left. New codes
            make the former ones invalid.
          </p>
          <RenewCodes onRenewed={show} />
        </section>
      )}
      <section className="acc-sec" aria-labelledby="security-sessions">
        <h2 id="security-sessions">Where you are logged in</h2>
        <p>See all browsers and programs that use your account, and log them out.</p>
        <SiteLink className="btn btn-line" to="/account/privacy">
          Sessions and data
        </SiteLink>
      </section>
    </>
  );
}

/** Passkeys are numbered: the browser does not say where it keeps one. */
function nameOfNext(factors: readonly FactorFacts[]): string {
  return `Passkey ${factors.filter(({ kind }) => kind === 'passkey').length + 1}`;
}

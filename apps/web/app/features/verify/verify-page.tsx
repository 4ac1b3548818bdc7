import { pathOf } from '@assay/contracts/client';
import { Alert } from '@assay/ui';
import { formatTime } from '@assay/wording';
import { useState } from 'react';
import type { FileCheck } from './check-file.ts';
import { FileDrop } from './file-drop.tsx';
import { OpensslSteps } from './openssl-steps.tsx';
import type { CertificateFacts } from './read-facts.ts';
import { VerificationResult } from './verification-result.tsx';

export interface VerifyPageProps {
  readonly siteUrl: string;
  /** The certificate of this page; null on the page for any file. */
  readonly facts: CertificateFacts | null;
}

/** Says what a report proves: by the file itself, in this browser. */
export function VerifyPage({ siteUrl, facts }: VerifyPageProps) {
  const [check, setCheck] = useState<FileCheck | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function verify(file: File) {
    setBusy(true);
    setCheck(null);
    try {
      const { checkFile } = await import('./check-file.ts');
      setCheck(await checkFile(file));
    } catch (error) {
      // The verifier could not be fetched, or the file could not be read.
      if (!(error instanceof Error)) throw error;
      setCheck({ kind: 'trouble', message: 'The file could not be checked. Please try again.' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="wrap verify">
      <h1>Verify a report</h1>
      <p className="verify-lead">
        A report is signed twice: the result inside it, and the file as a whole. Changing a single bit breaks the
        signature. Check the file itself, not what someone says is in it.
      </p>
      <FileDrop isBusy={isBusy} onFile={(file) => void verify(file)} />
      <p className="sr" role="status">
        {isBusy ? 'The file is being checked' : ''}
      </p>
      <noscript>
        <Alert type="info" message="Checking a file here needs JavaScript. The steps below work without it." />
      </noscript>
      {check !== null && <VerificationResult check={check} expectedId={facts?.subId ?? null} />}
      {facts !== null && <ServerFacts facts={facts} />}
      <section className="meaning" aria-labelledby="meaning-h">
        <h2 id="meaning-h">What a valid report proves</h2>
        <ul>
          <li>Who issued it: the service whose key it names.</li>
          <li>That nothing in it has changed since: no star, no address, no transaction, no date.</li>
          <li>Which method, labels and records it was computed with, so that it can be computed again.</li>
        </ul>
        <h2>What it does not prove</h2>
        <ul>
          <li>That the labels and transfers are right or complete. It only says which ones were used.</li>
          <li>What happened after the time of the check.</li>
          <li>Who controls the address.</li>
        </ul>
      </section>
      <OpensslSteps siteUrl={siteUrl} keyId={facts?.keyId ?? null} />
    </div>
  );
}

/** What this site says of the certificate; the file proves it. */
function ServerFacts({ facts }: { readonly facts: CertificateFacts }) {
  const asset = facts.parent === null ? facts.ticker : `${facts.ticker} on ${facts.parent}`;
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['Report id', facts.subId, true],
    ['Result', facts.stars === 0 ? `N/A. ${facts.headline}` : `${facts.stars} of 5 stars. ${facts.headline}`, false],
    ['Asset', asset, false],
    [facts.addressName, facts.address, true],
    ...facts.payment.map(([term, fact]) => [term, fact, false] as const),
    ['Checked', `${formatTime(facts.checkedAt)} UTC`, false],
    ['Issued by', `${facts.issuer}, ${facts.issuerUrl}`, false],
    ['Signed', `${formatTime(facts.signedAt)} UTC, Ed25519`, false],
    ['Signing key', facts.keyId, true],
    ['SHA-256 of certificate.json', facts.digest, true],
    ['Method', facts.methodVersion, false],
    ['Label set', facts.labelSet, true],
  ];
  const subject = { sub_id: facts.subId };
  return (
    <section className="server-facts" aria-labelledby="facts-h">
      <h2 id="facts-h">What this site says about report {facts.subId.slice(0, 12)}…</h2>
      <dl className="facts">
        {rows.map(([term, fact, isCode]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className={isCode ? 'mono' : undefined}>{fact}</dd>
          </div>
        ))}
      </dl>
      <p className="verify-links">
        <a className="link" href={`/api${pathOf('GET /monitor/pdf/:sub_id', subject)}`} download>
          Download the PDF
        </a>
        <a
          className="link"
          href={`/api${pathOf('GET /monitor/check/:sub_id/certificate.json', subject)}`}
          download="certificate.json"
        >
          Download certificate.json
        </a>
      </p>
    </section>
  );
}

import { useData } from '../../shell/data/use-data.ts';
import { CERTIFICATE_STEPS, PDF_STEPS } from './openssl-commands.ts';

export interface OpensslStepsProps {
  readonly siteUrl: string;
  /** Key the certificate names; null on the page for any file. */
  readonly keyId: string | null;
}

/** How to check a report with OpenSSL alone, without this page. */
export function OpensslSteps({ siteUrl, keyId }: OpensslStepsProps) {
  const pem = useKeyPem(keyId);
  return (
    <section className="openssl" aria-labelledby="openssl-h">
      <h2 id="openssl-h">Without this page</h2>
      <p>
        OpenSSL 3 is enough. The keys are at{' '}
        <a href="/.well-known/assay-keys.json">{siteUrl}/.well-known/assay-keys.json</a>; compare their ids with a copy
        you trust. A key id is the key’s own fingerprint (RFC 7638).
      </p>
      <h3>The result: certificate.json</h3>
      <p>
        It is attached to the PDF; extract it with any PDF reader or <code>pdfdetach -saveall report.pdf</code>. Save
        the key as <code>key.pem</code>
        {pem === null ? '.' : ':'}
      </p>
      {pem !== null && <Commands label="The public key">{pem}</Commands>}
      <Commands label="Commands for certificate.json">{CERTIFICATE_STEPS}</Commands>
      <h3>The PDF</h3>
      <p>
        Save the root certificate from <a href="/.well-known/assay-ca.pem">{siteUrl}/.well-known/assay-ca.pem</a>.
      </p>
      <Commands label="Commands for the PDF">{PDF_STEPS}</Commands>
    </section>
  );
}

/** Long lines scroll sideways, by keyboard too. */
function Commands({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section className="commands" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}

/** The key as PEM; null until it is loaded, together with the verifier. */
function useKeyPem(keyId: string | null): string | null {
  return useData(keyId, async () => (keyId === null ? null : (await import('./check-file.ts')).readKeyPem(keyId))).data;
}

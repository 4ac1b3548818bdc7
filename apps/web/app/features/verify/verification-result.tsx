import type { VerificationReport } from '@assay/certificate';
import { type SignedResult, signedCheckOf } from '@assay/certificate/signed-check';
import { Alert, AssetName, Stars } from '@assay/ui';
import { formatTime, nameOfAddress } from '@assay/wording';
import { useEffect, useRef } from 'react';
import type { FileCheck } from './check-file.ts';
import { factsOnPayment, headlineOfResult } from './headline-of-result.ts';

const TYPE_OF = { valid: 'success', not_valid: 'error', not_proven: 'warn' } as const;
const MARK_OF = { proven: 'Proven', failed: 'Failed', unknown: 'Unknown' } as const;

export interface VerificationResultProps {
  readonly check: FileCheck;
  /** The check this page is about; null on the page for any file. */
  readonly expectedId: string | null;
}

/** What a file proves, by whom and when, and what it does not. */
export function VerificationResult({ check, expectedId }: VerificationResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new check is announced, also one that reads the same.
  useEffect(() => heading.current?.focus(), [check]);
  if (check.kind === 'trouble') return <Alert type="error" message={check.message} />;
  const { report, fileName } = check;
  return (
    <section className="verified" aria-labelledby="verified-h">
      <h2 id="verified-h" ref={heading} tabIndex={-1}>
        {fileName}
      </h2>
      {report.result !== null && expectedId !== null && report.result.sub_id !== expectedId && (
        <Alert type="warn" message={`This file is about another check: ${report.result.sub_id}.`} />
      )}
      <Alert type={TYPE_OF[report.verdict]} message={report.summary} />
      {report.result !== null && <ProvenResult result={report.result} />}
      <Findings report={report} />
    </section>
  );
}

function ProvenResult({ result }: { readonly result: SignedResult }) {
  const check = signedCheckOf(result);
  const { asset, stars, address, issuer, checkedAt, payment } = check;
  return (
    <dl className="facts">
      <div>
        <dt>Result</dt>
        <dd>
          <Stars score={stars} size="sm" /> {headlineOfResult(result)}
        </dd>
      </div>
      <div>
        <dt>Asset</dt>
        <dd>
          <AssetName ticker={asset.ticker} parent={asset.parent} name={asset.name} />
        </dd>
      </div>
      <div>
        <dt>{nameOfAddress(payment ?? undefined)}</dt>
        <dd className="mono">{address}</dd>
      </div>
      {factsOnPayment(check).map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
      <div>
        <dt>Issued by</dt>
        <dd>
          {issuer.product}, {issuer.url}
        </dd>
      </div>
      <div>
        <dt>Checked</dt>
        <dd>{formatTime(checkedAt)} UTC</dd>
      </div>
      <div>
        <dt>Report id</dt>
        <dd className="mono">{result.sub_id}</dd>
      </div>
    </dl>
  );
}

function Findings({ report }: { readonly report: VerificationReport }) {
  return (
    <>
      <h3>Checks performed</h3>
      <ul className="findings">
        {report.findings.map((finding) => (
          <li key={finding.id} data-outcome={finding.outcome}>
            <b>{MARK_OF[finding.outcome]}</b>
            <span>{finding.text}</span>
          </li>
        ))}
      </ul>
      {report.signers.length > 0 && (
        <>
          <h3>Who signed, and when</h3>
          <ul className="findings">
            {report.signers.map((signer) => (
              <li key={`${signer.what}${signer.name}`}>
                <b>{WORD_OF[signer.what]}</b>
                <span>
                  <span className="mono">{signer.name}</span>
                  {signer.time !== null &&
                    `, ${formatTime(signer.time)} UTC, ${signer.isTimeVouched ? 'confirmed by an independent time stamp' : 'as stated by the signer'}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>What is not proven</h3>
      <ul className="not-proven">
        {report.notProven.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

const WORD_OF = { result: 'Result', pdf: 'PDF', time_stamp: 'Time stamp' } as const;

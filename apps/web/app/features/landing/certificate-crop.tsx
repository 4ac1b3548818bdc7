import { MarksRow, OfficeMark, RiskTag, Rosette } from '@assay/ui';
import { formatShare, RISK_ORDER, shortenAddress } from '@assay/wording';
import type { Example } from './example.ts';
import { ExampleHeadline, ExampleStars } from './example-score.tsx';
import { PATTERN_ID } from './hero.tsx';

interface CertificateCropProps {
  readonly example: Example | null;
  readonly productName: string;
}

/** The upper part of a certificate. A picture: the result itself is linked beside it. */
export function CertificateCrop({ example, productName }: CertificateCropProps) {
  return (
    <div className="pdf-crop" aria-hidden="true">
      <div className="pdf-sheet">
        <div className="cert-head">
          <span className="cert-office">
            <OfficeMark />
            {productName} certificate
          </span>
          {example !== null && <span className="mono">No. {example.sub_id}</span>}
        </div>
        <div className="pdf-row">
          {example !== null && (
            <div>
              <ExampleStars example={example} size="md" />
              <div className="pdf-h">
                <ExampleHeadline example={example} />
              </div>
              <p className="mono">{shortenAddress(example.address)}</p>
            </div>
          )}
          <Rosette id={example?.sub_id ?? PATTERN_ID} withOffice />
        </div>
        {example !== null && (
          <>
            <ul className="pdf-lines">
              {RISK_ORDER.filter((group) => example.shares[group] > 0).map((group) => (
                <li key={group}>
                  <RiskTag risk={group} />
                  <span className="num">{formatShare(example.shares[group])}</span>
                </li>
              ))}
            </ul>
            <MarksRow
              ticker={example.ticker}
              score={example.riskscore}
              year={new Date(example.created_at).getUTCFullYear()}
            />
          </>
        )}
      </div>
    </div>
  );
}

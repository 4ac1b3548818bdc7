import type { FormerResult } from '@assay/contracts';
import { EvidenceTable } from '@assay/ui';
import { DIRECTION_WORDS, DIRECTIONS, RESULT_WORDS } from '@assay/wording';
import { evidenceLines } from './evidence-lines.ts';

/** Which rule decided, the transfers it looked at, and what would change the stars. */
export function Why({ asset }: { readonly asset: FormerResult }) {
  const tables = DIRECTIONS.map((direction) => ({ direction, lines: evidenceLines(asset, direction) })).filter(
    (table) => table.lines.length > 0,
  );
  const hasRecords = DIRECTIONS.some((direction) => asset.evidence[direction].records > 0);
  return (
    <section className="cert-sec" aria-labelledby="why">
      <div className="cert-sec-head">
        <h2 id="why">{RESULT_WORDS.why}</h2>
      </div>
      <p className="why">{asset.texts.why}</p>
      {tables.map(({ direction, lines }) => (
        <div key={direction} className="evidence-part">
          {tables.length > 1 && <h3>{DIRECTION_WORDS[direction]}</h3>}
          <EvidenceTable
            caption={`${RESULT_WORDS.why}, ${direction}`}
            lines={lines}
            subject={asset.address}
            subjectName={asset.payment === undefined ? RESULT_WORDS.thisWallet : RESULT_WORDS.thisPayment}
          />
        </div>
      ))}
      {tables.length === 0 && hasRecords && <p className="no-flow">{RESULT_WORDS.noLabelledParty}</p>}
      {asset.texts.would_change.length > 0 && (
        <div className="would-change">
          <h3>{RESULT_WORDS.wouldChange}</h3>
          <ul>
            {asset.texts.would_change.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

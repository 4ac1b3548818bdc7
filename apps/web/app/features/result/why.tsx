import type { CheckAsset } from '@assay/contracts';
import { EvidenceTable } from '@assay/ui';
import { evidenceLines } from './evidence-lines.ts';

const DIRECTIONS = ['incoming', 'outgoing'] as const;
const WORDS = { incoming: 'Incoming', outgoing: 'Outgoing' } as const;

/** Which rule decided, the transfers it looked at, and what would change the stars. */
export function Why({ asset }: { readonly asset: CheckAsset }) {
  const tables = DIRECTIONS.map((direction) => ({ direction, lines: evidenceLines(asset, direction) })).filter(
    (table) => table.lines.length > 0,
  );
  const hasRecords = DIRECTIONS.some((direction) => asset.evidence[direction].records > 0);
  return (
    <section className="cert-sec" aria-labelledby="why">
      <div className="cert-sec-head">
        <h2 id="why">Why this score</h2>
      </div>
      <p className="why">{asset.texts.why}</p>
      {tables.map(({ direction, lines }) => (
        <div key={direction} className="evidence-part">
          {tables.length > 1 && <h3>{WORDS[direction]}</h3>}
          <EvidenceTable caption={`Why this score, ${direction}`} lines={lines} subject={asset.address} />
        </div>
      ))}
      {tables.length === 0 && hasRecords && (
        <p className="no-flow">No labelled source or destination was found in the transfers held.</p>
      )}
      {asset.texts.would_change.length > 0 && (
        <div className="would-change">
          <h3>What would change the stars</h3>
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

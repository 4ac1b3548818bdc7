import type { CheckAsset } from '@assay/contracts';
import { formatAmount, formatShare, formatTime } from '@assay/ui';
import { LabelTable } from './label-table.tsx';
import { labelsBehind } from './result-labels.ts';

const CONFIDENCE_WORDS: Record<CheckAsset['confidence'], string> = { high: 'High', medium: 'Medium', low: 'Low' };

/** What the result rests on: notes, labels with their sources, coverage, versions and the last record held. */
export function Standing({ asset }: { readonly asset: CheckAsset }) {
  const labels = labelsBehind(asset);
  return (
    <>
      {asset.notes.length > 0 && (
        <section className="cert-sec" aria-labelledby="notes">
          <div className="cert-sec-head">
            <h2 id="notes">Notes</h2>
          </div>
          <ul className="notes">
            {asset.notes.map((note) => (
              <li key={note.kind}>{note.text}</li>
            ))}
          </ul>
          <p className="hint">Notes have no effect on the stars.</p>
          <Lookalikes asset={asset} />
        </section>
      )}
      {labels.length > 0 && (
        <section className="cert-sec" aria-labelledby="labels">
          <div className="cert-sec-head">
            <h2 id="labels">Labels and their sources</h2>
          </div>
          <LabelTable labels={labels} />
        </section>
      )}
      <section className="cert-sec" aria-labelledby="rests-on">
        <div className="cert-sec-head">
          <h2 id="rests-on">What this result rests on</h2>
        </div>
        <dl className="facts">
          {factsOf(asset).map(([term, fact]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

/** Who tries to be mistaken for somebody it deals with, beside whom: only the whole address tells them apart. */
function Lookalikes({ asset: { lookalikes = [] } }: { readonly asset: CheckAsset }) {
  if (lookalikes.length === 0) return null;
  return (
    <table className="table lookalikes">
      <caption>Do not pay these addresses by mistake</caption>
      <thead>
        <tr>
          <th scope="col">Sent nothing or dust</th>
          <th scope="col">Looks like</th>
        </tr>
      </thead>
      <tbody>
        {lookalikes.map(({ address, resembles }) => (
          <tr key={address}>
            <td className="mono addr">{address}</td>
            <td className="mono addr">{resembles}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function factsOf(asset: CheckAsset): readonly (readonly [string, string])[] {
  const { attributed, clean, not_followed } = asset.coverage;
  const partial = [...asset.evidence.incoming.cut.partial, ...asset.evidence.outgoing.cut.partial];
  return [
    [
      'Coverage',
      hasNoRecords(asset)
        ? 'No transfer of this address is held'
        : `${formatShare(attributed)} of what moved on is attributed, ${formatShare(clean)} is of ordinary sources, ${formatShare(not_followed)} was not followed`,
    ],
    [
      'Confidence',
      `${CONFIDENCE_WORDS[asset.confidence]}${asset.complete ? '' : ', the history held is not complete'}`,
    ],
    ['Records', asset.records_held],
    ...(partial.length === 0
      ? []
      : [['Read in part', `${partial.length} ${partial.length === 1 ? 'account' : 'accounts'} on the way`] as const]),
    ['Chain tip', tipOf(asset)],
    ...readingFacts(asset),
    ...(asset.issuer_freeze === undefined ? [] : [['Issuer freeze', freezeOf(asset.issuer_freeze)] as const]),
    ...(asset.prices === undefined ? [] : [['Prices', pricesOf(asset.prices)] as const]),
    ['Method', asset.method_version],
    ['Label set', asset.label_set_version],
  ];
}

function freezeOf({ text, source }: NonNullable<CheckAsset['issuer_freeze']>): string {
  return source === null ? text : `${text} Answered by ${source}.`;
}

function pricesOf({ text, version }: NonNullable<CheckAsset['prices']>): string {
  return version === null ? text : `${text} Price set ${version}.`;
}

/** Where the chain was read for this check: what that took, where the known history begins, and who did not answer. */
function readingFacts({ reading, decimals, ticker }: CheckAsset): readonly (readonly [string, string])[] {
  if (reading === undefined) return [];
  const { calls, providers, history_from: from, unread, faults } = reading;
  const through = providers.length === 0 ? '' : ` through ${providers.join(' and ')}`;
  const before = [
    ...(unread.received === '0' ? [] : [`${formatAmount(unread.received, decimals)} ${ticker} received`]),
    ...(unread.sent === '0' ? [] : [`${formatAmount(unread.sent, decimals)} ${ticker} sent`]),
  ];
  const missing =
    before.length === 0 ? 'what came before was not read' : `${before.join(' and ')} before that, not read`;
  return [
    ...(calls.budget === 0
      ? []
      : [['Read live', `${calls.made} of at most ${calls.budget} requests${through}`] as const]),
    ...(from === null ? [] : [['Known history', `Begins on ${formatTime(from)} UTC; ${missing}`] as const]),
    ...(faults.length === 0 ? [] : [['Did not answer', `${faults.join('. ')}.`] as const]),
  ];
}

function tipOf({ tip }: CheckAsset): string {
  if (tip === null) return 'No record of this asset is held';
  return `${tip.block === null ? '' : `Block ${tip.block}, `}${formatTime(tip.time)} UTC`;
}

function hasNoRecords({ evidence }: CheckAsset): boolean {
  return evidence.incoming.records + evidence.outgoing.records === 0;
}

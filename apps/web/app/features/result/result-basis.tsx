import type { FormerResult, WithdrawnLabel } from '@assay/contracts';
import { type Fact, foldFacts, isWarning, labelsBehind, RESULT_WORDS, resultFacts } from '@assay/wording';
import { LabelTable } from './label-table.tsx';

interface ResultBasisProps {
  readonly asset: FormerResult;
  readonly withdrawn: readonly WithdrawnLabel[];
}

/** What the result is based on: notes, labels with their sources, coverage, versions and the last stored record. */
export default function ResultBasis({ asset, withdrawn }: ResultBasisProps) {
  const { incoming, outgoing } = asset.evidence;
  const met = [...incoming.rows, ...outgoing.rows].flatMap((row) => row.labels);
  const labels = labelsBehind(asset.labels, met);
  const notes = asset.notes.filter((note) => !isWarning(note));
  const { first, further } = foldFacts(resultFacts(asset));
  return (
    <>
      {notes.length > 0 && (
        <section className="cert-sec" aria-labelledby="notes">
          <div className="cert-sec-head">
            <h2 id="notes">{RESULT_WORDS.notes}</h2>
          </div>
          <ul className="notes">
            {notes.map((note) => (
              <li key={note.kind}>{note.text}</li>
            ))}
          </ul>
          <p className="hint">{RESULT_WORDS.notesHaveNoEffect}</p>
          <Lookalikes asset={asset} />
        </section>
      )}
      {labels.length > 0 && (
        <section className="cert-sec" aria-labelledby="labels">
          <div className="cert-sec-head">
            <h2 id="labels">{RESULT_WORDS.labels}</h2>
          </div>
          <LabelTable labels={labels} withdrawn={withdrawn} />
          {/* Labels are stored by network, else by currency. */}
          {asset.labels[0] && (
            <a href={`/dispute?network=${asset.network ?? asset.subticker ?? asset.ticker}&address=${asset.address}`}>
              Dispute a label
            </a>
          )}
        </section>
      )}
      <section className="cert-sec" aria-labelledby="rests-on">
        <div className="cert-sec-head">
          <h2 id="rests-on">{RESULT_WORDS.basis}</h2>
        </div>
        <FactList facts={first} />
        <details className="more-facts">
          <summary>Chain tip, method and other details</summary>
          <FactList facts={further} />
        </details>
      </section>
    </>
  );
}

function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A look-alike address beside the counterparty it imitates: only the whole address distinguishes them. */
function Lookalikes({ asset: { lookalikes = [] } }: { readonly asset: FormerResult }) {
  if (lookalikes.length === 0) return null;
  return (
    <table className="table lookalikes">
      <caption>Do not pay these addresses by mistake</caption>
      <thead>
        <tr>
          <th scope="col">{RESULT_WORDS.sentNothing}</th>
          <th scope="col">{RESULT_WORDS.looksLike}</th>
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

import { CATEGORIES } from '@assay/domain';
import { formatDay, RISK_WORDS, RiskMark } from '@assay/ui';
import { keyOf, type NamedLabel } from './result-labels.ts';

/** Who says so, how sure, and since when. */
export function LabelTable({ labels }: { readonly labels: readonly NamedLabel[] }) {
  return (
    <table className="table labels">
      <caption className="sr">Labels and their sources</caption>
      <thead>
        <tr>
          <th scope="col">Entity</th>
          <th scope="col">Category</th>
          <th scope="col" className="r">
            Confidence
          </th>
          <th scope="col">Source</th>
          <th scope="col">Dated</th>
        </tr>
      </thead>
      <tbody>
        {labels.map(({ label, isOwn }) => {
          const { title, group } = CATEGORIES[label.category];
          return (
            <tr key={keyOf(label)}>
              <th scope="row">
                {label.entity}
                {isOwn && <small>This wallet</small>}
                {label.origin === 'derived' && <small>Derived from transfers</small>}
              </th>
              <td className="c-category">
                <RiskMark risk={group} />
                {title}
                <span className="sr">, {RISK_WORDS[group]}</span>
              </td>
              <td className="r num c-confidence">{label.confidence} of 100</td>
              <td className="c-source">
                {label.source_url === null || !/^https?:/.test(label.source_url) ? (
                  label.source
                ) : (
                  <a href={label.source_url} rel="noreferrer">
                    {label.source}
                  </a>
                )}
              </td>
              <td className="c-dated">{datesOf(label)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function datesOf({ source_date, valid_from, valid_to }: NamedLabel['label']): string {
  const validity =
    valid_from === null && valid_to === null
      ? ''
      : `valid ${valid_from === null ? '' : `from ${formatDay(valid_from)}`}${valid_to === null ? '' : ` to ${formatDay(valid_to)}`}`;
  const parts = [source_date === null ? '' : formatDay(source_date), validity.replace('  ', ' ')];
  return parts.filter((part) => part !== '').join('; ');
}

import type { ResultLabel, WithdrawnLabel } from '@assay/contracts';
import { CATEGORIES } from '@assay/domain';
import { RiskMark } from '@assay/ui';
import { type BasisLabel, datesOfLabel, RESULT_WORDS, RISK_WORDS, remarksOnLabel, sourceKindOf } from '@assay/wording';

export interface LabelTableProps {
  readonly labels: readonly BasisLabel<ResultLabel>[];
  /** Statements that were withdrawn after the result. */
  readonly withdrawn: readonly WithdrawnLabel[];
}

/** Who says so, where it is published, and since when. */
export function LabelTable({ labels, withdrawn }: LabelTableProps) {
  return (
    <table className="table labels">
      <caption className="sr">{RESULT_WORDS.labels}</caption>
      <thead>
        <tr>
          <th scope="col">Entity</th>
          <th scope="col">Category</th>
          <th scope="col">Stated by</th>
          <th scope="col">Source</th>
          <th scope="col">Dated</th>
        </tr>
      </thead>
      <tbody>
        {labels.map(({ key, label, isOwn }) => {
          const { title, group } = CATEGORIES[label.category];
          return (
            <tr key={key}>
              <th scope="row">
                <a href={`/entity/${encodeURIComponent(label.entity)}`}>{label.entity}</a>
                {remarksOnLabel(isOwn).map((remark) => (
                  <small key={remark}>{remark}</small>
                ))}
                {withdrawn.some((other) => isSame(other, label)) && <small>Withdrawn since</small>}
              </th>
              <td className="c-category">
                <RiskMark risk={group} />
                {title}
                <span className="sr">, {RISK_WORDS[group]}</span>
              </td>
              <td className="c-kind">{sourceKindOf(label)}</td>
              <td className="c-source">
                {label.source_url === null || !/^https?:/.test(label.source_url) ? (
                  label.source
                ) : (
                  <a href={label.source_url} rel="noreferrer">
                    {label.source}
                  </a>
                )}
              </td>
              <td className="c-dated">{datesOfLabel(label)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function isSame(left: WithdrawnLabel, right: ResultLabel): boolean {
  return left.source === right.source && left.entity === right.entity && left.category === right.category;
}

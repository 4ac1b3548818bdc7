import { countOf, formatShare } from '@assay/wording';
import { useId } from 'react';
import type { Tally } from './survey-admin.ts';

/** How often each option of a question was chosen. */
export function QuestionTally({ question }: { readonly question: Tally }) {
  const headingId = useId();
  const { title, answered, options } = question;
  return (
    <section className="fb-question" aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <p className="hint">
        {countOf(answered, 'answer')}
        {standing(question)}
      </p>
      {options.length > 0 && (
        <table className="table tally">
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Option</th>
              <th scope="col" className="r">
                Count
              </th>
              <th scope="col" className="r">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {options.map(({ id, text, count, share, isRemoved }) => (
              <tr key={id}>
                <th scope="row">
                  {text}
                  {isRemoved && <span className="hint"> (removed)</span>}
                  <Bar share={share} />
                </th>
                <td className="r mono">{count}</td>
                <td className="r mono">{formatShare(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function standing({ isActive, isRemoved }: Tally): string {
  if (isRemoved) return ', removed';
  return isActive ? '' : ', inactive';
}

/** The share once more, for the eye. */
function Bar({ share }: { readonly share: number }) {
  return (
    <svg className="tally-bar" aria-hidden="true">
      <rect width={`${share * 100}%`} height="100%" />
    </svg>
  );
}

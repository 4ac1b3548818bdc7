import { countOf, formatNamedDay } from '@assay/wording';
import { useState } from 'react';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { CommentList } from './comment-list.tsx';
import { ExportResponses } from './export-responses.tsx';
import { Problem, Waiting } from './loading.tsx';
import { QuestionTally } from './question-tally.tsx';
import type { Responses } from './survey-admin.ts';
import { useResponses } from './use-responses.ts';

/** Counts and shares of every option, what people wrote, and all of it as a file. */
export function ResponsesPart() {
  const [page, setPage] = useState(1);
  const { data, isLoading, problem, retry } = useResponses(page);
  if (data === null) {
    return problem === null ? <Waiting>Loading responses</Waiting> : <Problem text={problem} onRetry={retry} />;
  }
  return (
    <>
      {problem !== null && <Problem text={problem} onRetry={retry} />}
      <div className="fb-head">
        <Summary responses={data} />
        {data.total > 0 && <ExportResponses />}
      </div>
      {data.questions.map((question) => (
        <QuestionTally key={question.id} question={question} />
      ))}
      <CommentList comments={data.comments} isLoading={isLoading} onPage={setPage} />
    </>
  );
}

function Summary({ responses: { total, from, to } }: { readonly responses: Responses }) {
  const timeZone = useTimeZone();
  if (from === null || to === null) return <p>No responses yet.</p>;
  const [first, last] = [formatNamedDay(from, timeZone), formatNamedDay(to, timeZone)];
  return (
    <p>
      <b>{countOf(total, 'response')}</b>, {first === last ? `on ${first}` : `${first} to ${last}`}
    </p>
  );
}

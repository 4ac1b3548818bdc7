import { useState } from 'react';
import { formatNamedDay } from '../../shell/time/format-time.ts';
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
  if (from === null || to === null) return <p>Nobody has answered the survey yet.</p>;
  const [first, last] = [formatNamedDay(from, timeZone), formatNamedDay(to, timeZone)];
  return (
    <p>
      <b>
        {total} {total === 1 ? 'response' : 'responses'}
      </b>
      , {first === last ? `on ${first}` : `${first} to ${last}`}
    </p>
  );
}

import { Tabs } from '@assay/ui';
import { useSearchParams } from 'react-router';
import { ResponsesPart } from './responses-part.tsx';
import { SurveyEditor } from './survey-editor.tsx';

type Part = 'responses' | 'survey';

/** For administrators: what people answered, and what they are asked (GAP-04, GAP-05). The address names the part. */
export default function FeedbackTab({ title }: { readonly title: string }) {
  const [query, setQuery] = useSearchParams();
  const part: Part = query.get('part') === 'survey' ? 'survey' : 'responses';
  const open = (next: Part) => setQuery((now) => withPart(now, next), { replace: true, preventScrollReset: true });
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      <Tabs
        label={title}
        value={part}
        onChange={open}
        tabs={[
          { value: 'responses', label: 'Responses', content: <ResponsesPart /> },
          { value: 'survey', label: 'Survey', content: <SurveyEditor /> },
        ]}
      />
    </>
  );
}

function withPart(query: URLSearchParams, part: Part): URLSearchParams {
  const next = new URLSearchParams(query);
  if (part === 'survey') next.set('part', part);
  else next.delete('part');
  return next;
}

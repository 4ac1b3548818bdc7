import { Tabs } from '@assay/ui';
import { useState } from 'react';
import { ResponsesPart } from './responses-part.tsx';
import { SurveyEditor } from './survey-editor.tsx';

/** For administrators: what people answered, and what they are asked (GAP-04, GAP-05). */
export default function FeedbackTab({ title }: { readonly title: string }) {
  const [part, setPart] = useState<'responses' | 'survey'>('responses');
  return (
    <>
      <div className="acc-head">
        <h1>{title}</h1>
      </div>
      <Tabs
        label={title}
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'responses', label: 'Responses', content: <ResponsesPart /> },
          { value: 'survey', label: 'Survey', content: <SurveyEditor /> },
        ]}
      />
    </>
  );
}

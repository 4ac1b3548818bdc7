import { Problem, Waiting } from './loading.tsx';
import { NewQuestion } from './new-question.tsx';
import { QuestionEditor } from './question-editor.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useEditor } from './use-editor.ts';

/** What the survey is called, gives and asks (row SURV-11). */
export function SurveyEditor() {
  const { data, problem, isBusy, load, change } = useEditor();
  if (data === null) {
    if (problem !== null) return <Problem text={problem} onRetry={() => void load()} />;
    return <Waiting>Loading the survey</Waiting>;
  }
  const { settings, questions } = data;
  return (
    <div aria-busy={isBusy}>
      {problem !== null && <Problem text={problem} onRetry={() => void load()} />}
      <SettingsForm key={JSON.stringify(settings)} settings={settings} onChange={change} />
      {questions.map((question) => (
        <QuestionEditor key={question.id} question={question} onChange={change} />
      ))}
      <NewQuestion sortOrder={questions.length} onChange={change} />
    </div>
  );
}

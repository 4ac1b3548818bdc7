import { Dialog, FieldError, Spinner } from '@assay/ui';
import { type Dispatch, type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { sentenceAbout } from '../../shell/secrets/sentence-about.ts';
import { call } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { type Draft, type DraftChange, submissionOf, thanksFor } from './submission.ts';
import { SurveyForm } from './survey-form.tsx';
import { markSurveyTaken } from './survey-marker.ts';
import type { Offer } from './use-offer.ts';

export interface SurveyPopupProps {
  readonly sub: string;
  readonly offer: Offer;
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly draft: Draft;
  readonly onChange: Dispatch<DraftChange>;
  /** The survey was taken. */
  readonly onDone: () => void;
}

/** The questions, and Send. */
export function SurveyPopup({ sub, offer, isOpen, onOpenChange, draft, onChange, onDone }: SurveyPopupProps) {
  const { isSending, problem, send } = useSend(sub, offer.checksReward, onDone);
  const formId = useId();
  const problemId = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    void send(submissionOf(offer.questions, draft));
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={offer.title}
      description={offer.checksReward > 0 && 'The checks are for an answer to at least one question.'}
      action={
        <button className="btn btn-primary" type="submit" form={formId} disabled={isSending} aria-busy={isSending}>
          {isSending && <Spinner />}
          Send
        </button>
      }
    >
      <form id={formId} className="survey-form" noValidate onSubmit={submit}>
        <SurveyForm questions={offer.questions} draft={draft} onChange={onChange} />
        {problem !== null && <FieldError id={problemId}>{problem}</FieldError>}
      </form>
    </Dialog>
  );
}

/** The warning about the first text that is or can be a secret; null when all texts may be sent. */
async function secretIn({ answers, comment = '' }: ReturnType<typeof submissionOf>): Promise<string | null> {
  for (const text of [comment, ...answers.map(({ freeText }) => freeText ?? '')]) {
    const sentence = await sentenceAbout(text, false);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** Sends one submission at a time. A failure is not shown: the popup stays as it was (row SURV-07); that nothing is given today is. */
function useSend(sub: string, checksReward: number, onDone: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { reload } = useSession();
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ errorName, message }) => {
    if (errorName === 'NoFreeChecksToday') setProblem(message);
  });

  const send = (submission: ReturnType<typeof submissionOf>) =>
    run(async () => {
      const secret = await secretIn(submission);
      setProblem(secret);
      if (secret !== null) return;
      await call('POST /survey/submit', { body: submission });
      markSurveyTaken(sub);
      onDone();
      show({ type: submission.answers.length > 0 ? 'success' : 'info', message: thanksFor(submission, checksReward) });
      await reload();
    });

  return { isSending: isBusy, problem, send };
}

import { ApiError, surveyClient } from '@assay/contracts/client';
import { Dialog, Spinner } from '@assay/ui';
import { type Dispatch, type FormEvent, useId, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { type Draft, type DraftChange, submissionOf } from './submission.ts';
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
  const { isSending, send } = useSend(sub, onDone);
  const formId = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    void send(submissionOf(offer.questions, draft));
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={offer.title}
      action={
        <button className="btn btn-primary" type="submit" form={formId} disabled={isSending} aria-busy={isSending}>
          {isSending && <Spinner />}
          Send
        </button>
      }
    >
      <form id={formId} className="survey-form" noValidate onSubmit={submit}>
        <SurveyForm questions={offer.questions} draft={draft} onChange={onChange} />
      </form>
    </Dialog>
  );
}

/** Sends once at a time. A failure is nobody's business: the popup stays as it was (row SURV-07). */
function useSend(sub: string, onDone: () => void) {
  const [isSending, setSending] = useState(false);
  const { reload } = useSession();
  const { show } = useAlerts();

  async function send(submission: ReturnType<typeof submissionOf>) {
    if (isSending) return;
    setSending(true);
    try {
      await surveyClient(browserClient()).submit(submission);
      markSurveyTaken(sub);
      onDone();
      show({ type: 'success', message: 'Thank you for your answers.' });
      await reload();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setSending(false);
    }
  }

  return { isSending, send };
}

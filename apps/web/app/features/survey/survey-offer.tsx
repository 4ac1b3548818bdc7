import { ApiError, surveyButtonText, surveyClient } from '@assay/contracts/client';
import { Dialog, Spinner } from '@assay/ui';
import { type FormEvent, useId, useReducer, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { changeDraft, EMPTY_DRAFT, submissionOf } from './submission.ts';
import { SurveyForm } from './survey-form.tsx';
import { markSurveyTaken } from './survey-marker.ts';
import { type Offer, useOffer } from './use-offer.ts';

/** The floating button and its popup, as soon as there is something to offer. */
export function SurveyOffer({ sub }: { readonly sub: string }) {
  const { offer, close } = useOffer(sub);
  return offer === null ? null : <OfferedSurvey sub={sub} offer={offer} onDone={close} />;
}

interface OfferedSurveyProps {
  readonly sub: string;
  readonly offer: Offer;
  readonly onDone: () => void;
}

function OfferedSurvey({ sub, offer, onDone }: OfferedSurveyProps) {
  const [isOpen, setOpen] = useState(false);
  // Here, so that closing the popup forgets nothing.
  const [draft, change] = useReducer(changeDraft, EMPTY_DRAFT);
  const { isSending, send } = useSend(sub, onDone);
  const formId = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    void send(submissionOf(offer.questions, draft));
  }

  return (
    <aside className="survey" aria-label="Survey">
      <button
        className="btn btn-line survey-btn"
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {surveyButtonText(offer.checksReward)}
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={offer.title}
        action={
          <button className="btn btn-primary" type="submit" form={formId} disabled={isSending} aria-busy={isSending}>
            {isSending && <Spinner />}
            Send
          </button>
        }
      >
        <form id={formId} className="survey-form" noValidate onSubmit={submit}>
          <SurveyForm questions={offer.questions} draft={draft} onChange={change} />
        </form>
      </Dialog>
    </aside>
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

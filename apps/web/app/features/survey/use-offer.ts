import { ApiError, type SurveyClient, surveyClient } from '@assay/contracts/client';
import { useCallback, useEffect, useState } from 'react';
import { browserClient } from '../../shell/session/browser-client.ts';
import { markSurveyTaken } from './survey-marker.ts';

type Answer<Call extends keyof SurveyClient<AbortSignal>> = Awaited<ReturnType<SurveyClient<AbortSignal>[Call]>>;
export type Question = Answer<'questions'>[number];

export interface Offer extends Answer<'settings'> {
  readonly questions: readonly Question[];
}

/**
 * What is offered to a user, null while nothing is (rows SURV-05, SURV-06). Whatever fails on the way shows nothing,
 * but for the status: then the survey is offered, and the server knows who has taken it (row ERR-14).
 */
export function useOffer(sub: string): { readonly offer: Offer | null; readonly close: () => void } {
  const [offer, setOffer] = useState<Offer | null>(null);

  useEffect(() => {
    const left = new AbortController();
    async function load() {
      const found = await readOffer(left.signal);
      if (left.signal.aborted || found === null) return;
      if (await isCompleted(left.signal)) markSurveyTaken(sub);
      else if (!left.signal.aborted) setOffer(found);
    }
    void load();
    return () => left.abort();
  }, [sub]);

  return { offer, close: useCallback(() => setOffer(null), []) };
}

async function readOffer(signal: AbortSignal): Promise<Offer | null> {
  const survey = surveyClient(browserClient());
  try {
    const [questions, settings] = await Promise.all([survey.questions({ signal }), survey.settings({ signal })]);
    // A question without options is still being written.
    const asked = questions.filter(({ isActive, options }) => isActive && options.length > 0);
    return asked.length === 0 ? null : { ...settings, questions: asked };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}

async function isCompleted(signal: AbortSignal): Promise<boolean> {
  try {
    return (await surveyClient(browserClient()).status({ signal })).completed;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

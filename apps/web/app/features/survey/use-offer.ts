import { ApiError, type CallAnswer } from '@assay/contracts/client';
import { useCallback } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import { markSurveyTaken } from './survey-marker.ts';

export type Question = CallAnswer<'GET /survey/questions'>[number];

export interface Offer extends CallAnswer<'GET /survey/settings'> {
  readonly questions: readonly Question[];
}

/**
 * The survey offered to a user; null when none is (rows SURV-05, SURV-06). After a failure nothing is shown, except for
 * the status: then the survey is offered, and the server refuses a second submission (row ERR-14).
 */
export function useOffer(sub: string): { readonly offer: Offer | null; readonly close: () => void } {
  const { data, setData } = useData<Offer | null>(`survey of ${sub}`, async (signal) => {
    const found = await readOffer(signal);
    if (found === null || !(await isCompleted(signal))) return found;
    markSurveyTaken(sub);
    return null;
  });
  return { offer: data, close: useCallback(() => setData(null), [setData]) };
}

async function readOffer(signal: AbortSignal): Promise<Offer | null> {
  try {
    const [questions, settings] = await Promise.all([
      call('GET /survey/questions', { signal, expects: 'array' }),
      call('GET /survey/settings', { signal }),
    ]);
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
    return (await call('GET /survey/status', { signal })).completed;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

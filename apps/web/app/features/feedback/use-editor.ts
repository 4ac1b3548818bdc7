import { ApiError } from '@assay/contracts/client';
import { useState } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { type AlertFacts, useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import type { Question, Settings } from './survey-admin.ts';

interface EditorData {
  readonly settings: Settings;
  readonly questions: readonly Question[];
}

/** The text after a change that succeeded, and after one that failed; the reason of the failure by default. */
export interface ChangeWords {
  readonly done: string;
  readonly failed?: string;
}

export interface Editor {
  /** Null before the first answer. */
  readonly data: EditorData | null;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly load: () => Promise<void>;
  /** Saves or deletes something, then loads everything again, also after a failure (row SURV-12). */
  readonly change: (work: () => Promise<unknown>, words: ChangeWords) => Promise<boolean>;
}

export function useEditor(): Editor {
  const { data, problem, reload } = useData('survey editor', loadSurvey);
  const { show } = useAlerts();
  // Changes may overlap: each is saved, and the newest reload counts.
  const [isBusy, setBusy] = useState(false);

  async function change(work: () => Promise<unknown>, { done, failed }: ChangeWords): Promise<boolean> {
    setBusy(true);
    const outcome = await outcomeOf(work, done, failed);
    show(outcome);
    await reload();
    setBusy(false);
    return outcome.type === 'success';
  }

  return { data, problem, isBusy, load: reload, change };
}

async function loadSurvey(signal: AbortSignal): Promise<EditorData> {
  const [settings, questions] = await Promise.all([
    call('GET /survey/settings', { signal }),
    call('GET /survey/admin/questions', { signal, expects: 'array' }),
  ]);
  return { settings, questions };
}

async function outcomeOf(work: () => Promise<unknown>, done: string, failed?: string): Promise<AlertFacts> {
  try {
    await work();
    return { type: 'success', message: done };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { type: 'error', message: failed ?? error.message };
  }
}

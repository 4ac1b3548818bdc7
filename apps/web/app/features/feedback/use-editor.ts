import { ApiError, surveyClient } from '@assay/contracts/client';
import { useCallback, useEffect, useState } from 'react';
import { type AlertFacts, useAlerts } from '../../shell/alerts.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { type Question, type Settings, surveyAdmin } from './survey-admin.ts';

interface EditorData {
  readonly settings: Settings;
  readonly questions: readonly Question[];
}

/** What a change says when it worked, and when it did not: then the reason, unless there is one text for all. */
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
  /** Saves or deletes something; whatever becomes of it, everything is loaded again (row SURV-12). */
  readonly change: (work: () => Promise<unknown>, words: ChangeWords) => Promise<boolean>;
}

export function useEditor(): Editor {
  const [data, setData] = useState<EditorData | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { show } = useAlerts();

  const load = useCallback(async () => {
    try {
      const [settings, questions] = await Promise.all([
        surveyClient(browserClient()).settings(),
        surveyAdmin().questions(),
      ]);
      setData({ settings, questions });
      setProblem(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  }, []);

  useEffect(() => {
    void load();
  }, [load]);

  const change = useCallback(
    async (work: () => Promise<unknown>, { done, failed }: ChangeWords) => {
      setBusy(true);
      const outcome = await outcomeOf(work, done, failed);
      show(outcome);
      await load();
      setBusy(false);
      return outcome.type === 'success';
    },
    [load, show],
  );

  return { data, problem, isBusy, load, change };
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

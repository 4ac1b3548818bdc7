import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import type { Responses } from './survey-admin.ts';

export interface ResponsesLoad {
  /** The last responses; they stay while another page is loaded. Null before the first. */
  readonly data: Responses | null;
  readonly isLoading: boolean;
  /** Message of a failure. */
  readonly problem: string | null;
  readonly retry: () => void;
}

/** The responses, with one page of their comments. */
export function useResponses(page: number): ResponsesLoad {
  const { data, isLoading, problem, reload } = useData(`responses ${page}`, (signal) =>
    call('GET /survey/admin/responses', { query: { page }, signal }),
  );
  return { data, isLoading, problem, retry: () => void reload() };
}

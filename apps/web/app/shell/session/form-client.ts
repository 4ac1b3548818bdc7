import { type Client, createClient } from '@assay/contracts/client';
import type { RouterContextProvider } from 'react-router';
import { apiFetchContext } from '../../context/load-context.ts';

export interface FormClient {
  readonly client: Client<AbortSignal>;
  /** The cookies that the API has set meanwhile, for the answer to the visitor. */
  readonly headers: Headers;
}

/** For actions only: the API as a form that was sent without a script sees it. */
export function formClient(visit: Readonly<RouterContextProvider>): FormClient {
  const apiFetch = visit.get(apiFetchContext);
  const headers = new Headers();
  const client = createClient<AbortSignal>({
    async fetch(url, init) {
      const answer = await apiFetch(url, init);
      for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie);
      return answer;
    },
    baseUrl: '/api',
    timezone: 'UTC',
  });
  return { client, headers };
}

/** A field of a form as text; what is no text, or not there, is an empty one. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

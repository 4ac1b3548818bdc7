import { type Client, createClient } from '@assay/contracts/client';

let client: Client<AbortSignal> | undefined;

/** The API as the browser sees it. One for the page; never called while rendering on the server. */
export function browserClient(): Client<AbortSignal> {
  client ??= createClient<AbortSignal>({
    fetch: (url, init) => fetch(url, init),
    baseUrl: '/api',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return client;
}

import { createHash } from 'node:crypto';
import type { ApiFetch } from './api-fetch.ts';

const UNAUTHORIZED = '401';

/** A call of the API and what was answered, in short: enough to see whether the answer is still the same. */
export interface RecordedCall {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly answer: string;
}

/** Records the calls of one rendering. Null afterwards where they cannot be repeated, or the API had no answer. */
export function recordCalls(apiFetch: ApiFetch): { readonly fetch: ApiFetch; calls(): readonly RecordedCall[] | null } {
  const recorded: RecordedCall[] = [];
  let canRepeat = true;
  return {
    async fetch(path, init = {}) {
      const answer = await apiFetch(path, init);
      if ((init.method ?? 'GET') !== 'GET' || isTransient(answer.status)) canRepeat = false;
      recorded.push({ path, headers: [...new Headers(init.headers)], answer: await shorten(answer.clone()) });
      return answer;
    },
    calls: () => (canRepeat ? recorded : null),
  };
}

/** Whether the API answers every call of a visitor's page as it did. */
export async function isUnchanged(calls: readonly RecordedCall[], apiFetch: ApiFetch): Promise<boolean> {
  // What a visitor may not ask stays refused to every visitor.
  const asked = calls.filter(({ answer }) => answer !== UNAUTHORIZED);
  const same = await Promise.all(
    asked.map(async ({ path, headers, answer }) => {
      const again = await apiFetch(path, { headers: headers.map(([name, value]): [string, string] => [name, value]) });
      return (await shorten(again)) === answer;
    }),
  );
  return same.every(Boolean);
}

/** Of a refusal the status alone: its text names the request. */
async function shorten(answer: Response): Promise<string> {
  if (!answer.ok) return String(answer.status);
  return createHash('sha256')
    .update(await answer.text())
    .digest('base64');
}

function isTransient(status: number): boolean {
  return status >= 500 || status === 429;
}

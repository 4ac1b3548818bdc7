import { ApiError, createClient } from '@assay/contracts/client';
import { type RouterContextProvider, redirect } from 'react-router';
import { apiFetchContext } from '../../load-context.ts';
import type { SessionUser } from './session.tsx';

type Visit = Readonly<RouterContextProvider>;

/** One question a request, however many loaders ask: the context is made anew for every request. */
const asked = new WeakMap<Visit, Promise<SessionUser | null>>();

/**
 * Who visits, null for a guest. For loaders only.
 *
 * @throws ApiError when the API could not say.
 */
export function readSession(visit: Visit): Promise<SessionUser | null> {
  const known = asked.get(visit);
  if (known !== undefined) return known;
  const answer = askMe(visit);
  asked.set(visit, answer);
  return answer;
}

async function askMe(visit: Visit): Promise<SessionUser | null> {
  const client = createClient<AbortSignal>({ fetch: visit.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  try {
    return await client.me();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** For pages that anybody may see: where the API cannot say who asks, they are shown as to a guest. */
export async function readSessionIfKnown(visit: Visit): Promise<SessionUser | null> {
  try {
    return await readSession(visit);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The login-required guard: a guest goes to /login, and nothing of the page is rendered before that is decided. */
export async function requireUser(visit: Visit): Promise<SessionUser> {
  const user = await readSession(visit);
  if (user === null) throw redirect('/login');
  return user;
}

/** The guest-only guard: who is signed in goes home. */
export async function requireGuest(visit: Visit): Promise<void> {
  const user = await readSessionIfKnown(visit);
  if (user !== null) throw redirect('/');
}

import { ApiError, createClient } from '@assay/contracts/client';
import { type RouterContextProvider, redirect } from 'react-router';
import { apiFetchContext } from '../../context/load-context.ts';
import { EXPECTED_USER } from './expected-answers.ts';
import { placeHeaders } from './return-place.ts';
import type { SessionUser } from './session.tsx';
import { isSignedOut } from './signed-out.ts';

/** What every loader is given. */
interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

/** One call per request, however many loaders need it: every request has a new context. */
const asked = new WeakMap<Visit['context'], Promise<SessionUser | null>>();

/**
 * Who visits, null for a guest. For loaders only.
 *
 * @throws ApiError when the API could not say.
 */
export function readSession(visit: Visit): Promise<SessionUser | null> {
  const known = asked.get(visit.context);
  if (known !== undefined) return known;
  const answer = askMe(visit);
  asked.set(visit.context, answer);
  return answer;
}

async function askMe({ context, request }: Visit): Promise<SessionUser | null> {
  if (isSignedOut(request.headers.get('cookie') ?? '')) return null;
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  try {
    return await client.call('GET /auth/me', { expects: EXPECTED_USER });
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

/**
 * The login-required guard: a guest goes to /login, from where the login returns, who works in a company that refuses the session to the page that
 * says so. Nothing of the page is rendered before that is decided.
 */
export async function requireUser(visit: Visit): Promise<SessionUser> {
  const user = await readSession(visit);
  const headers = placeHeaders(visit.request) ?? {};
  if (user === null) throw redirect('/login', { headers });
  if (user.workspaceRefusal !== null) throw redirect('/workspace-refused', { headers });
  return user;
}

/** The guest-only guard: who is signed in goes home. */
export async function requireGuest(visit: Visit): Promise<void> {
  const user = await readSessionIfKnown(visit);
  if (user !== null) throw redirect('/');
}

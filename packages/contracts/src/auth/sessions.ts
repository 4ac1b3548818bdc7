import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { Done } from './logout.ts';

/** A place where the user is signed in. */
export const Session = z
  .object({
    id: z.string(),
    /** What signed in there, such as 'Firefox on Linux'. */
    device: z.string(),
    /** How the user logged in there: by a link, the company's provider, a passkey, or as the demo account. */
    opened_by: z.enum(['link', 'provider', 'passkey', 'demo']),
    created_at: z.iso.datetime(),
    /** Within 15 minutes. */
    last_seen_at: z.iso.datetime(),
    /** True for the session that asks. */
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const SessionsData = z.object({ sessions: z.array(Session) });

/** GET /auth/sessions: where the user is signed in, the newest first. */
export const Sessions = {
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where the user is signed in',
  tag: 'auth',
  limit: 'reads',
  isOfPerson: true,
  answers: { 200: success(SessionsData) },
} as const satisfies Contract;

/** DELETE /auth/sessions/{id}: ends one of the user's sessions at once. */
export const EndSession = {
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'End one session',
  tag: 'auth',
  limit: 'tokens',
  isOfPerson: true,
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  answers: { 200: success(Done) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** DELETE /auth/sessions: ends all of the user's sessions at once, this one too. */
export const EndAllSessions = {
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'End all sessions of the user',
  tag: 'auth',
  limit: 'tokens',
  isOfPerson: true,
  answers: { 200: success(Done) },
} as const satisfies Contract;

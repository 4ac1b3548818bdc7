import { mayIn, type WorkspacePermission } from '@assay/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../../kernel/app-error.ts';
import { type Caller, DEMO_CALLER, type SessionGate, type SignedIn } from '../../kernel/caller.ts';
import { isLoopbackVisit } from '../../kernel/network/loopback.ts';
import { inNoWorkspace, inWorkspace } from '../../kernel/scope.ts';
import { refusalBy, refusedBy, type WorkspaceRefusal, withoutRanges } from '../../kernel/session-rules.ts';
import { confirmationsOf, gaveFactor } from '../../kernel/who/assurance.ts';
import { setFinalHeader } from '../headers/final-header.ts';
import { bearerOf, isApi } from './call.ts';
import { operationOf } from './operation-of.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The caller with the session that says so. */
    signedIn: SignedIn | null;
    /** A session that its selected company refuses: nobody is signed in then, but for what is the person's own. */
    refused: { readonly signedIn: SignedIn; readonly refusal: WorkspaceRefusal } | null;
  }
}

export interface CallerOptions {
  readonly host: string;
  readonly publicUrl: string;
  readonly sessions: SessionGate;
}

/**
 * Finds out who asks: by the bearer access token, else by the session cookie. The cookie of a page request whose access
 * token has run out is renewed here, so that a page never renders as a guest's and then turns.
 */
export const caller = plugin(async (app: FastifyInstance, { sessions, ...settings }: CallerOptions) => {
  app.decorateRequest('caller', null);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('refused', null);

  app.addHook('onRequest', async (request, reply) => {
    const signedIn = await readCredentials(request, reply);
    // A session of the demo account means nothing where the demo account does not exist.
    const isDemo = signedIn?.caller.sub === DEMO_CALLER.sub;
    admit(request, isDemo && !isLoopbackVisit(settings, request.headers) ? null : signedIn);
    if (request.scope !== null) request.scope.sub = personOf(request)?.caller.sub ?? null;
    // The call that a page makes of the API for its form is a request of its own.
    if (personOf(request) !== null && isApi(request)) request.readmit = readmit;
  });

  // After the body was read: reading it leaves the scope that an earlier hook would have entered.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.caller === null) inNoWorkspace(done);
    else inWorkspace(request.caller.workspace.id, done);
  });

  // What was rendered for somebody is nobody else's, and gone from the history once they have left.
  app.addHook('onSend', async (request, reply, payload) => {
    if (personOf(request) === null || !isPage(request)) return;
    setFinalHeader(reply, payload, 'cache-control', 'private, no-store');
  });

  /** The session as it is now; by its id, as its access token may run out on the way. @throws AppError NotFound */
  async function readmit(request: FastifyRequest): Promise<void> {
    const before = personOf(request);
    if (before === null) return;
    const now = await sessions.readAgain(before.sessionId);
    // What was meant for one workspace is not done in another: a member who was removed is in the personal one. What is
    // the person's own has no workspace.
    const isOfPerson = operationOf(request.method, request.routeOptions.url ?? '')?.isOfPerson === true;
    const isElsewhere = now !== null && now.caller.workspace.id !== before.caller.workspace.id;
    if (isElsewhere && !isOfPerson) throw new AppError('NotFound');
    admit(request, now);
    if (request.scope !== null) request.scope.sub = personOf(request)?.caller.sub ?? null;
  }

  async function readCredentials(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
    const bearer = bearerOf(request);
    if (bearer !== null) return sessions.readAccess(bearer);
    if (!app.sessionCookies.has(request) || !(isApi(request) || isPage(request))) return null;
    const tokens = app.sessionCookies.read(request);
    const signedIn = tokens === null ? null : await sessions.readAccess(tokens.accessToken);
    if (signedIn !== null || isApi(request)) return signedIn;
    const renewed = tokens === null ? null : await sessions.renew(tokens.tokenId, tokens.refreshToken);
    if (renewed === null) {
      app.sessionCookies.clear(reply);
      return null;
    }
    app.sessionCookies.write(reply, renewed.tokens);
    // What the page asks of the API while it is rendered goes with the new tokens.
    request.raw.headers.cookie = app.sessionCookies.headerWith(request, renewed.tokens);
    return renewed;
  }
});

/** A company that refuses the session is not entered: its rows are not in the scope of the request. */
function admit(request: FastifyRequest, signedIn: SignedIn | null): void {
  const policy = signedIn?.policy ?? null;
  const refusal = policy === null ? null : refusalBy(policy.rules, policy.use, request.ip);
  const isRefused = signedIn !== null && refusal !== null;
  request.refused = isRefused ? { signedIn, refusal } : null;
  request.signedIn = isRefused ? null : signedIn;
  request.caller = request.signedIn?.caller ?? null;
}

/** Who asks, also where the selected company refuses the session: for what is the person's own, and for leaving it. */
export function personOf(request: FastifyRequest): SignedIn | null {
  return request.signedIn ?? request.refused?.signedIn ?? null;
}

/** @throws AppError Unauthorized */
export function signedInPersonOf(request: FastifyRequest): SignedIn {
  const person = personOf(request);
  if (person === null) throw new AppError('Unauthorized');
  return person;
}

/** Pages, their data and their forms. Files of the site are everybody's: nobody is looked up for them. */
function isPage(request: FastifyRequest): boolean {
  if ((request.method !== 'GET' && request.method !== 'POST') || isApi(request)) return false;
  const [path = ''] = request.url.split('?', 1);
  return !/\.(?!data$)\w+$/.test(path);
}

/**
 * Route hook of what opens a company again: an owner is not refused for the address, or an administrator could shut all
 * owners out (decision 0091). What else the policy asks holds for owners too.
 */
export async function admitOwnerAnywhere(request: FastifyRequest): Promise<void> {
  const { refused } = request;
  if (refused?.refusal !== 'address' || !mayIn(refused.signedIn.caller.workspace.role, 'ownership')) return;
  const { signedIn } = refused;
  const { policy } = signedIn;
  const refusal = policy === null ? null : refusalBy(withoutRanges(policy.rules), policy.use, request.ip);
  request.refused = refusal === null ? null : { signedIn, refusal };
  if (refusal !== null) return;
  request.signedIn = signedIn;
  request.caller = signedIn.caller;
}

/** Route hook: refuses a request without a caller before its body is read. */
export async function requireCaller(request: FastifyRequest): Promise<void> {
  callerOf(request);
}

/** The same for what is the person's own in any workspace: a company that refuses the session does not refuse this. */
export async function requirePerson(request: FastifyRequest): Promise<void> {
  signedInPersonOf(request);
}

/**
 * Route hook for what only administrators may do, in a session for which a second factor was given.
 *
 * @throws AppError Unauthorized, AdminOnly; FactorNeeded until the administrator has one
 */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  const { caller: asks, assurance } = signedInOf(request);
  if (!asks.isAdmin) throw new AppError('AdminOnly');
  if (assurance.factors.length === 0 || !gaveFactor(assurance)) throw new AppError('FactorNeeded');
}

/** Route hook for what the caller's role in the selected workspace must allow. */
export function requirePermission(permission: WorkspacePermission): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (!mayIn(callerOf(request).workspace.role, permission)) throw new AppError('RoleNotAllowed');
  };
}

/**
 * Route hook before what a stolen session must not do: keys, members, refunds, exports of everything, deletion. An
 * account with a factor must have given it within 10 minutes; another one must have signed in within 15 minutes.
 *
 * @throws AppError Unauthorized, StepUpRequired with what the user can confirm by
 */
export async function requireStepUp(request: FastifyRequest): Promise<void> {
  const { assurance } = signedInOf(request);
  if (assurance.isFresh) return;
  throw new AppError('StepUpRequired', { confirmBy: confirmationsOf(assurance) });
}

/** The same for accounts that have a factor; those without one pass. */
export async function requireStepUpWithFactor(request: FastifyRequest): Promise<void> {
  if (signedInOf(request).assurance.factors.length > 0) await requireStepUp(request);
}

/** The workspace whose results the request may read as their owner; null for a visitor and for a role that reads none. */
export function readerOf({ caller: asks }: FastifyRequest): string | null {
  return asks === null || !mayIn(asks.workspace.role, 'read') ? null : asks.workspace.id;
}

export function callerOf(request: FastifyRequest): Caller {
  return signedInOf(request).caller;
}

/**
 * The caller and the session the request runs under.
 *
 * @throws AppError Unauthorized; NewerSignInRequired, AddressRefused by the policy of the selected company
 */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.refused !== null) throw refusedBy(request.refused.refusal);
  if (request.signedIn === null) throw new AppError('Unauthorized');
  return request.signedIn;
}

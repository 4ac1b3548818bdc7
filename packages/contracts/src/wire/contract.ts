import type { WorkspacePermission } from '@assay/domain';
import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { Tag } from './tags.ts';

/** Limits of requests a minute and network whose height is a setting of the server, by what a request costs. */
export type LimitName =
  | 'reads'
  | 'checks'
  | 'reports'
  | 'exports'
  | 'tokens'
  | 'surveySubmits'
  | 'surveyEdits'
  | 'joinLinks';

/**
 * What a call may carry to say who asks.
 *
 * - `none`: nothing is read.
 * - `optional`: an access token or a session cookie is read where there is one; the call works without.
 * - `user`: an access token or a session cookie is needed.
 * - `refresh token`: a refresh token with its id, or a session cookie, is needed.
 * - `any session`: what names a session in any of these ways; the call works without.
 * - `service`: the credential of the Telegram bot is needed.
 */
export type Credentials = 'none' | 'optional' | 'user' | 'refresh token' | 'any session' | 'service';

/** What a call needs of who asks, beside a session where the call demands one. */
export interface Needs {
  /** What the role in the selected workspace must allow. */
  readonly permission?: WorkspacePermission;
  /** Only for administrators of the service, in a session with a second factor. */
  readonly admin?: true;
  /** A fresh confirmation of who asks: always, or only from accounts that have a second factor. */
  readonly stepUp?: 'always' | 'with a factor';
  /** An owner is not refused for the network address (decision 0091). */
  readonly ownerFromAnywhere?: true;
}

/**
 * Everything that is true of one call of the API. The route of the server, the typed client, the documents and the list
 * of who may call what are made from it.
 */
export interface Contract {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under the prefix of the API, parameters as `:name`. */
  readonly path: string;
  /** One line of the documents. */
  readonly summary: string;
  readonly description?: string;
  /** The group of the documents it is listed in. */
  readonly tag: Tag;
  /**
   * Requests a minute and network: by name where the height is a setting, else the number. Null: counted by something
   * else, such as a mailbox or the bot.
   */
  readonly limit: LimitName | number | null;
  readonly needs?: Needs;
  /** A GET that changes something: refused from other sites and for prefetches, and without a HEAD. */
  readonly isChange?: true;
  /** Left out: `user`. */
  readonly credentials?: Credentials;
  /** The person's own in any workspace: a company that refuses the session does not refuse this. */
  readonly isOfPerson?: boolean;
  readonly headers?: z.ZodType;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Answers in the data envelope, by status. */
  readonly answers?: Readonly<Record<number, z.ZodType>>;
  /** Of an answer that is a file or a stream: its media type. */
  readonly contentType?: string;
  /** What such a file holds where it is JSON. */
  readonly content?: z.ZodType;
  /** True where `If-None-Match` is answered 304 while nothing changed. */
  readonly isRevalidated?: boolean;
  /** What it can be refused for, beside what `errorsOf` adds. */
  readonly errors?: readonly ErrorName[];
}

/**
 * Every failure a call can end with: those of its contract, and those that follow from how it is called, what it is given
 * and what it needs. What any call can meet, such as an error of the server, is not among them.
 */
export function errorsOf(contract: Contract): readonly ErrorName[] {
  const { method, isChange = method !== 'GET', needs = {}, headers, params, query, body, errors = [] } = contract;
  const isGiven = [headers, params, query, body].some((part) => part !== undefined);
  const isOfService = contract.credentials === 'service';
  const where = (holds: boolean, ...names: ErrorName[]) => (holds ? names : []);
  return [
    ...where(body !== undefined, 'MalformedRequest', 'PayloadTooLarge', 'UnsupportedMediaType'),
    ...where(isGiven, 'ValidationError'),
    ...where(isOfService, 'ServiceCredentialRefused'),
    ...where(contract.credentials === undefined, 'Unauthorized'),
    ...where(needs.admin === true, 'AdminOnly', 'FactorNeeded'),
    ...where(needs.permission !== undefined, 'RoleNotAllowed'),
    ...where(needs.stepUp !== undefined, 'StepUpRequired'),
    ...where(isChange && !isOfService, 'CrossSiteRequest'),
    'TooManyRequests',
    ...errors,
  ];
}

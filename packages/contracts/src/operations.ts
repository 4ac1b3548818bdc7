/**
 * Every operation of the API as one list, for what describes the API as a whole. The package's third entry
 * (`@assay/contracts/operations`): it loads every contract.
 */
import type { z } from 'zod';
import * as contracts from './index.ts';
import { isRefusedToSuspended } from './suspension.ts';
import { type Contract, type Credentials, errorsOf, type Needs } from './wire/contract.ts';
import type { ErrorName } from './wire/errors.ts';
import type { Tag } from './wire/tags.ts';

export type { Credentials } from './wire/contract.ts';
export { TAGS } from './wire/tags.ts';

export interface Operation {
  /** Stable name for generated clients: the name of the contract, such as `readCheck`. */
  readonly id: string;
  /** `GET`, `POST`, … */
  readonly method: string;
  /** Under the API's prefix, parameters as `:name`. */
  readonly path: string;
  /** One line of the documents. */
  readonly summary: string;
  /** The group of the documents it is listed in. */
  readonly tag: Tag;
  readonly credentials: Credentials;
  /** What it needs of who asks, beside the credentials. */
  readonly needs: Needs;
  /** Answers in the data envelope, by status. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /** For an answer that is a file or a stream, status 200: its media type, and what its JSON holds where it is JSON. */
  readonly file: { readonly contentType: string; readonly content: z.ZodType | null } | null;
  /** True where `If-None-Match` is answered 304 while nothing changed. */
  readonly isRevalidated: boolean;
  readonly body: z.ZodType | null;
  /** Answered `AccountSuspended` to a suspended person. */
  readonly isRefusedToSuspended: boolean;
  /** The person's own in any workspace: a company that refuses the session does not refuse this. */
  readonly isOfPerson: boolean;
  readonly errors: readonly ErrorName[];
}

/** What the session policy of the selected company answers to every call in it. */
const BY_SESSION_POLICY = ['NewerSignInRequired', 'AddressRefused'] as const satisfies readonly ErrorName[];

const BY_SUSPENSION = ['AccountSuspended'] as const satisfies readonly ErrorName[];

/** All operations, in the order of their ids. */
export const OPERATIONS: readonly Operation[] = Object.entries(contracts as Readonly<Record<string, unknown>>)
  .flatMap(([name, value]) => (isContract(value) ? [operationOf(name, value)] : []))
  .sort((a, b) => (a.id < b.id ? -1 : 1));

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

function operationOf(name: string, contract: Contract): Operation {
  const {
    method,
    path,
    summary,
    tag,
    credentials = 'user',
    needs = {},
    answers = {},
    contentType,
    content = null,
    body = null,
  } = contract;
  const errors = errorsOf(contract);
  const isOfPerson = contract.isOfPerson === true;
  const isInWorkspace = credentials === 'user' && !isOfPerson;
  const id = idOf(name);
  const isRefused = isRefusedToSuspended({ id, method, credentials, isFile: contentType !== undefined, errors });
  return {
    id,
    method,
    path,
    summary,
    tag,
    credentials,
    needs,
    answers,
    file: contentType === undefined ? null : { contentType, content },
    isRevalidated: contract.isRevalidated ?? false,
    body,
    isRefusedToSuspended: isRefused,
    isOfPerson,
    errors: [...errors, ...(isRefused ? BY_SUSPENSION : []), ...(isInWorkspace ? BY_SESSION_POLICY : [])],
  };
}

/** Some contracts end in `Call`, because a type has their name. */
function idOf(name: string): string {
  const short = name.replace(/Call$/, '');
  return short.charAt(0).toLowerCase() + short.slice(1);
}

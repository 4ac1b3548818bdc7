import { z } from 'zod';
import { Done } from '../auth/logout.ts';
import { UserWorkspace } from '../user/user.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Characters of a name. */
export const WORKSPACE_NAME_MAX = 80;

/** Letters, digits, spaces and the punctuation of company names. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()+-]*$/u;
/** Mail programs make a link of it. */
const WEB_ADDRESS = /\.[\p{L}\p{N}]/u;

/** The name of a company workspace. It is shown in mails to people who are no members yet, so it cannot be a link. */
export const WorkspaceName = z
  .string()
  .trim()
  .min(1)
  .max(WORKSPACE_NAME_MAX)
  .regex(NAME, 'only letters, digits, spaces and punctuation of names')
  .refine((name) => !WEB_ADDRESS.test(name), 'must not be a web address: put a space after a full stop');

/** The id of a workspace: 32 hex digits, or `demo`. */
export const WorkspaceId = z.string().regex(/^(?:[0-9a-f]{32}|demo)$/);

export const WorkspacesData = z.object({
  /** The personal one first, then companies in the order of joining; at most 50. */
  workspaces: z.array(UserWorkspace),
  /** Id of the one that this session is in. */
  selected: z.string(),
});

/** GET /workspaces: the workspaces of the user. */
export const Workspaces = {
  method: 'GET',
  path: '/workspaces',
  summary: 'One’s workspaces',
  tag: 'workspace',
  limit: 'reads',
  isOfPerson: true,
  answers: { 200: success(WorkspacesData) },
} as const satisfies Contract;

export const CreateWorkspaceBody = z
  .object({ name: WorkspaceName })
  .meta({ id: 'CreateWorkspaceBody', examples: [{ name: 'Example Exchange Ltd.' }] });

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

/** POST /workspaces: makes a company workspace that the user owns, and selects it for this session. */
export const CreateWorkspace = {
  method: 'POST',
  path: '/workspaces',
  summary: 'Make a company workspace',
  description: 'The user owns it, and the session is in it from then on.',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  isOfPerson: true,
  body: CreateWorkspaceBody,
  answers: { 200: success(UserWorkspace) },
  errors: ['SecretNotAddress', 'TooManyWorkspaces'],
} as const satisfies Contract;

export const SelectWorkspaceBody = z
  .object({ workspace_id: WorkspaceId })
  .meta({ id: 'SelectWorkspaceBody', examples: [{ workspace_id: '0123456789abcdef0123456789abcdef' }] });

/** POST /workspaces/select: the workspace that this session is in from now on. */
export const SelectWorkspace = {
  method: 'POST',
  path: '/workspaces/select',
  summary: 'Select the workspace of this session',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  isOfPerson: true,
  body: SelectWorkspaceBody,
  answers: { 200: success(UserWorkspace) },
  errors: ['NotFound', 'NewerSignInRequired', 'AddressRefused'],
} as const satisfies Contract;

/** PATCH /workspace: renames the selected company workspace. */
export const RenameWorkspace = {
  method: 'PATCH',
  path: '/workspace',
  summary: 'Rename the selected workspace',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'settings' },
  body: CreateWorkspaceBody,
  answers: { 200: success(UserWorkspace) },
  errors: ['NotFound', 'SecretNotAddress'],
} as const satisfies Contract;

/** The name of the workspace, typed again: nobody closes by a slip of the finger. */
export const CloseWorkspaceBody = z
  .object({ name: z.string().trim().max(WORKSPACE_NAME_MAX) })
  .meta({ id: 'CloseWorkspaceBody', examples: [{ name: 'Example Exchange Ltd.' }] });

/**
 * POST /workspace/close: closes the selected company workspace for all its members. Unused check credits are lost,
 * its plan ends, shared results stay open by their id without an owner, and payments stay in the books without it.
 */
export const CloseWorkspace = {
  method: 'POST',
  path: '/workspace/close',
  summary: 'Close the selected workspace for all its members',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'close', stepUp: 'always' },
  body: CloseWorkspaceBody,
  answers: { 200: success(Done) },
  errors: ['AccountSuspended', 'NameDoesNotMatch', 'NotFound', 'UnderLegalHold'],
} as const satisfies Contract;

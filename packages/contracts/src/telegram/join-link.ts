import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { WorkspaceId } from '../workspaces/workspaces.ts';

/** Whether one's account is joined to a Telegram chat. */
export const TelegramState = z
  .object({
    /** Without the @; null where this installation has no bot. */
    bot: z.string().nullable(),
    /** Last digits of the Telegram user id: all that is known of it, and enough to distinguish two. */
    joined: z
      .object({
        user_id_ending: z.string(),
        since: z.iso.datetime(),
        /** The workspace that its checks belong to and are paid by; the id of the user for the personal one. */
        workspace_id: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'TelegramState' });
export type TelegramState = z.infer<typeof TelegramState>;

/** GET /telegram. */
export const ReadTelegram = {
  method: 'GET',
  path: '/telegram',
  summary: 'Which Telegram account is joined to one’s own',
  tag: 'account',
  limit: 'reads',
  answers: { 200: success(TelegramState) },
} as const satisfies Contract;

export const JoinLinkData = z
  .object({
    /** `https://t.me/{bot}?start=j-…`: works once, for ten minutes, and not once another was made. */
    url: z.string(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'JoinLink' });
export type JoinLinkData = z.infer<typeof JoinLinkData>;

/**
 * POST /telegram/link: a link that joins the Telegram account it is opened with to one's own account. The joined chat
 * uses the account without signing in, so it asks for a fresh confirmation by a factor.
 */
export const MakeJoinLink = {
  method: 'POST',
  path: '/telegram/link',
  summary: 'Make a link that joins a Telegram account',
  tag: 'account',
  limit: 'joinLinks',
  needs: { stepUp: 'with a factor' },
  answers: { 200: success(JoinLinkData) },
  errors: ['BotNotOffered', 'AccountAlreadyJoined'],
} as const satisfies Contract;

export const ChooseTelegramWorkspaceBody = z
  .object({ workspace_id: WorkspaceId })
  .meta({ id: 'ChooseTelegramWorkspaceBody', examples: [{ workspace_id: '0123456789abcdef0123456789abcdef' }] });

/**
 * PUT /telegram/workspace: the workspace that the joined Telegram account checks in. After leaving, removal, closing, or
 * without a role that allows checks, it checks in the personal one.
 */
export const ChooseTelegramWorkspace = {
  method: 'PUT',
  path: '/telegram/workspace',
  summary: 'Choose the workspace that one’s Telegram account checks in',
  tag: 'account',
  limit: 'joinLinks',
  body: ChooseTelegramWorkspaceBody,
  answers: { 200: success(TelegramState) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** DELETE /telegram/link: parts the Telegram account; links that are not used yet stop working. */
export const PartTelegram = {
  method: 'DELETE',
  path: '/telegram/link',
  summary: 'Part the Telegram account',
  tag: 'account',
  limit: 'joinLinks',
  answers: { 200: success(TelegramState) },
} as const satisfies Contract;

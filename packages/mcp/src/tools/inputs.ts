import { z } from 'zod';

export const checkId = z
  .string()
  .regex(/^chk_[0-9A-Za-z]{20}$/)
  .describe('Id of a check, such as chk_4fQ…: from check_address or list_checks');

export const transferId = z
  .string()
  .regex(/^trf_[0-9A-Za-z]{20}$/)
  .describe('Id of a transfer, such as trf_4fQ…: from check_transfer or list_transfers');

export const attemptId = z
  .string()
  .regex(/^wat_[0-9A-Za-z]{20}$/)
  .describe('Id of a withdrawal attempt, such as wat_4fQ…: from rate_withdrawal');

export const reference = z.string().min(1).max(200).optional().describe('Your own id for it');

export const network = z
  .string()
  .min(1)
  .max(32)
  .optional()
  .describe('Network of the asset, such as TRX. Needed where it is on several: it is never guessed');

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/)
  .optional()
  .describe('The same key within 24 hours answers the same and spends nothing again: use one per intent');

/** A tool that may spend. */
export const SPENDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
} as const;

/** Tools that change nothing and spend nothing. */
export const READ_ONLY = { readOnlyHint: true, openWorldHint: true } as const;

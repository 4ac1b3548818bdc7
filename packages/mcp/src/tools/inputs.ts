import { z } from 'zod';

export const checkId = z
  .string()
  .regex(/^chk_[0-9A-Za-z]{20}$/)
  .describe('Id of a check, such as chk_4fQ…: from check_address or list_checks');

/** Tools that change nothing and spend nothing. */
export const READ_ONLY = { readOnlyHint: true, openWorldHint: true } as const;

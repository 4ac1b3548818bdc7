import { z } from 'zod';
import { ERROR_NAMES } from './errors.ts';

/** Ways to confirm that one is the owner of the account. */
export const CONFIRMATIONS = ['passkey', 'totp', 'recovery_code', 'link'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** One reason a request was refused, by the field that is wrong. */
export const FieldProblem = z.object({ field: z.string(), problem: z.string() }).meta({ id: 'FieldProblem' });

/** Every failure of the API. Codes may add fields of their own; readers ignore those they do not know. */
export const Failure = z
  .object({
    error: z.object({
      errorName: z.enum(ERROR_NAMES),
      message: z.string(),
      /** Names this request in the server's log. */
      requestId: z.string(),
      /** ValidationError: which fields, and what is wrong with each. */
      fields: z.array(FieldProblem).optional(),
      /** TokenExpiredError: whom the link was for (row ENT-12). */
      probablyEmail: z.string().optional(),
      /** StepUpRequired: what the user can confirm by; `link`: log in again by a new link. */
      confirmBy: z.array(z.enum(CONFIRMATIONS)).optional(),
    }),
  })
  .meta({ id: 'Failure' });
export type Failure = z.infer<typeof Failure>;

/** Wraps an answer's schema the way every success travels. */
export function success<Data extends z.ZodType>(data: Data) {
  return z.object({ data });
}

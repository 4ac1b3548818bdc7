import { z } from 'zod';
import { User } from '../account/user.ts';
import { success } from '../envelope.ts';
import type { ErrorName } from '../errors.ts';
import { Tokens } from './tokens.ts';

export const DemoData = z.object({ user: User, tokens: Tokens.optional() }).meta({ id: 'DemoData' });
export type DemoData = z.infer<typeof DemoData>;

/** POST /auth/demo: signs in to the demo account, on the machine the service runs on only; 404 elsewhere. No body. */
export const Demo = {
  method: 'POST',
  path: '/auth/demo',
  answers: { 200: success(DemoData) },
  errors: ['CrossSiteRequest', 'NotFound', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

export const DemoOfferData = z
  .object({
    /** Whether this visit may use the demo account. */
    offered: z.boolean(),
    /** Page that shows the mails this installation would have sent; null where mail is really sent. */
    outbox_path: z.string().nullable(),
  })
  .meta({ id: 'DemoOfferData' });
export type DemoOfferData = z.infer<typeof DemoOfferData>;

/** GET /auth/demo: what the sign-in pages may offer on this machine; nothing anywhere else. */
export const DemoOffer = {
  method: 'GET',
  path: '/auth/demo',
  answers: { 200: success(DemoOfferData) },
  errors: ['TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

import { z } from 'zod';
import { User } from '../user/user.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { Tokens } from './tokens.ts';

export const DemoData = z.object({ user: User, tokens: Tokens.optional() }).meta({ id: 'DemoData' });

/** POST /auth/demo: signs in to the demo account, for browsers that opened the link of the terminal; 404 for others. No body. */
export const Demo = {
  method: 'POST',
  path: '/auth/demo',
  summary: 'Sign in to the demo account, on this machine only',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'none',
  answers: { 200: success(DemoData) },
  errors: ['NotFound'],
} as const satisfies Contract;

export const DemoOfferData = z
  .object({
    /** Whether this visit may use the demo account. */
    offered: z.boolean(),
    /** Page that shows the mails this installation would have sent; null where mail is really sent. */
    outbox_path: z.string().nullable(),
    /** Whether opening the link that the terminal printed would make this visit one that may. */
    needs_printed_link: z.boolean(),
  })
  .meta({ id: 'DemoOfferData' });

/** GET /auth/demo: what the sign-in pages may offer on this machine; nothing anywhere else. */
export const DemoOffer = {
  method: 'GET',
  path: '/auth/demo',
  summary: 'What the sign-in pages may offer on this machine',
  tag: 'auth',
  limit: 'reads',
  credentials: 'none',
  answers: { 200: success(DemoOfferData) },
} as const satisfies Contract;

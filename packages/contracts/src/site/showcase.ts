import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

const fraction = z.number().min(0).max(1.000001);

/** A check this installation ran on one of its example addresses. Its whole result is public under its id. */
export const ShowcaseCheck = z
  .object({
    sub_id: z.string(),
    ticker: z.string(),
    parent: z.string().nullable(),
    address: z.string(),
    created_at: z.iso.datetime(),
    /** Why the address is worth a look, in a few words. */
    title: z.string(),
    /** 0 is N/A. */
    riskscore: z.number().int().min(0).max(5),
    verdict: z.enum(['low', 'medium', 'high', 'not_rated']),
    headline: z.string(),
    text: z.string(),
    /** The direction the shares are of: incoming where any is known, else outgoing; null without any transfer. */
    direction: z.enum(['incoming', 'outgoing']).nullable(),
    /** Risk group to fraction of the money; `none` is what belongs to nobody. */
    shares: z.object({ high: fraction, mid: fraction, low: fraction, none: fraction }),
  })
  .meta({ id: 'ShowcaseCheck' });
export type ShowcaseCheck = z.infer<typeof ShowcaseCheck>;

export const ShowcaseData = z.object({ checks: z.array(ShowcaseCheck) });

/** GET /site/showcase: real checks of the example addresses; none until they were run. */
export const Showcase = {
  method: 'GET',
  path: '/site/showcase',
  summary: 'Checks of the example addresses',
  description: 'Real checks of this installation, each public under its id. Empty until they were run.',
  tag: 'site',
  limit: 'reads',
  credentials: 'none',
  answers: { 200: success(ShowcaseData) },
} as const satisfies Contract;

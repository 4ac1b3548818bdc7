import type { z } from 'zod';
import { wholeNumber } from './setting-kinds.ts';

/** How much one check may ask of chains that are read live. */
export interface OnDemandBudget {
  readonly calls: number;
  readonly milliseconds: number;
}

/** The settings of the environment for the budget of a check. */
export const onDemandSettings = {
  LIVE_CALLS: wholeNumber(1, 1_000, 'a number of requests, 1 to 1000').default(60),
  LIVE_SECONDS: wholeNumber(1, 120, 'a number of seconds, 1 to 120').default(15),
};

type OnDemandValues = z.infer<z.ZodObject<typeof onDemandSettings>>;

export function onDemandOf(value: OnDemandValues): OnDemandBudget {
  return { calls: value.LIVE_CALLS, milliseconds: value.LIVE_SECONDS * 1000 };
}

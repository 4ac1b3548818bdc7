import { plansOf } from './catalogue.ts';
import { DEFAULT_PRICE_LIST } from './default-price-list.ts';
import type { Plan } from './plan.ts';

/** Every plan there is: what its id, name, type and period are. What it costs is that of a price list, here the default. */
export const PLANS: readonly Plan[] = plansOf(DEFAULT_PRICE_LIST);

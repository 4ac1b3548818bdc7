import type { Mixture } from '../mixture.ts';
import { isUsdBelow, type Usd } from './bounds/dollars.ts';
import type { HistoryKind } from './mixtures/known.ts';
import { isRead } from './mixtures/rate-mixture.ts';
import type { Contact, Finding } from './rating.ts';

interface Found {
  readonly contact: Contact | null;
  /** Something came in; of a payment, its sender has a label or records. */
  readonly hasRecords: boolean;
  readonly history: HistoryKind;
  /** What came in, or was paid by the senders of a payment so far; null without a price. */
  readonly usd: Usd;
  /** Before section 8, those that are not left out. */
  readonly mixtures: readonly Pick<Mixture, 'notFollowed'>[];
}

const LEAST_USD = 1;

/** The finding of a result without stars: the first that fits (docs/method/3, section 11). */
export function findingOf({ contact, hasRecords, history, usd, mixtures }: Found): Finding {
  if (!hasRecords && contact === null) return 'no_records';
  if (contact !== null) return 'contact';
  const isEnough = history === 'whole' && !isUsdBelow(usd, LEAST_USD) && mixtures.every(isRead);
  return isEnough ? 'none_found' : 'too_little';
}

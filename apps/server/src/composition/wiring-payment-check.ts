import { newestEngineOf } from '../adapters/engine/exposure-engine.ts';
import { walkThreads } from '../adapters/engine/walk-threads.ts';
import type { Pool } from '../db/index.ts';
import {
  type CheckPrices,
  checkSnapshots,
  computePayment,
  type PaymentAnswer,
  type PaymentQuestion,
} from '../features/checks/index.ts';

/** Rates payments of transactions on imported records: by version 2 of the method, whichever version checks are by. */
export function wirePaymentCheck(
  pool: Pool,
  prices: CheckPrices,
): (question: PaymentQuestion) => Promise<PaymentAnswer> {
  const withSnapshot = checkSnapshots(pool, { version: '2', threads: walkThreads() });
  return (question) => computePayment({ withSnapshot, engine: newestEngineOf('2'), prices }, question);
}

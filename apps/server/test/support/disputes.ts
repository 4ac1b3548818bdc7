import { disputeKeys, wireDisputes } from '../../src/modules/disputes/open/disputes.ts';
import { servicesListOf } from '../../src/modules/labels/index.ts';
import type { Pool } from '../../src/platform/db/index.ts';

export const testDisputeKeys = disputeKeys(new Uint8Array(32));

/** Disputes whose jobs nobody does. */
export function testDisputes(pool: Pool, publicUrl: string) {
  const queue = async () => undefined;
  const services = servicesListOf(null);
  return wireDisputes(pool, { publicUrl, keyOf: testDisputeKeys, queueDecided: queue, queueFiled: queue, services });
}

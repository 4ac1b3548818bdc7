import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import type { CheckWalks } from '../../checks/index.ts';

/**
 * Walks on the wire: as they go from a thread to another (the structured clone algorithm), so that every number arrives
 * with all its bits. Only bytes whose signature was verified are read.
 */
export function bytesOfWalks(walks: CheckWalks): Buffer {
  return serialize(walks);
}

const direction = z.looseObject({
  records: z.number(),
  amount: z.bigint(),
  rows: z.array(z.looseObject({ share: z.number(), amount: z.bigint() })),
  residuals: z.looseObject({ not_followed: z.number() }),
  cut: z.looseObject({ rounds: z.number() }),
});
const shape = z.looseObject({
  incoming: direction,
  outgoing: direction,
  withdrawals: z.array(z.looseObject({ entity: z.string(), incoming: direction, outgoing: direction })),
});

/** @throws Error for bytes that are no walks */
export function walksOfBytes(bytes: Uint8Array): CheckWalks {
  const read: unknown = deserialize(bytes);
  shape.parse(read);
  // A server of the same version wrote all of it, and signed it.
  return read as CheckWalks;
}

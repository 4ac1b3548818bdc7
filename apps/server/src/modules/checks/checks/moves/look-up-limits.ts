import { assertWithin, type Limiter } from '../../../../platform/http/limits/limiter.ts';

const MINUTE = { windowMs: 60_000 };
/**
 * Requests that look a transaction up at providers, which cost no check, by all servers together: of one reader, of all
 * visitors, who leave the providers to people with an account, and of everybody.
 */
const LOOK_UPS = { name: 'transaction look-ups', max: 240, ...MINUTE };
const LOOK_UPS_OF_VISITORS = { name: 'transaction look-ups of visitors', max: 90, ...MINUTE };
const LOOK_UPS_OF_NETWORK = { name: 'transaction look-ups of a network', max: 12, ...MINUTE };
const LOOK_UPS_OF_PERSON = { name: 'transaction look-ups of a person', max: 30, ...MINUTE };

/** Who looks a transaction up: a visitor by their network, or somebody with an account. */
export type LookUpReader = { readonly network: string } | { readonly sub: string };

/**
 * The reader's own limit first: what it refuses counts for nobody else.
 *
 * @throws AppError TooManyRequests
 */
export async function admitLookUp(limiter: Limiter, reader: LookUpReader): Promise<void> {
  if ('network' in reader) {
    await assertWithin(limiter, LOOK_UPS_OF_NETWORK, reader.network);
    await assertWithin(limiter, LOOK_UPS_OF_VISITORS, 'all');
  } else {
    await assertWithin(limiter, LOOK_UPS_OF_PERSON, reader.sub);
  }
  await assertWithin(limiter, LOOK_UPS, 'all');
}

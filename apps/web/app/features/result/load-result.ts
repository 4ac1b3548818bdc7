import type { CheckState } from '@assay/contracts';
import { ApiError, type Client } from '@assay/contracts/client';
import { data } from 'react-router';

const MISSING =
  'This result does not exist or is no longer shared. Ask the person who sent you the link, or check the address yourself.';

/** A check by its id. Whatever keeps it away, the page says the same: it is not there. */
export async function loadResult(
  { call }: Client<AbortSignal>,
  subId: string,
  signal: AbortSignal,
): Promise<CheckState> {
  try {
    return await call('GET /monitor/check/:sub_id', { sub_id: subId, signal, expects: { status: 'string' } });
  } catch (error) {
    if (error instanceof ApiError) throw data(MISSING, { status: 404 });
    throw error;
  }
}

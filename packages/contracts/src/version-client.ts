/** The comparison of versions of the method, apart from the client so that no first page carries it. */
import { objectOf } from './answer.ts';
import type { VersionComparison } from './monitor/version-comparison.ts';
import type { Sender } from './survey-client.ts';

/**
 * GET /monitor/check/{sub_id}/by-other-version, over any client.
 *
 * @example
 * const { method_version, riskscore } = await compareVersions(client, subId);
 */
export async function compareVersions<Signal>(
  { send }: Sender<Signal>,
  subId: string,
  options?: { readonly signal?: Signal },
): Promise<VersionComparison> {
  const data = await send('GET', `/monitor/check/${encodeURIComponent(subId)}/by-other-version`, undefined, options);
  return objectOf<VersionComparison>(data, { method_version: 'string', note: 'string' });
}

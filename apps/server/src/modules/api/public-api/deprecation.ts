import type { Deprecation } from '@assay/contracts/v1';
import type { FastifyReply } from 'fastify';

/** Which of two ends first; null where nothing is deprecated. */
export function soonest(one: Deprecation | undefined, other: Deprecation | undefined): Deprecation | null {
  if (one === undefined || other === undefined) return one ?? other ?? null;
  return one.sunset <= other.sunset ? one : other;
}

/**
 * Says in an answer that what gave it is deprecated since when (RFC 9745), when it ends (RFC 8594), and where that is
 * described.
 */
export function announce(reply: FastifyReply, { since, sunset }: Deprecation, publicUrl: string): void {
  reply
    .header('deprecation', `@${Math.floor(Date.parse(since) / 1000)}`)
    .header('sunset', new Date(sunset).toUTCString())
    .header('link', `<${publicUrl}/developers#versions>; rel="deprecation"; type="text/html"`);
}

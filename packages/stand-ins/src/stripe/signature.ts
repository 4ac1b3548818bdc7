import { createHmac } from 'node:crypto';

/** Of the SDK that the product uses. */
export const API_VERSION = '2026-10-28.endive';

/**
 * The header of a message: https://docs.stripe.com/webhooks#verify-manually. Not by the SDK, whose 218 modules every
 * start of the local demo would wait for.
 *
 * @param seconds Unix time
 */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

import type { TimeStamper } from '@assay/report/signing';
import { userAgent } from '../../../../platform/kernel/network/user-agent.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * A time-stamp authority over HTTP (RFC 3161, section 3.4). Rejects after `timeoutMs`, for any status but 200, and for
 * an answer that is too long to be one.
 */
export function timeStampClient(url: string, timeoutMs: number): TimeStamper {
  return {
    name: new URL(url).host,
    async stamp(request) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'user-agent': userAgent(),
          'content-type': 'application/timestamp-query',
          accept: 'application/timestamp-reply',
        },
        body: Buffer.from(request),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (answer.status !== 200 || answer.body === null)
        throw new Error(`${new URL(url).host} answered ${answer.status}`);
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of answer.body) {
        length += chunk.length;
        if (length > MAX_ANSWER_BYTES) throw new Error(`${new URL(url).host} answered more than a time stamp`);
        chunks.push(chunk);
      }
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
}

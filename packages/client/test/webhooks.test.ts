import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssaySignatureError, verifyWebhook } from '../src/index.ts';

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const OTHER = `whsec_${randomBytes(24).toString('base64')}`;
const BODY = '{"id":"evt_1","type":"check.completed","data":{"n":"é"}}';
const NOW = 1_790_000_000_000;
const TIMESTAMP = String(NOW / 1_000);

/** By node:crypto, which this client does not use. */
function signatureOf(body: string, secret: string, timestamp = TIMESTAMP, id = 'msg_1'): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const headersOf = (signature: string, timestamp = TIMESTAMP) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
});

describe('a webhook', () => {
  it('is the event that the service sent', async () => {
    const headers = headersOf(signatureOf(BODY, SECRET));
    const event = { id: 'evt_1', type: 'check.completed', data: { n: 'é' } };
    expect(await verifyWebhook(BODY, headers, { secrets: [SECRET], now: NOW })).toEqual(event);
    expect(await verifyWebhook(BODY, new Headers(headers), { secrets: [SECRET], now: NOW })).toEqual(event);
  });

  it('counts while the secret is being replaced, on either side', async () => {
    const both = headersOf(`${signatureOf(BODY, OTHER)} ${signatureOf(BODY, SECRET)} v1a,AAAA`);
    await expect(verifyWebhook(BODY, both, { secrets: [SECRET], now: NOW })).resolves.toBeDefined();
    const one = headersOf(signatureOf(BODY, SECRET));
    await expect(verifyWebhook(BODY, one, { secrets: [OTHER, SECRET], now: NOW })).resolves.toBeDefined();
  });

  it.each([
    ['with another secret', BODY, headersOf(signatureOf(BODY, OTHER))],
    ['over another body', `${BODY} `, headersOf(signatureOf(BODY, SECRET))],
    ['over another time', BODY, headersOf(signatureOf(BODY, SECRET), String(NOW / 1_000 + 1))],
    ['by another scheme', BODY, headersOf(signatureOf(BODY, SECRET).replace('v1,', 'v2,'))],
    ['with what is no base64', BODY, headersOf('v1,%%%')],
    ['with nothing', BODY, headersOf('')],
  ])('that is signed %s is refused', async (_how, body, headers) => {
    const judged = verifyWebhook(body, headers, { secrets: [SECRET], now: NOW });
    await expect(judged).rejects.toBeInstanceOf(AssaySignatureError);
  });

  it.each([301, -301])('that is %i seconds from now is refused', async (seconds) => {
    const headers = headersOf(signatureOf(BODY, SECRET));
    const judged = verifyWebhook(BODY, headers, { secrets: [SECRET], now: NOW + seconds * 1_000 });
    await expect(judged).rejects.toThrow('too long ago, or in the future');
  });

  it('is refused without its headers', async () => {
    await expect(verifyWebhook(BODY, {}, { secrets: [SECRET], now: NOW })).rejects.toBeInstanceOf(AssaySignatureError);
  });

  it('that was changed anywhere is refused', async () => {
    const headers = headersOf(signatureOf(BODY, SECRET));
    await fc.assert(
      fc.asyncProperty(fc.nat(BODY.length - 1), fc.string({ minLength: 1, maxLength: 3 }), async (at, put) => {
        const changed = BODY.slice(0, at) + put + BODY.slice(at + 1);
        fc.pre(changed !== BODY);
        await expect(verifyWebhook(changed, headers, { secrets: [SECRET], now: NOW })).rejects.toBeInstanceOf(
          AssaySignatureError,
        );
      }),
    );
  });

  it('needs a secret of an endpoint', async () => {
    const judged = verifyWebhook(BODY, headersOf('v1,AAAA'), { secrets: ['secret'], now: NOW });
    await expect(judged).rejects.toThrow(TypeError);
  });
});

import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { API_VERSION, signatureOf } from './signature.ts';

it('messages of the stand-in are signed as by the SDK, and name its version of the API', () => {
  const [payload, secret, timestamp] = ['{"id":"evt_1"}', 'whsec_secret', 1_790_000_000];
  const bySdk = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  expect(signatureOf(payload, secret, timestamp)).toBe(bySdk);
  expect(API_VERSION).toBe(Stripe.API_VERSION);
});

import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newSub, payOrder, usePaymentsFixture } from './test/payments-fixture.ts';

describe('a message of the card provider', () => {
  const current = usePaymentsFixture();

  function signed(body: string, secret: string, at: number): string {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  }
  async function paid() {
    const { fixture } = current;
    const sub = newSub();
    payOrder(fixture, await fixture.buyChecks(sub, 10));
    const message = fixture.stripe.messages.findLast(({ type }) => type === 'payment_intent.succeeded');
    if (message === undefined) throw new Error('No message');
    const send = (body: string, header?: string) =>
      fixture.payments.receive('stripe', Buffer.from(body), header === undefined ? {} : { 'stripe-signature': header });
    return { fixture, sub, message, send, at: Math.floor(fixture.now().getTime() / 1000) };
  }

  it('without a signature, or with that of another secret, is refused', { timeout: 60_000 }, async () => {
    const { fixture, sub, message, send, at } = await paid();
    for (const header of [undefined, '', 't=1', 'v1=ab', signed(message.body, 'whsec_other', at)]) {
      await expect(send(message.body, header)).rejects.toMatchObject({ errorName: 'SignatureRefused' });
    }
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('that was tampered with is refused', { timeout: 60_000 }, async () => {
    const { fixture, sub, message, send, at } = await paid();
    const header = signed(message.body, fixture.stripe.webhookSecret, at);
    const changed = message.body.replace('"amount":990', '"amount":991');
    expect(changed).not.toBe(message.body);
    await expect(send(changed, header)).rejects.toMatchObject({ errorName: 'SignatureRefused' });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    await expect(send(message.body, header)).resolves.toEqual({ isNew: true });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
  });

  it('that is older than five minutes is refused', { timeout: 60_000 }, async () => {
    const { fixture, message, send, at } = await paid();
    const stale = signed(message.body, fixture.stripe.webhookSecret, at - 301);
    await expect(send(message.body, stale)).rejects.toMatchObject({ errorName: 'SignatureRefused' });
    const fresh = signed(message.body, fixture.stripe.webhookSecret, at - 290);
    await expect(send(message.body, fresh)).resolves.toEqual({ isNew: true });
  });

  it('that is replayed changes nothing', { timeout: 60_000 }, async () => {
    const { fixture, sub, message, send, at } = await paid();
    const header = signed(message.body, fixture.stripe.webhookSecret, at);
    expect(await send(message.body, header)).toEqual({ isNew: true });
    const before = fixture.stripe.requests();
    expect(await send(message.body, header)).toEqual({ isNew: false });
    expect(fixture.stripe.requests()).toBe(before);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
  });

  it('that lies is believed in nothing: what counts is what the provider says when asked', {
    timeout: 60_000,
  }, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyChecks(sub, 10);
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: {
        object: { id: order.reference, amount_received: 990, status: 'succeeded', metadata: { order_id: order.id } },
      },
    });
    const at = Math.floor(fixture.now().getTime() / 1000);
    const header = signed(body, fixture.stripe.webhookSecret, at);
    await fixture.payments.receive('stripe', Buffer.from(body), { 'stripe-signature': header });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('is not stored while the provider does not answer, and works when it comes again', {
    timeout: 60_000,
  }, async () => {
    const { fixture, sub, message, send, at } = await paid();
    const header = signed(message.body, fixture.stripe.webhookSecret, at);
    fixture.stripe.failNext(10);
    await expect(send(message.body, header)).rejects.toMatchObject({ errorName: 'PaymentProviderFailed' });
    fixture.stripe.failNext(0);
    expect(await send(message.body, header)).toEqual({ isNew: true });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NowPaymentsStandIn, startNowPaymentsStandIn } from './stand-in.ts';

let crypto: NowPaymentsStandIn;

beforeAll(async () => {
  crypto = await startNowPaymentsStandIn({ delivers: false });
});

afterAll(() => crypto.close());

async function newInvoice(): Promise<string> {
  const answer = await fetch(`${crypto.url}/v1/invoice`, {
    method: 'POST',
    headers: { 'x-api-key': crypto.apiKey },
    body: JSON.stringify({
      price_amount: 9.9,
      price_currency: 'usd',
      order_id: 'order',
      ipn_callback_url: 'http://127.0.0.1:9/',
      success_url: 'http://127.0.0.1:9/paid',
      cancel_url: 'http://127.0.0.1:9/left',
      order_description: '10 checks',
    }),
  });
  expect(answer.status).toBe(200);
  return [...crypto.invoices.keys()].at(-1) ?? '';
}

const pageOf = async (invoice: string) => (await fetch(`${crypto.url}/payment?iid=${invoice}`)).text();

async function choose(invoice: string, choice: string): Promise<string | null> {
  const body = new URLSearchParams({ do: choice });
  const answer = await fetch(`${crypto.url}/payment?iid=${invoice}`, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location');
}

const paymentsOf = (invoice: string) =>
  [...crypto.payments.values()]
    .filter((payment) => payment.invoice === invoice)
    .map(({ id, parent, status, paid }) => ({ id, parent, status, paid: Number(paid) }));

describe('the page of a crypto payment', () => {
  it('offers the rest of an underpaid one, as a further payment of the first', async () => {
    const invoice = await newInvoice();
    expect(await pageOf(invoice)).not.toContain('Pay the rest');
    await choose(invoice, 'partially_paid');
    expect(await pageOf(invoice)).toContain('Pay the rest (0.005 BTC)');
    expect(await choose(invoice, 'rest')).toBe('http://127.0.0.1:9/paid');
    const [first, further] = paymentsOf(invoice);
    expect(first).toMatchObject({ parent: null, status: 'partially_paid', paid: 0.005 });
    expect(further).toMatchObject({ parent: first?.id, status: 'finished', paid: 0.005 });
    expect(await pageOf(invoice), 'nothing is missing any more').not.toContain('Pay the rest');
  });

  it('pays nothing for a rest that is not there', async () => {
    const invoice = await newInvoice();
    expect(await choose(invoice, 'rest')).toBe('http://127.0.0.1:9/left');
    expect(paymentsOf(invoice)).toEqual([]);
  });
});

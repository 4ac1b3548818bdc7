import { describe, expect, it } from 'vitest';
import { DEPOSIT, PAID, SIDE } from '../../../src/modules/checks/checks/test/payment-fixture.ts';
import { useServedApi } from '../../support/served-api.ts';
import { call, useMcpClients } from './mcp-clients.ts';

const api = useServedApi();
const { overStdio } = useMcpClients(() => api.url());

describe('the tools for payments of the MCP server', () => {
  it('checks a payment of a transaction once, explains it, and finds it again', async () => {
    const client = await overStdio(await (await api.workspace()).key(['checks:read', 'checks:write']));
    const { transaction, ticker: asset, parent: network, address } = DEPOSIT;
    const wish = { transaction, asset, network, address, direction: 'deposit', reference: 'in-1' };
    const made = await call(client, 'check_transfer', { ...wish, idempotency_key: 'in-1' });
    expect(made.facts, made.text).toMatchObject({ object: 'transfer', status: 'completed', stars: 5, charged: true });
    expect(made.text).toContain(`the deposit of ${SIDE} in transaction ${PAID}, USDT on TRX`);
    expect(made.text).toContain('Only this payment is rated, not the address.');
    expect((await call(client, 'check_transfer', { ...wish, idempotency_key: 'in-1' })).facts).toEqual(made.facts);
    expect((await call(client, 'check_transfer', wish)).facts).toMatchObject({ charged: false });
    const id = String(made.facts['id']);
    expect((await call(client, 'explain_transfer', { transfer_id: id })).facts).toEqual(made.facts);
    const listed = await call(client, 'list_transfers', { reference: 'in-1' });
    expect(listed.facts).toMatchObject({ transfers: [{ payment: { direction: 'deposit' } }, { id }] });
    const unknown = await call(client, 'check_transfer', { ...wish, transaction: '7'.repeat(64) });
    expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining('No record of this transaction')]);
    expect((await call(client, 'show_usage')).facts).toMatchObject({ key: { spent: 1 } });
  });

  it('rates a withdrawal before it is paid, and a payment of a test key, which is about no address', async () => {
    const workspace = await api.workspace();
    const key = await workspace.key(['checks:read', 'checks:write'], 'test');
    const client = await overStdio(key);
    const read = async <Item>(path: string) => {
      const answer = await fetch(`${api.url()}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
      return ((await answer.json()) as { data: readonly Item[] }).data;
    };
    const addresses = await read<{ network: string; outcome: string; address: string }>('test_addresses');
    const addressOf = (outcome: string) =>
      addresses.find((one) => one.network === 'TRX' && one.outcome === outcome)?.address;
    const wish = { address: addressOf('sanctioned'), from: addressOf('star_5'), asset: 'USDT', network: 'TRX' };
    const rated = await call(client, 'rate_withdrawal', { ...wish, amount: '250.5', reference: 'out-1' });
    expect(rated.facts, rated.text).toMatchObject({ object: 'withdrawal_attempt', mode: 'test', stars: 1 });
    expect(rated.text).toContain('Nothing was sent.');
    expect(rated.text).toContain('5 of 5 stars before the payment, 1 of 5 stars after it.');
    expect(rated.text).toContain('Made by a test key: it says nothing about any address.');
    expect(rated.text).toContain('It cost no check credit.');
    const again = await call(client, 'explain_withdrawal', { attempt_id: String(rated.facts['id']) });
    expect(again.facts).toEqual(rated.facts);
    const wrong = await call(client, 'rate_withdrawal', { ...wish, amount: '0' });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringMatching(/^invalid_request: /)]);

    const transactions = await read<{ network: string; outcome: string; transaction: string }>('test_transactions');
    const { transaction } = transactions.find((one) => one.network === 'TRX' && one.outcome === 'slow') ?? {};
    const asked = { transaction, asset: 'USDT', network: 'TRX', direction: 'deposit' };
    const slow = await call(client, 'check_transfer', asked);
    expect(slow.facts, slow.text).toMatchObject({
      object: 'transfer',
      mode: 'test',
      status: 'completed',
      charged: false,
    });
    expect(slow.text).toContain('Made by a test key');
  });
});

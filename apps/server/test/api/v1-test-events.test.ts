import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { addressOf, type Calls, programsOf } from './test-mode-programs.ts';

const server = useAuthApp();
const program = programsOf(server);

describe('events of test checks', () => {
  const eventsOf = async (calls: Calls) =>
    ((await calls('GET', '/events')).body['data'] as { type: string; mode: string; data: { id: string } }[]).map(
      ({ type, mode, data }) => ({ type, mode, id: data.id }),
    );

  it('report each end in test mode, and none to live keys', async () => {
    const { callsOf } = await program();
    const scopes = ['checks:read', 'checks:write', 'webhooks'];
    const [test, live] = [await callsOf('test', scopes), await callsOf('live', scopes)];
    const rated = await test('POST', '/checks', { address: await addressOf(test, 'BTC', 'star_1'), asset: 'BTC' });
    const failed = await test('POST', '/checks', { address: await addressOf(test, 'BTC', 'failing'), asset: 'BTC' });
    expect(await eventsOf(test)).toEqual([
      { type: 'check.failed', mode: 'test', id: failed.body['id'] },
      { type: 'check.completed', mode: 'test', id: rated.body['id'] },
    ]);
    expect(await eventsOf(live)).toEqual([]);
  });

  it('hold the end of a slow one until it comes, and that of a cancelled one instead', async () => {
    const { callsOf, sub } = await program();
    const test = await callsOf('test', ['checks:read', 'checks:write', 'webhooks']);
    const endpoint = await test('POST', '/webhook_endpoints', {
      url: 'https://receiver.example/hook',
      event_types: ['*'],
    });
    expect(endpoint.status, JSON.stringify(endpoint.body)).toBe(201);
    const address = await addressOf(test, 'BTC', 'slow');
    const begun = await test('POST', '/checks', { address, asset: 'BTC', wait_seconds: 0 });
    const deliveries = async () =>
      (
        await server.pool.query(
          'SELECT e.type FROM webhook_deliveries d JOIN events e ON e.id = d.event WHERE d.workspace = $1',
          [sub],
        )
      ).rows;
    expect(await deliveries()).toEqual([{ type: 'check.completed' }]);
    const { data } = (await test('GET', '/events')).body as { data: { timestamp: string }[] };
    const runs = Date.parse(data[0]?.timestamp ?? '') - Date.parse(String(begun.body['created_at']));
    expect(runs).toBe(3000);
    await test('POST', `/checks/${String(begun.body['id'])}/cancel`);
    expect(await eventsOf(test)).toEqual([{ type: 'check.failed', mode: 'test', id: begun.body['id'] }]);
    expect(await deliveries()).toEqual([{ type: 'check.failed' }]);
  });
});

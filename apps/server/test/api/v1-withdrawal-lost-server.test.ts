import { ASSETS } from '@assay/domain';
import { describe, expect, it, vi } from 'vitest';
import { wirePublicApi } from '../../src/modules/api/open/public-api.ts';
import { liveWithdrawals } from '../../src/modules/api/public-api/withdrawals/live-withdrawals.ts';
import { withdrawalQuestionOf } from '../../src/modules/api/public-api/withdrawals/withdrawal-question.ts';
import { checksDeps, fakeEngine } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { expireLeases } from '../../src/modules/checks/checks/test/expire-leases.ts';
import { paymentRules, SIDE } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { buildChecksService, type ChecksDeps, type EnginePort } from '../../src/modules/checks/index.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { testWebhooks } from '../support/webhooks.ts';
import { apiProgram } from './api-program.ts';

const server = useAuthApp();
const PATH = '/withdrawal_attempts';
const ATTEMPT = {
  ...{ address: 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi', from: SIDE, amount: '250.5', asset: 'USDT', network: 'TRX' },
};
const endless: EnginePort = {
  ...fakeEngine,
  exposureOf: (_store, _subject, _direction, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
};

/** A server beside that of this file, which stores no answer, because it is lost before. */
function lostServer(overrides: Partial<ChecksDeps>) {
  const checks = buildChecksService(checksDeps(server.pool, { payments: paymentRules(), ...overrides }));
  const webhooks = testWebhooks(server.pool);
  const { apiChecks } = wirePublicApi(server.pool, checks, { webhooks, publicUrl: 'http://localhost:3000' });
  const stopped = vi.fn(() => new Promise<never>(() => undefined));
  const rate = liveWithdrawals({ transaction: stopped, apiChecks, checks });
  return { checks, rate, stopped };
}

async function keyOf(sub: string, monthlyLimit: number) {
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM api_keys WHERE workspace = $1', [sub]);
  const names = { heldBy: null, name: 'Program', mode: 'live', scopes: [], apiVersion: '2026-11-26' } as const;
  return { ...names, keyId: rows[0]?.id ?? '', workspace: sub, secretHash: Buffer.alloc(32), monthlyLimit };
}

const rows = async (sub: string) =>
  (await server.pool.query('SELECT FROM api_checks WHERE workspace = $1 AND sub_id IS NOT NULL', [sub])).rowCount;

describe('a server that is lost before it stored a withdrawal attempt', () => {
  it('costs nothing where its checks still ran, and the month of the key has room for the attempt again', async () => {
    const { call, left, sub } = await apiProgram(server, { monthly_limit: 2 });
    const { checks, rate } = lostServer({ engine: endless, renewEveryMs: 3_600_000 });
    const key = await keyOf(sub, 2);
    const asked = inWorkspace(sub, () =>
      rate(key, withdrawalQuestionOf(ASSETS, ATTEMPT), async () => undefined).catch((error: unknown) => error),
    );
    await vi.waitFor(async () => expect(await rows(sub)).toBe(2), { timeout: 20_000 });
    expect((await call('GET', '/usage')).body).toMatchObject({ checks_left: 8, key: { spent: 2 } });

    await expireLeases(server.pool);
    const other = buildChecksService(checksDeps(server.pool, { payments: paymentRules() }));
    await other.recoverInterrupted();
    expect((await call('GET', '/usage')).body).toMatchObject({ checks_left: 10, key: { spent: 0 } });
    expect((await call('GET', PATH)).body['data']).toEqual([]);
    const failed = { status: 'failed', charged: false };
    expect((await call('GET', '/checks')).body['data']).toMatchObject([failed, failed]);

    expect((await call('POST', PATH, ATTEMPT)).body).toMatchObject({ checks_charged: 2 });
    expect(await left()).toBe(8);
    expect(await auditLedger(server.pool)).toEqual([]);
    await checks.close(0, 'fail');
    await asked;
  });

  it('costs its checks where they had ended, once, and the month of the key counts them', async () => {
    const { call, left, sub } = await apiProgram(server, { monthly_limit: 2 });
    const { rate, stopped } = lostServer({});
    const key = await keyOf(sub, 2);
    void inWorkspace(sub, () => rate(key, withdrawalQuestionOf(ASSETS, ATTEMPT), async () => undefined));
    await vi.waitFor(() => expect(stopped).toHaveBeenCalled(), 10_000);
    expect((await call('GET', '/usage')).body).toMatchObject({ checks_left: 8, key: { spent: 2 } });
    expect((await call('GET', PATH)).body['data']).toEqual([]);

    // Both are free again within a day, also for a key whose month is spent.
    expect((await call('POST', PATH, ATTEMPT)).body).toMatchObject({ after: { stars: 5 }, checks_charged: 0 });
    expect(await left()).toBe(8);
    expect((await call('GET', '/usage')).body).toMatchObject({ key: { spent: 2 } });
    expect(await auditLedger(server.pool)).toEqual([]);
  });
});

import { ASSETS } from '@assay/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BTC_ADDRESS, TRON_ADDRESS, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { assetOf, buildShowcaseService, type ChecksService, OPERATOR } from '../../src/modules/checks/index.ts';
import type { ShowcaseExample } from '../../src/modules/checks/showcase/known-examples.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const BTC: ShowcaseExample = { address: BTC_ADDRESS, ticker: 'BTC', parent: null, title: 'From an exchange' };
const USDT: ShowcaseExample = { address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX', title: 'Another one' };

/** Checks are made beside the test: a busy machine takes its time. */
const PATIENT = { timeout: 20_000 };

describe('the showcase', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  let close: () => Promise<void> = async () => undefined;
  afterEach(() => close());

  /** A service over real checks, whose clock, labels and examples the test moves. */
  async function open(state: { nowMs: number; version: string; examples: ShowcaseExample[] }) {
    const server = await testApp(database.pool);
    const ran: string[] = [];
    const failures: unknown[] = [];
    const showcase = buildShowcaseService(
      {
        examples: async () => state.examples,
        labelSetVersion: async () => state.version,
        check: async (example, key) => {
          ran.push(example.ticker);
          return runOf(server.checks, example, key);
        },
      },
      { warn: ({ err }) => failures.push(err) },
      () => state.nowMs,
    );
    close = async () => {
      await showcase.stop();
      await server.close();
    };
    return { showcase, ran, failures, server };
  }

  async function runOf(checks: ChecksService, { ticker, parent, address }: ShowcaseExample, idempotencyKey: string) {
    const asset = ASSETS.find((entry) => entry.ticker === ticker && entry.parent === parent);
    if (asset === undefined) throw new Error('no such asset');
    const run = () => checks.runCheck(OPERATOR, { ...asset, address }, { idempotencyKey });
    return assetOf(await inWorkspace(OPERATOR.sub, run));
  }

  it('answers at once, and has real checks a moment later, in the order of the examples', async () => {
    const { showcase } = await open({ nowMs: 0, version: 'a', examples: [BTC, USDT] });
    expect(showcase.read()).toEqual([]);
    await vi.waitFor(() => expect(showcase.read()).toHaveLength(2), PATIENT);
    const [first, second] = showcase.read();
    expect(first).toMatchObject({
      ticker: 'BTC',
      address: BTC_ADDRESS,
      title: 'From an exchange',
      riskscore: 5,
      verdict: 'low',
      direction: 'incoming',
      shares: { high: 0, mid: 0, low: 0.9, none: 0.1 },
    });
    expect(second?.ticker).toBe('USDT');
    expect(first?.sub_id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('finds its checks again after a restart, and makes new ones when the labels changed', async () => {
    const state = { nowMs: 0, version: 'b', examples: [BTC] };
    const before = await open(state);
    before.showcase.read();
    await vi.waitFor(() => expect(before.showcase.read()).toHaveLength(1), PATIENT);
    const [made] = before.showcase.read();
    await close();

    const after = await open(state);
    after.showcase.read();
    await vi.waitFor(() => expect(after.showcase.read()).toEqual([made]), PATIENT);

    state.version = 'c';
    expect(after.showcase.read()).toEqual([made]);
    state.nowMs += 10_000;
    expect(after.showcase.read()).toEqual([made]);
    await vi.waitFor(() => expect(after.showcase.read()[0]?.sub_id).not.toBe(made?.sub_id), PATIENT);
    expect(after.showcase.read()).toHaveLength(1);
  });

  it('looks again after ten seconds at the soonest, forgets what is no example any more, and outlives a failure', async () => {
    const state = { nowMs: 0, version: 'd', examples: [BTC, { ...USDT, ticker: 'NONE' }] };
    const { showcase, ran, failures } = await open(state);
    showcase.read();
    await vi.waitFor(() => expect(failures).toHaveLength(1), PATIENT);
    expect(showcase.read().map((check) => check.ticker)).toEqual(['BTC']);
    expect(ran).toEqual(['BTC', 'NONE']);

    state.examples = [USDT];
    state.nowMs += 9_999;
    showcase.read();
    expect(ran).toHaveLength(2);
    state.nowMs += 1;
    showcase.read();
    await vi.waitFor(() => expect(showcase.read().map((check) => check.ticker)).toEqual(['USDT']), PATIENT);
  });

  it('begins nothing after it was stopped', async () => {
    const { showcase, ran } = await open({ nowMs: 0, version: 'e', examples: [BTC] });
    await showcase.stop();
    expect(showcase.read()).toEqual([]);
    expect(ran).toEqual([]);
  });

  it('is read by anybody', async () => {
    const server = await testApp(database.pool);
    close = () => server.close();
    const answer = await server.app.inject({ url: '/api/site/showcase' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ data: { checks: [] } });
  });
});

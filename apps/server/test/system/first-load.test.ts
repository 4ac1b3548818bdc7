import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wireChecks, wireShowcase } from '../../src/app/composition/checks.ts';
import { STARTER_SETS } from '../../src/app/composition/starter-data.ts';
import { expectStarterSets } from '../../src/app/jobs/starter-sets.store.ts';
import { completeStarterSets, type StarterSet } from '../../src/app/jobs/starter-sets.ts';
import { assetOf, type ChecksService, OPERATOR } from '../../src/modules/checks/index.ts';
import { importLabels } from '../../src/modules/labels/index.ts';
import { auditLedger, FREE_TARIFF, ledger } from '../../src/modules/money/index.ts';
import { AppError } from '../../src/platform/kernel/app-error.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

/** On the OFAC SDN list; public facts that ship with the product. */
const LISTED = { address: '125W5ek3DT6Zqy5S2iPt4FHQdNMCbZA3FU', ticker: 'BTC', parent: null };
const ALSO_LISTED = { address: '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h', ticker: 'BTC', parent: null };
const FOREVER = { answerWithinMs: Number.POSITIVE_INFINITY };

describe('while labels are loaded for the first time', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let opened: ChecksService[];
  beforeEach(async () => {
    database = await testDatabase();
    opened = [];
  });
  afterEach(async () => {
    for (const checks of opened) await checks.close(0, 'fail');
    await database.drop();
  });

  const quiet = { warn: () => undefined, error: () => undefined };
  /** One server's checks over the shared database. */
  function server(overrides: Parameters<typeof wireChecks>[2] = {}) {
    const features = wireChecks(database.pool, quiet, overrides);
    opened.push(features.checks);
    return features;
  }
  const load = (sets: readonly StarterSet[]) =>
    completeStarterSets(
      sets,
      { pool: database.pool, say: () => undefined, progress: () => undefined },
      new AbortController().signal,
    );
  const phaseOf = async (checks: ChecksService, subId: string) => {
    const { status, phase } = await checks.readCheck(subId);
    return { status, phase };
  };
  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await sleep(20);
  }
  const refusalOf = (outcome: unknown) => (outcome instanceof AppError ? outcome.errorName : outcome);

  it('a check waits on every server, says so, and answers with them', async () => {
    const [one, other] = [server(), server()];
    await expectStarterSets(database.pool, ['labels', 'transfers']);
    const first = await one.checks.runCheck(OPERATOR, LISTED, { answerWithinMs: 0 });
    const second = await other.checks.runCheck(OPERATOR, ALSO_LISTED, { answerWithinMs: 0 });
    await until(async () => (await phaseOf(one.checks, first.subId)).phase === 'loading');
    await until(async () => (await phaseOf(other.checks, second.subId)).phase === 'loading');
    // Whichever server is asked.
    expect(await phaseOf(one.checks, second.subId)).toEqual({ status: 'running', phase: 'loading' });
    // The landing's examples are checks like any other: none is shown before.
    const showcase = wireShowcase(database.pool, one, quiet);
    expect(showcase.read()).toEqual([]);
    await load(STARTER_SETS);
    for (const [{ checks }, { subId }] of [
      [one, first],
      [other, second],
    ] as const) {
      await checks.runningCheck(subId)?.done;
      expect(assetOf(await checks.readCheck(subId))).toMatchObject({
        riskscore: 1,
        texts: { headline: 'Very high risk. On a sanctions list.' },
      });
    }
    expect(showcase.read()).toEqual([]);
    await showcase.stop();
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS lies FROM checks WHERE status = 'done' AND result::text LIKE '%no label speaks%'",
    );
    expect(rows).toEqual([{ lies: 0 }]);
  });

  it('a check that waits too long, or for what could not be loaded, is given back and says so', async () => {
    const { checks } = server({ readyWithinMs: 0 });
    const paying = { sub: randomUUID(), pays: true };
    await ledger.grant(database.pool, {
      sub: paying.sub,
      tariff: FREE_TARIFF,
      checks: 1,
      reason: 'operator',
      key: 'test',
      expiresAt: null,
    });
    const books = async () => {
      const { rows } = await database.pool.query(
        `SELECT left_checks AS "left", held_checks AS held, used_checks AS used
           FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1`,
        [paying.sub],
      );
      expect(await auditLedger(database.pool)).toEqual([]);
      return rows;
    };
    await expectStarterSets(database.pool, ['labels']);
    const late = await checks.runCheck(paying, LISTED, FOREVER).catch((error: unknown) => error);
    expect(refusalOf(late)).toBe('LabelsNotLoaded');
    expect(await books()).toEqual([{ left: 1, held: 0, used: 0 }]);

    const [labels] = STARTER_SETS;
    if (labels === undefined) throw new Error('There are no starter sets');
    const broken: StarterSet = { ...labels, load: () => Promise.reject(new Error('a row is wrong')) };
    await expect(load([broken])).rejects.toThrow('a row is wrong');
    const patient = server();
    const failed = await patient.checks.runCheck(paying, LISTED, FOREVER).catch((error: unknown) => error);
    expect(refusalOf(failed)).toBe('LabelsNotLoaded');
    expect(await books()).toEqual([{ left: 1, held: 0, used: 0 }]);
  });

  it('a later version of a set is loaded beside the former one, and nobody waits', async () => {
    const [labels] = STARTER_SETS;
    if (labels === undefined) throw new Error('There are no starter sets');
    await expectStarterSets(database.pool, ['labels']);
    await load([{ ...labels, load: async () => 'loaded' }]);
    await expectStarterSets(database.pool, ['labels']);
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const newer: StarterSet = {
      ...labels,
      dir: import.meta.dirname,
      load: async () => {
        begin();
        await goesOn;
        return 'loaded again';
      },
    };
    const loading = load([newer]);
    await begun;
    const { status } = await server().checks.runCheck(OPERATOR, LISTED, FOREVER);
    expect(status).toBe('done');
    goOn();
    await loading;
  });

  it('sets that this installation does not load hold up nobody', async () => {
    await expectStarterSets(database.pool, ['labels']);
    await expectStarterSets(database.pool, []);
    expect((await server().checks.runCheck(OPERATOR, LISTED, FOREVER)).status).toBe('done');
  });

  it('a check waits for an import that was begun on an empty set, and is not answered when it was cut off', async () => {
    const answers: ServerResponse[] = [];
    const publisher = createServer((_request, answer) => {
      answers.push(answer);
      answer.write(
        `${JSON.stringify({ network: 'BTC', address: LISTED.address, entity: 'Listed', category: 'sanctions', confidence: 100 })}\n`,
      );
    });
    publisher.listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const { port } = publisher.address() as AddressInfo;
    const request = {
      format: 'jsonl',
      locations: [`http://127.0.0.1:${port}/list`],
      setName: 'ofac-sdn',
      origin: 'import',
    } as const;
    try {
      const { checks } = server();
      const stopped = new AbortController();
      const cutOff = importLabels(database.pool, request, { signal: stopped.signal });
      cutOff.catch(() => undefined);
      await until(async () => answers.length === 1);
      const waiting = await checks.runCheck(OPERATOR, LISTED, { answerWithinMs: 0 });
      await until(async () => (await phaseOf(checks, waiting.subId)).phase === 'loading');
      stopped.abort();
      await expect(cutOff).rejects.toThrow();
      await checks.runningCheck(waiting.subId)?.done;
      expect(await checks.readCheck(waiting.subId)).toMatchObject({ status: 'failed', failure: 'LabelsNotLoaded' });

      const finished = importLabels(database.pool, request, {});
      await until(async () => answers.length === 2);
      const next = await checks.runCheck(OPERATOR, LISTED, { answerWithinMs: 0 });
      await until(async () => (await phaseOf(checks, next.subId)).phase === 'loading');
      answers[1]?.end();
      await finished;
      await checks.runningCheck(next.subId)?.done;
      expect(assetOf(await checks.readCheck(next.subId)).riskscore).toBe(1);
    } finally {
      publisher.closeAllConnections();
      publisher.close();
    }
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { KeySet } from '@assay/certificate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  checksDeps,
  LOOPBACK,
  postCheck,
  type TestApp,
  testApp,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { buildChecksService } from '../../src/modules/checks/index.ts';
import { wireReports } from '../../src/modules/reports/open/reports.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { securityLog } from '../support/security-log.ts';

const QUIET = { warn: () => undefined };

describe('a server whose keys are not in order', () => {
  let database: TestDatabase;
  let folder = '';
  let subId = '';
  let log = securityLog();
  let running: (TestApp & { readonly reports: ReturnType<typeof wireReports> }) | undefined;
  const historyFile = () => path.join(folder, 'keys', 'keys.json');

  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'assay-refused-'));
  });
  afterEach(async () => {
    await running?.reports.close();
    await running?.close();
    running = undefined;
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A server as it starts on this folder, with one finished check that nobody asked a report of yet. */
  async function start(env: Record<string, string> = {}) {
    log = securityLog();
    const checks = buildChecksService(checksDeps(database.pool));
    const config = readConfig({ ASSAY_DATA_DIR: folder, ...env });
    const reports = wireReports(database.pool, config, checks, QUIET);
    const { certificates } = reports;
    const overrides = { checks, certificates, reports: reports.reports, securityEvents: log.events };
    running = { ...(await testApp(database.pool, {}, overrides)), reports };
    const { body } = await postCheck(running.app);
    subId = body.data.asset.sub_id;
    return running;
  }

  async function get(url: string) {
    const answer = await running?.app.inject({ url, headers: LOOPBACK });
    if (answer === undefined) throw new Error('No server is started');
    return answer;
  }

  async function expectRefusal(reason: string) {
    for (const url of [`/api/monitor/check/${subId}/certificate.json`, `/api/monitor/pdf/${subId}`]) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(503);
      expect(answer.json().error).toMatchObject({ errorName: 'SigningUnavailable' });
    }
    expect(log.of('signing_refused')[0]).toMatchObject({ level: 'error', reason });
    expect((await database.pool.query('SELECT FROM certificates WHERE sub_id = $1', [subId])).rowCount).toBe(0);
    // The result itself is there as before: what was paid for is not lost.
    expect((await get(`/api/monitor/check/${subId}`)).statusCode).toBe(200);
  }

  async function change(edit: (history: KeySet) => object) {
    const history: KeySet = JSON.parse(await readFile(historyFile(), 'utf8'));
    await writeFile(historyFile(), JSON.stringify(edit(history)));
  }

  it('signs nothing with a result key that is marked compromised, and still publishes the mark', async () => {
    const { reports } = await start();
    await reports.openKeys();
    const original = await readFile(historyFile(), 'utf8');
    const at = '2026-01-01T00:00:00.000Z';
    await change(({ keys, ...rest }) => ({
      ...rest,
      keys: keys.map((key) => ({ ...key, valid_to: at, compromised_from: at })),
    }));
    await expectRefusal('compromised');
    const { keys } = (await get('/.well-known/assay-keys.json')).json();
    expect(keys).toMatchObject([{ state: 'compromised', compromised_from: at }]);
    await writeFile(historyFile(), original);
    expect((await get(`/api/monitor/pdf/${subId}`)).statusCode).toBe(200);
  });

  it('signs no PDF file under a root that is marked, though the running server has opened it', async () => {
    const { reports } = await start();
    await reports.openKeys();
    const original = await readFile(historyFile(), 'utf8');
    const at = '2026-01-01T00:00:00.000Z';
    await change(({ authorities, ...rest }) => ({
      ...rest,
      authorities: authorities.map((root) => ({ ...root, compromised_from: at })),
    }));
    expect((await get(`/api/monitor/pdf/${subId}`)).json().error).toMatchObject({ errorName: 'SigningUnavailable' });
    expect((await get(`/api/monitor/check/${subId}/certificate.json`)).statusCode).toBe(200);
    expect((await get('/.well-known/assay-keys.json')).json().authorities).toMatchObject([{ state: 'compromised' }]);
    // Programs that know nothing of marks are not given it.
    expect((await get('/.well-known/assay-ca.pem')).body).toBe('');
    await writeFile(historyFile(), original);
  });

  it('signs nothing with a key that its own list does not hold', async () => {
    const { reports } = await start();
    await reports.openKeys();
    const original = await readFile(historyFile(), 'utf8');
    await change((history) => ({ ...history, keys: [], authorities: [] }));
    await expectRefusal('not_published');
    await writeFile(historyFile(), original);
  });

  it('signs nothing while the list cannot be read', async () => {
    const { reports } = await start();
    await reports.openKeys();
    const original = await readFile(historyFile(), 'utf8');
    await writeFile(historyFile(), '{"format":"assay-keys/1","keys":');
    await expectRefusal('unreadable');
    expect((await get('/.well-known/assay-keys.json')).statusCode).toBe(503);
    await writeFile(historyFile(), original);
  });

  it('signs nothing, and runs all the same, where the folder of the keys cannot be written', async () => {
    const blocked = path.join(folder, 'no-folder');
    await writeFile(blocked, 'a file');
    const { reports } = await start({ REPORT_KEYS_DIR: blocked });
    await expect(reports.openKeys()).rejects.toMatchObject({ errorName: 'SigningUnavailable' });
    await expectRefusal('unreadable');
  });
});

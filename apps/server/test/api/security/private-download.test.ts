import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workLabelImports } from '../../../src/modules/labels/index.ts';
import { recordRefusedDownloads } from '../../../src/platform/intake/index.ts';
import { COMMAND } from '../../support/built-product.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { securityLog } from '../../support/security-log.ts';

describe('a download that is redirected into a private network', () => {
  let database: TestDatabase;
  let folder = '';
  let url = '';
  const publisher: Server = createServer((_request, response) =>
    response.writeHead(302, { location: 'http://10.1.2.3/latest/meta-data' }).end(),
  );

  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'assay-private-'));
    await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/list.jsonl`;
  });
  afterAll(async () => {
    publisher.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is recorded as private_download_refused by the server that does imports in the background', async () => {
    const log = securityLog();
    let work: (request: object, signal: AbortSignal) => Promise<void> = () => expect.fail('no work was offered');
    const queue = {
      work: async <T extends object>(_queue: string, handle: (data: T, signal: AbortSignal) => Promise<void>) => {
        work = (request, signal) => handle(request as T, signal);
      },
    };
    await workLabelImports(queue, database.pool, {
      log: { warn: () => undefined },
      say: () => undefined,
      progress: () => undefined,
      failed: recordRefusedDownloads(log.events),
      imported: async () => expect.fail('something was imported'),
    });
    const request = { format: 'jsonl', locations: [url], setName: 'example', origin: 'import' };
    await expect(work(request, new AbortController().signal)).rejects.toThrow('in a private network');
    expect(log.of('private_download_refused')).toMatchObject([{ source: '127.0.0.1', host: '10.1.2.3' }]);
    expect(JSON.stringify(log.lines)).not.toContain('meta-data');
  });

  it.each([
    ['labels', ['labels', 'import', '--format', 'jsonl', '--source', 'example']],
    ['prices', ['prices', 'import', '--asset', 'BTC', '--in']],
    ['transfers', ['transfers', 'import', '--format', 'csv']],
  ])('is recorded by the command that reads %s', async (_what, args) => {
    const file = path.join(folder, 'security-events.jsonl');
    await rm(file, { force: true });
    const { code, said } = await assay([...args, url]);
    expect(said).toContain('in a private network');
    expect(code).not.toBe(0);
    const line = JSON.parse(await readFile(file, 'utf8'));
    expect(line).toMatchObject({ event: 'security.private_download_refused', subject: 'operator', host: '10.1.2.3' });
  });

  function assay(args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      ASSAY_DATA_DIR: folder,
      LIVE_CHAINS: 'off',
      STARTER_DATA: 'off',
    };
    return new Promise((resolve) => {
      execFile(process.execPath, [COMMAND, ...args], { env, timeout: 60_000 }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: `${stdout}${stderr}` });
      });
    });
  }
});

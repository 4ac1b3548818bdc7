import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { METHOD_REVISION, METHOD_VERSION, TEXT_SET } from '@assay/exposure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exposureEngineOf } from '../../src/modules/checks/outside/engine/exposure-engine.ts';
import { run } from '../../src/modules/reports/outside/signing/test/signing-fixture.ts';
import { openReports, SUBJECT } from './open-reports.ts';
import { runReport } from './run-report.ts';

describe('assay report', () => {
  let folder = '';
  let reports: Awaited<ReturnType<typeof openReports>>;
  const file = (name: string) => path.join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-report-command-'));
    reports = await openReports(folder);
    const { certificate, pdf, keys } = await reports.issue();
    await writeFile(file('certificate.json'), certificate);
    await writeFile(file('report.pdf'), pdf);
    await writeFile(file('longer.pdf'), Buffer.concat([pdf, Buffer.from('\n')]));
    await writeFile(file('assay-keys.json'), keys);
  }, 120_000);
  afterAll(async () => {
    await reports.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command as the frame does; a database is there only for who may have one. */
  function assay(args: readonly string[], { isOffline = true, dataDir = folder } = {}) {
    const openDatabase = async () => (isOffline ? expect.fail('a database was opened') : reports.pool);
    return runReport(args, { dataDir, openDatabase });
  }

  it('verifies PDF and JSON offline with the published keys, and answers 0', async () => {
    for (const name of ['report.pdf', 'certificate.json']) {
      const args = ['verify', file(name), '--keys', file('assay-keys.json')];
      const { status, said } = await assay(args, { dataDir: file('elsewhere') });
      expect(status, said).toBe(0);
      expect(said).toContain('Genuine and unchanged.');
      expect(said).toContain(`USDT on ETH  ${SUBJECT}  1 of 5 stars`);
      expect(said).toContain('Not proven by any signature:');
    }
  });

  it('answers 1 for a changed file, and 2 where the keys are missing or are no keys', async () => {
    const longer = await assay(['verify', file('longer.pdf')]);
    expect(longer.status).toBe(1);
    expect(longer.said).toContain('FAILED   1 bytes were added after the signature');
    expect((await assay(['verify', file('report.pdf')], { dataDir: file('elsewhere') })).status).toBe(2);
    expect((await assay(['verify', file('report.pdf'), '--keys', file('report.pdf')])).status).toBe(2);
    expect((await assay(['verify', file('no-such-file.pdf')])).status).toBe(2);
    const nobody = JSON.stringify({ format: 'assay-keys/1', issuer: 'x', keys: [], authorities: [] });
    await writeFile(file('nobody.json'), nobody);
    expect((await assay(['verify', file('report.pdf'), '--keys', file('nobody.json')])).status).toBe(2);
  });

  it('carries a PDF that poppler proves, with the certificate attached as it is served', async () => {
    const { stdout } = await run('pdfsig', ['-nocert', 'report.pdf'], { cwd: folder });
    expect(stdout).toContain('Signature Validation: Signature is Valid.');
    expect(stdout).toContain('Total document signed');
    await run('pdfdetach', ['-save', '1', '-o', 'attached.json', 'report.pdf'], { cwd: folder });
    expect(await readFile(file('attached.json'))).toEqual(await readFile(file('certificate.json')));
  });

  it('recomputes byte for byte on the same labels and records, and says what differs on others', async () => {
    const online = { isOffline: false };
    const equal = await assay(['recompute', file('report.pdf')], online);
    expect(equal).toMatchObject({ status: 0 });
    expect(equal.said).toContain('Equal: every byte of the result came out again. 1 of 5 stars');
    // Later records are no problem: they are left out.
    await reports.appendRecords();
    const later = await assay(['recompute', file('certificate.json')], online);
    expect(later, later.said).toMatchObject({ status: 0 });
    expect(later.said).toContain('2 records that came later were left out.');
    await reports.insertEarlier();
    const inserted = await assay(['recompute', file('certificate.json')], online);
    expect(inserted.status).toBe(1);
    expect(inserted.said).toContain('Another input (records): The records held are 6');
    await reports.changeLabels();
    const relabelled = await assay(['recompute', file('certificate.json')], online);
    expect(relabelled.said).toContain('of another state: example');
    expect(relabelled.said).toMatch(/Stated: 1 of 5 stars.*; here: 5 of 5 stars/);
    expect((await assay(['recompute', file('longer.pdf')])).status).toBe(2);
  });

  it('lists and rotates keys; what was signed before stays genuine', async () => {
    const before = await assay(['keys', 'list']);
    expect(before.said.match(/^result {2}/gm)).toHaveLength(1);
    expect(before.said.match(/^root {4}/gm)).toHaveLength(1);
    expect(await assay(['keys', 'rotate'])).toMatchObject({ status: 0 });
    expect((await assay(['keys', 'list'])).said.match(/^result {2}/gm)).toHaveLength(2);
    expect(await assay(['keys', 'rotate', '--pdf'])).toMatchObject({ status: 0 });
    expect((await assay(['keys', 'list'])).said.match(/^root {4}/gm)).toHaveLength(1);
    expect((await assay(['verify', file('report.pdf')])).status).toBe(0);
  });
});

describe('method versions', () => {
  it('stay runnable for as long as the build holds them', () => {
    expect(exposureEngineOf(METHOD_VERSION, METHOD_REVISION, TEXT_SET)).not.toBeNull();
    expect(exposureEngineOf('0', METHOD_REVISION, TEXT_SET)).toBeNull();
  });
});

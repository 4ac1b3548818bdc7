import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ed25519Signer, fileDigestOf, signCertificate } from '@assay/certificate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReports } from './open-reports.ts';
import { runReport } from './run-report.ts';

const DOCUMENT = new URL('../../../../docs/operations/certificates.md', import.meta.url);
const PREFIX = 'npm run -s assay -- report ';

/** One installation whose keys are stolen, with the steps of the page for operators. */
describe('after the folder of the keys was copied', () => {
  let folder = '';
  let reports: Awaited<ReturnType<typeof openReports>>;
  let issued: Awaited<ReturnType<typeof reports.issue>>;
  let copiedSecret: Uint8Array;
  const file = (name: string) => path.join(folder, name);
  const assay = (...args: readonly string[]) =>
    runReport(args, { dataDir: folder, openDatabase: async () => expect.fail('a database was opened') });
  const list = async () => (await assay('keys', 'list')).said.split('\n').map((line) => line.split(/ {2,}/));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-stolen-'));
    reports = await openReports(folder);
    issued = await reports.issue();
    copiedSecret = await readSecret(folder, JSON.parse(issued.keys).keys[0].kid);
    for (const [name, bytes] of [
      ['report.pdf', issued.pdf],
      ['certificate.json', issued.certificate],
      ['list-of-before.json', issued.keys],
    ] as const) {
      await writeFile(file(name), bytes);
    }
  }, 120_000);
  afterAll(async () => {
    await reports.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('a time without a time zone or in the future, an unknown key and a command without keys are refused', async () => {
    const { kid } = JSON.parse(issued.keys).keys[0];
    expect((await assay('keys', 'compromise', kid, '--from', '2026-11-20 08:00')).said).toContain('with its time zone');
    expect((await assay('keys', 'compromise', kid, '--from', '2199-01-01T00:00:00Z')).said).toContain('in the future');
    expect((await assay('keys', 'compromise', 'nobody', '--from', '2020-01-01T00:00:00Z')).status).toBe(2);
    expect((await assay('keys', 'compromise', '--from', '2020-01-01T00:00:00Z')).said).toContain('--all');
    expect((await list()).filter(([, , , state]) => state?.startsWith('compromised'))).toEqual([]);
  });

  it('the commands of the page, as they are written there, restore the installation', async () => {
    const [, section = ''] = (await readFile(DOCUMENT, 'utf8')).split('\n## A key was stolen\n');
    const commands = [...(section.split('\n## ')[0] ?? '').matchAll(/^npm run -s assay -- report (.*)$/gm)].map(
      ([, command = '']) => command.split(' '),
    );
    expect(commands.map(([first, second]) => `${first} ${second}`)).toEqual([
      'keys list',
      'keys compromise',
      'keys list',
      'verify report.pdf',
    ]);
    const moment = new Date().toISOString();
    const filled = (part: string) => (/^\d{4}-/.test(part) ? moment : /\.(pdf|json)$/.test(part) ? file(part) : part);
    for (const [index, command] of commands.slice(0, 3).entries()) {
      const { status, said } = await assay(...command.map(filled));
      expect(status, `${PREFIX}${commands[index]?.join(' ')}\n${said}`).toBe(0);
    }
    const rows = await list();
    const states = rows.map(([kind, , , state]) => `${kind} ${state?.split(' ')[0]}`);
    expect(states.filter((state) => state.startsWith('result'))).toEqual(['result active', 'result compromised']);
    expect(states.filter((state) => state.startsWith('root'))).toEqual(['root active', 'root compromised']);
    const events = await readFile(file('security-events.jsonl'), 'utf8');
    expect(events.match(/"event":"security.signing_key_changed".*"change":"compromised"/g)).toHaveLength(3);

    // Files that the server sends now are verified by the new keys only; the result is unchanged.
    const again = await reports.read(issued.subId);
    await writeFile(file('assay-keys.json'), again.keys);
    const resultOf = (text: string) => JSON.parse(text).statement.result;
    expect(resultOf(again.certificate)).toEqual(resultOf(issued.certificate));
    expect(again.certificate).not.toBe(issued.certificate);
    await writeFile(file('report-again.pdf'), again.pdf);
    const verified = await assay('verify', file('report-again.pdf'), '--keys', file('assay-keys.json'));
    expect(verified, verified.said).toMatchObject({ status: 0 });
    expect((await reports.read(issued.subId)).certificate).toBe(again.certificate);

    // An earlier file: offline it cannot be decided; the server's record decides.
    const offline = await assay('verify', file('report.pdf'), '--keys', file('assay-keys.json'));
    expect(offline.status, offline.said).toBe(2);
    expect(offline.said).toContain('It cannot be decided whether this is genuine');
    expect(offline.said).not.toContain('1 of 5 stars');
    const digests = [issued.pdf, Buffer.from(issued.certificate)].map((bytes) => fileDigestOf(bytes));
    const names = ['record-of-pdf.json', 'record-of-result.json'];
    for (const [index, digest] of digests.entries()) {
      expect(offline.said).toContain(`/.well-known/assay-issued/${digest}.json`);
      await writeFile(file(names[index] ?? ''), JSON.stringify(await reports.readRecord(digest)));
    }
    const last = commands[3] ?? [];
    const proven = await assay(...last.map(filled));
    expect(proven, proven.said).toMatchObject({ status: 0 });
    expect(proven.said).toContain('own record says that this was issued before');
  });

  it('files signed with the stolen key are not genuine: neither later nor back-dated ones, nor by the record', async () => {
    const { result, signed_at: signedAt } = JSON.parse(issued.certificate).statement;
    const thief = ed25519Signer(copiedSecret);
    const forged = { ...result, score: { ...result.score, stars: 5 } };
    const verdictOf = async (at: Date) => {
      const bytes = signCertificate(forged, thief, at);
      await writeFile(file('forged.json'), bytes);
      expect(await reports.readRecord(fileDigestOf(bytes))).toMatchObject({ signed_at: null });
      const { status, said } = await assay('verify', file('forged.json'), '--keys', file('assay-keys.json'));
      expect(said).not.toContain('5 of 5 stars');
      return status;
    };
    expect(await verdictOf(new Date())).toBe(1);
    expect(await verdictOf(new Date(signedAt))).toBe(2);
    // A list that was saved before the theft was known does not contain it: the page instructs to save it again.
    await writeFile(file('forged.json'), signCertificate(forged, thief, new Date(signedAt)));
    expect((await assay('verify', file('forged.json'), '--keys', file('list-of-before.json'))).status).toBe(0);
  });

  it('a mark can only be moved to an earlier time', async () => {
    const kid = JSON.parse(issued.keys).keys[0].kid;
    const earlier = await assay('keys', 'compromise', kid, '--from', '2026-01-01T00:00:00Z');
    expect(earlier, earlier.said).toMatchObject({ status: 0 });
    const later = await assay('keys', 'compromise', kid, '--from', '2026-02-01T00:00:00Z');
    expect(later).toMatchObject({ status: 2 });
    expect(later.said).toContain('only moved to an earlier moment');
  });
});

async function readSecret(dataDir: string, kid: string): Promise<Uint8Array> {
  const { createPrivateKey } = await import('node:crypto');
  const { d = '' } = createPrivateKey(await readFile(path.join(dataDir, 'keys', `result-${kid}.pem`))).export({
    format: 'jwk',
  });
  return Buffer.from(d, 'base64url');
}

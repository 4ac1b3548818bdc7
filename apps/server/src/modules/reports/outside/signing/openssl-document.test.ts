import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withKeyStates } from '@assay/certificate';
import { signPdf } from '@assay/report/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeholderPdf } from './test/placeholder-pdf.ts';
import { randomOf, run, useSigning } from './test/signing-fixture.ts';

const DOCUMENT = new URL('../../../../../../../docs/operations/certificates.md', import.meta.url);
const signing = useSigning();

describe('the instructions to verify with OpenSSL alone', () => {
  let folder = '';
  let scripts: readonly string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-openssl-'));
    scripts = [...(await readFile(DOCUMENT, 'utf8')).matchAll(/```sh\n([\s\S]*?)```/g)].map(
      ([, script = '']) => script,
    );
    const { keySet, signer, certificate } = signing.get();
    const root = keySet.authorities[0]?.certificate ?? '';
    const { pdf } = await signPdf(placeholderPdf({ certificate }), signer, { randomBytes: randomOf });
    // Published as the server publishes it.
    await put('assay-keys.json', `${JSON.stringify(withKeyStates(keySet), null, 2)}\n`);
    await put(
      'assay-ca.pem',
      `-----BEGIN CERTIFICATE-----\n${root.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    );
    await put('certificate.json', certificate);
    await put('report.pdf', pdf);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const put = (name: string, content: string | Uint8Array) => writeFile(path.join(folder, name), content);
  const runScript = async (place: number) => {
    const { stdout, stderr } = await run('sh', ['-e', '-c', scripts[place] ?? 'exit 9'], { cwd: folder });
    return stdout + stderr;
  };

  it('are two scripts', () => {
    expect(scripts).toHaveLength(2);
  });

  it('prove the JSON as printed in the document, and refuse it after a change', async () => {
    expect(await runScript(0)).toContain('Signature Verified Successfully');
    const { certificate } = signing.get();
    await put('certificate.json', Buffer.from(certificate).toString('utf8').replace('"note":"é"', '"note":"e"'));
    await expect(runScript(0)).rejects.toThrow();
    await put('certificate.json', certificate);
  });

  it('do not prove the JSON by a key that is marked compromised, and do by the next key in the same list', async () => {
    const { keySet } = signing.get();
    const at = '2026-01-01T00:00:00.000Z';
    const [own] = keySet.keys;
    const marked = { ...own, kid: 'of-before', valid_to: at, compromised_from: at };
    const list = (keys: readonly object[]) =>
      put('assay-keys.json', JSON.stringify(withKeyStates({ ...keySet, keys: keys as typeof keySet.keys }), null, 2));
    await list([{ ...own, valid_to: at, compromised_from: at }]);
    await expect(runScript(0)).rejects.toMatchObject({ stdout: expect.stringContaining('Somebody else may hold') });
    for (const keys of [
      [marked, own],
      [own, marked],
    ]) {
      await list(keys.filter((key) => key !== undefined));
      expect(await runScript(0)).toContain('Signature Verified Successfully');
    }
  });

  it('prove the PDF as printed in the document, and refuse it after a change', async () => {
    expect(await runScript(1)).toContain('CAdES Verification successful');
    const pdf = await readFile(path.join(folder, 'report.pdf'));
    await put(
      'report.pdf',
      Buffer.from(pdf.toString('latin1').replace('10 10 100 100 re', '10 10 100 100 rE'), 'latin1'),
    );
    await expect(runScript(1)).rejects.toThrow();
    await put('report.pdf', Buffer.concat([pdf, Buffer.from(' ')]));
    await expect(runScript(1)).rejects.toThrow();
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../tools/assay.mjs', import.meta.url));
const VERDICTS: Readonly<Record<number, string>> = { 0: 'genuine', 1: 'not genuine', 2: 'not proven' };

/** What `assay report verify` says of a certificate, offline, by a published list of keys. */
export async function verdictOf(certificate: string, keys: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-verdict-'));
  try {
    const [file, list] = [path.join(folder, 'certificate.json'), path.join(folder, 'keys.json')];
    await writeFile(file, certificate);
    await writeFile(list, keys);
    const code = await new Promise<number>((resolve) => {
      const child = execFile(process.execPath, [COMMAND, 'report', 'verify', file, '--keys', list], () => {
        resolve(child.exitCode ?? -1);
      });
    });
    return VERDICTS[code] ?? `exit code ${code}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The id of the key that signed a certificate. */
export function keyIdOf(certificate: string): string {
  const id = /^\{"key_id":"([^"]+)"/m.exec(certificate)?.[1];
  if (id === undefined) throw new Error(`The certificate names no key: ${certificate.slice(0, 200)}`);
  return id;
}

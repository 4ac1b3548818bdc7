import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keptSecret } from './kept-secret.ts';

const home = await mkdtemp(path.join(tmpdir(), 'assay-secret-'));
afterAll(() => rm(home, { recursive: true, force: true }));

describe('the secret of an installation', () => {
  it('is made once, readable by its owner alone, and the same for all who ask at once and later', async () => {
    const dir = path.join(home, 'new', 'data');
    const secrets = await Promise.all(Array.from({ length: 8 }, () => keptSecret(null, dir)));
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(secrets[0]).toHaveLength(32);
    expect((await stat(path.join(dir, 'auth.secret'))).mode & 0o777).toBe(0o600);
    expect(await keptSecret(null, dir)).toEqual(secrets[0]);
    expect(await keptSecret(null, dir, 'mailbox')).not.toEqual(secrets[0]);
    expect(await keptSecret(null, path.join(home, 'other'))).not.toEqual(secrets[0]);
  });

  it('is the operator’s where one is given', async () => {
    expect(Buffer.from(await keptSecret('x'.repeat(40), home)).toString()).toBe('x'.repeat(40));
  });

  it('is not made up for a file that is not whole', async () => {
    await writeFile(path.join(home, 'auth.secret'), 'cut off');
    await expect(keptSecret(null, home)).rejects.toThrow('is not whole');
  });
});

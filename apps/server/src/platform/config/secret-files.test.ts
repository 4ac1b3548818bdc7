import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, SETTING_NAMES } from './config.ts';
import { SECRET_SETTINGS, withSecretFiles } from './secret-files.ts';

const SECRET = 'a secret of more than 32 characters, all random';

describe('a secret setting', () => {
  let dir: string;
  const fileOf = async (content: string): Promise<string> => {
    const file = path.join(dir, `${content.length}`);
    await writeFile(file, content);
    return file;
  };
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'assay-secrets-'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  it.each(SECRET_SETTINGS.filter((name) => SETTING_NAMES.includes(name)))('may be in a file: %s', async (name) => {
    const environment = withSecretFiles({ [`${name}_FILE`]: await fileOf(`${SECRET}\n`) });
    expect(environment[name]).toBe(SECRET);
  });

  it('from a file is the setting that the server uses', async () => {
    const { signIn } = readConfig(withSecretFiles({ AUTH_SECRET_FILE: await fileOf(`${SECRET}\n`) }));
    expect(signIn.secret).toBe(SECRET);
  });

  it('that is given twice is refused without showing it', async () => {
    const given = { AUTH_SECRET: SECRET, AUTH_SECRET_FILE: await fileOf('another secret') };
    expect(() => withSecretFiles(given)).toThrow('AUTH_SECRET and AUTH_SECRET_FILE are both set: keep one');
    expect(() => withSecretFiles(given)).not.toThrow(SECRET);
  });

  it.each([
    ['missing', () => path.join(dir, 'nowhere'), 'cannot be read (ENOENT)'],
    ['a folder', () => dir, 'cannot be read (EISDIR)'],
  ])('whose file is %s stops the start with its name and path', (_state, place, reason) => {
    expect(() => withSecretFiles({ SMTP_URL_FILE: place() })).toThrow(
      `SMTP_URL_FILE names ${place()}, which ${reason}`,
    );
  });

  it('whose file is empty stops the start', async () => {
    const file = await fileOf('\n');
    expect(() => withSecretFiles({ BOT_TOKEN_FILE: file })).toThrow('is empty');
  });

  it('is every setting whose name says so', () => {
    const telling = SETTING_NAMES.filter((name) =>
      /HEADERS$|SECRET|PASSWORD|PASSPHRASE|TOKEN|_KEYS?$|^(DATABASE|SMTP)_URL$|^LEDGER_SERVERS|^READ_STANDBYS$/.test(
        name,
      ),
    );
    const open = ['STRIPE_PUBLISHABLE_KEY'];
    expect(telling.filter((name) => !open.includes(name)).toSorted()).toEqual(
      SECRET_SETTINGS.filter((name) => SETTING_NAMES.includes(name)).toSorted(),
    );
  });
});

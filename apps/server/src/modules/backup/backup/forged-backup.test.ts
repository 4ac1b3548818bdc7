import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { makeBackup } from './make-backup.ts';
import { readBackup } from './read-backup.ts';
import { endOfTar, headerOf, paddingOf, readTar } from './ustar.ts';

const PASSPHRASE = 'six words nobody else thinks of';

type Entries = [name: string, content: Buffer][];

let database: TestDatabase;
let home = '';
let genuine: Entries;
let later: Entries;
beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(path.join(tmpdir(), 'assay-forged-'));
  await writeFile(path.join(home, 'auth.secret'), 'an auth secret');
  await newPerson('ann');
  genuine = await backup();
  await newPerson('eve');
  later = await backup();
});
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true });
});

const newPerson = (name: string) =>
  database.pool.query(
    // Long enough for more than one part.
    `INSERT INTO users (sub, email, mailbox_key, suspended_at, suspended_reason)
     VALUES (md5($1), $1 || '@example.org', $1 || '@example.org', now(), repeat('why ', 100000))`,
    [name],
  );

async function backup(): Promise<Entries> {
  const out = new PassThrough();
  const bytes = buffer(out);
  await makeBackup(database.pool, out, {
    product: '1.2.3',
    passphrase: PASSPHRASE,
    workFactor: 4,
    folders: { dataDir: home, keysDir: path.join(home, 'keys') },
    now: new Date(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    partBytes: 40,
  });
  out.end();
  const entries: Entries = [];
  for await (const { name, bytes: content } of readTar(Readable.from([await bytes]))) {
    entries.push([name, await buffer(content)]);
  }
  return entries;
}

/** As somebody writes it who has the file and not the passphrase: the sums beside the rows are right. */
function packed(entries: Entries): Buffer {
  const parts = entries.filter(([name]) => name !== 'sums.json');
  const sums = Object.fromEntries(
    parts.map(([name, content]) => [
      name,
      { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
    ]),
  );
  const [, stated] = genuine.find(([name]) => name === 'sums.json') ?? expect.fail('no sums');
  const { rows } = JSON.parse(stated.toString());
  const all: Entries = [...parts, ['sums.json', Buffer.from(JSON.stringify({ entries: sums, rows }))]];
  return Buffer.concat([
    ...all.flatMap(([name, content]) => [headerOf(name, content.length), content, paddingOf(content.length)]),
    endOfTar(),
  ]);
}

/** Reads it as a restore does; the files and rows that came out. */
async function read(entries: Entries, { knowsPassphrase = true } = {}): Promise<readonly string[]> {
  const found: string[] = [];
  await readBackup(Readable.from([packed(entries)]), {
    passphrase: knowsPassphrase ? async () => PASSPHRASE : null,
    mustBeEncrypted: knowsPassphrase,
    begin: async () => undefined,
    rows: async (_table, bytes) => void found.push((await buffer(bytes)).toString()),
    file: async (_kind, name, content) => void found.push(`${name}: ${content.toString()}`),
  });
  return found;
}

const describing = (change: (description: Record<string, unknown>) => void): Entries =>
  genuine.map(([name, content]) => {
    if (name !== 'backup.json') return [name, content];
    const description = JSON.parse(content.toString());
    change(description);
    return [name, Buffer.from(JSON.stringify(description))];
  });
const isRowsOf = (table: string) => (name: string) => name.startsWith(`tables/${table}/`);
const SECRETS = 'secrets.tar.age';
const OWN_SECRET: Entries = [['data/auth.secret', Buffer.from('known to eve')]];

describe('a backup that somebody changed who does not know its passphrase', () => {
  it('would be read as it is, so that what follows is refused for what was changed', async () => {
    expect(await read(genuine)).toContain('auth.secret: an auth secret');
    expect((await read(genuine)).join('')).toContain('ann@example.org');
  });

  it('is refused with a row changed, left out or taken from a later backup', async () => {
    const isUsers = isRowsOf('users');
    const edited = genuine.map(([name, content]): Entries[number] => [
      name,
      isUsers(name) ? Buffer.from(content.toString().replaceAll('ann@', 'eve@')) : content,
    ]);
    const swapped = [
      ...later.filter(([name]) => name !== SECRETS && name !== 'sums.json'),
      ...genuine.filter(([name]) => name === SECRETS),
    ];
    const without = genuine.filter(([name]) => !isUsers(name));
    for (const forged of [edited, swapped, without]) {
      await expect(read(forged)).rejects.toThrow('is not what was written');
    }
    // Without the passphrase only damage shows.
    expect((await read(edited, { knowsPassphrase: false })).join('')).toContain('eve@example.org');
  });

  it('is refused with parts of a table in another order, or one of them twice', async () => {
    const first = genuine.findIndex(([name]) => name.endsWith('/000002')) - 1;
    expect(first).toBeGreaterThan(0);
    const [one, two] = [genuine[first], genuine[first + 1]] as [Entries[number], Entries[number]];
    const turned = [...genuine.slice(0, first), two, one, ...genuine.slice(first + 2)];
    await expect(read(turned)).rejects.toThrow('is not what was written');
    const twice = [...genuine.slice(0, first), one, one, ...genuine.slice(first + 1)];
    await expect(read(twice)).rejects.toThrow(`it holds ${one[0]} twice`);
  });

  it('is refused with a secret that lies beside the encrypted ones, in its place, or after it', async () => {
    const rows = genuine.filter(([name]) => name !== SECRETS && name !== 'sums.json');
    const secrets = genuine.filter(([name]) => name === SECRETS);
    await expect(read([...rows, ...OWN_SECRET, ...secrets])).rejects.toThrow('data/auth.secret');
    await expect(read([...rows, ...OWN_SECRET])).rejects.toThrow('data/auth.secret');
    await expect(read([...rows, ...secrets, ...OWN_SECRET])).rejects.toThrow('data/auth.secret');
    await expect(read([...rows, ...secrets, ['tables/users/000009', Buffer.from('x')]])).rejects.toThrow(
      'it goes on after its secrets',
    );
    await expect(read(rows)).rejects.toThrow('it has no secrets');
  });

  it('is refused where it is passed off as one that encrypts nothing', async () => {
    const bare = (entries: Entries): Entries => [...entries.filter(([name]) => name !== SECRETS), ...OWN_SECRET];
    const first = describing((description) => {
      description['version'] = 1;
      delete description['passphrase_check'];
    });
    await expect(read(bare(first))).rejects.toThrow('anybody can have written it');
    const unchecked = describing((description) => delete description['passphrase_check']);
    await expect(read(bare(unchecked))).rejects.toThrow('damaged, or of a form that this version does not know');
    // Who names no passphrase reads it as what it says it is.
    expect(await read(bare(first), { knowsPassphrase: false })).toContain('auth.secret: known to eve');
  });
});

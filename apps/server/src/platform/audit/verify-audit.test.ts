import { type CertificateSigner, ed25519Signer, keyIdOf } from '@assay/certificate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { inTransaction } from '../db/index.ts';
import { type AuditEntry, expirePersonal, makeCheckpoint, recordAudit, recordErasure, verifyAudit } from './index.ts';

const MONDAY = new Date('2026-08-03T10:00:00Z');
const TUESDAY = new Date('2026-08-04T10:00:00Z');
const SIGNER = ed25519Signer(new Uint8Array(32).fill(1));
const THIEF = ed25519Signer(new Uint8Array(32).fill(2));

const keyOf = (signer: CertificateSigner) => ({
  kty: 'OKP' as const,
  crv: 'Ed25519' as const,
  use: 'sig' as const,
  kid: keyIdOf(signer.publicKey),
  x: Buffer.from(signer.publicKey).toString('base64url'),
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_to: null,
});

const act = (workspace: string | null, sub: string, text: string | null = null): AuditEntry => ({
  workspace,
  actor: { kind: 'person', sub },
  action: 'member.role',
  target: { kind: 'person', id: sub },
  from: { ip: '203.0.113.7', device: 'Firefox on Linux' },
  text,
});

describe('the verification of the audit log', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await testDatabase();
    for (const workspace of ['w1', 'w2', null]) {
      for (const sub of ['ada', 'bob', 'eve', 'ada']) await add(act(workspace, sub, `about ${sub}`));
    }
    await makeCheckpoint(database.pool, async () => SIGNER, MONDAY);
    await add(act('w1', 'eve'));
    await makeCheckpoint(database.pool, async () => SIGNER, TUESDAY);
    await add(act('w1', 'ada'));
  });
  afterEach(() => database.drop());

  const add = (entry: AuditEntry) => inTransaction(database.pool, (tx) => recordAudit(tx, entry));
  const verify = (noted: { number: number; digest: string } | null = null) =>
    verifyAudit(database.pool, async () => [keyOf(SIGNER)], noted);
  const found = async () =>
    (await verify()).faults.map(({ chain, number, fault }) => `${chain ?? 'checkpoint'} ${number ?? '-'}: ${fault}`);

  /** What a superuser or a damaged disk could do; the guards are switched off for it. */
  async function corrupt(...statements: string[]): Promise<void> {
    const client = await database.pool.connect();
    await client.query("SET session_replication_role = 'replica'");
    for (const statement of statements) await client.query(statement);
    client.release(true);
  }

  it('finds nothing where nothing was changed', async () => {
    expect(await verify()).toEqual({ entries: 14, chains: 3, checkpoints: 2, faults: [] });
  });

  it('finds nothing after a person was erased, and no text about the person is left in any log', async () => {
    await add(act('w2', 'bob', 'invited Ada@Example.org'));
    await inTransaction(database.pool, (tx) => recordErasure(tx, { sub: 'ada', email: 'ada@example.org' }));
    const left = await database.pool.query(
      `SELECT FROM audit_personal WHERE subject = 'ada' OR content ILIKE '%about ada%' OR content ILIKE '%ada@%'`,
    );
    expect(left.rows).toEqual([]);
    const { rows } = await database.pool.query(
      `SELECT chain, erased FROM audit_entries WHERE action = 'person.erase' ORDER BY chain`,
    );
    expect(rows).toEqual([
      { chain: 'service', erased: 6 },
      { chain: 'w1', erased: 8 },
      { chain: 'w2', erased: 7 },
    ]);
    expect((await verify()).faults).toEqual([]);
    const kept = await database.pool.query(`SELECT FROM audit_personal WHERE subject = 'bob'`);
    expect(kept.rows.length).toBeGreaterThan(0);
  });

  it('finds nothing after old personal text was erased', async () => {
    const later = new Date(Date.now() + 1_000);
    expect(await inTransaction(database.pool, (tx) => expirePersonal(tx, later))).toBe(40);
    expect(await inTransaction(database.pool, (tx) => expirePersonal(tx, later))).toBe(0);
    expect((await verify()).faults).toEqual([]);
  });

  it.each([
    [
      'a changed action',
      `UPDATE audit_entries SET action = 'key.create' WHERE chain = 'w1' AND seq = 2`,
      'w1 2: it was changed',
    ],
    [
      'a changed time',
      `UPDATE audit_entries SET at = at - interval '1 hour' WHERE chain = 'w1' AND seq = 2`,
      'w1 2: it was changed',
    ],
    [
      'a changed actor',
      `UPDATE audit_entries SET actor_id = 'mallory' WHERE chain = 'w1' AND seq = 2`,
      'w1 2: it was changed',
    ],
    [
      'a changed target',
      `UPDATE audit_personal SET content = 'bob' WHERE chain = 'w1' AND seq = 1 AND part = 'target'`,
      'w1 1: its personal data was changed',
    ],
    [
      'a changed hash',
      `UPDATE audit_entries SET hash = sha256('x') WHERE chain = 'w1' AND seq = 2`,
      'w1 3: it was changed',
    ],
    [
      'a missing entry',
      `DELETE FROM audit_entries WHERE chain = 'w1' AND seq = 2`,
      'w1 3: the 1 entries before it are missing',
    ],
    [
      'a missing first entry',
      `DELETE FROM audit_entries WHERE chain = 'w2' AND seq = 1`,
      'w2 2: the 1 entries before it are missing',
    ],
    [
      'a missing last entry',
      `DELETE FROM audit_entries WHERE chain = 'w1' AND seq = 6`,
      'w1 6: the chain ends at another entry',
    ],
    [
      'an entry moved to another log',
      `UPDATE audit_entries SET chain = 'w2', seq = 5 WHERE chain = 'w1' AND seq = 6`,
      'w2 5: it was changed',
    ],
    [
      'a changed end',
      `UPDATE audit_chains SET last_hash = sha256('x') WHERE chain = 'w2'`,
      'w2 4: the chain ends at another entry',
    ],
    ['a lost end', `DELETE FROM audit_chains WHERE chain = 'w2'`, 'w2 -: the chain has entries and no end'],
    [
      'changed personal text',
      `UPDATE audit_personal SET content = 'about mallory' WHERE chain = 'w1' AND seq = 1 AND part = 'text'`,
      'w1 1: its personal data was changed',
    ],
    [
      'a changed network address',
      `UPDATE audit_personal SET content = replace(content, '.7', '.8') WHERE chain = 'w1' AND seq = 1 AND part = 'actor'`,
      'w1 1: its personal data was changed',
    ],
    [
      'personal text erased in silence',
      `DELETE FROM audit_personal WHERE chain = 'w1' AND seq = 1`,
      'w1 -: 3 rows of personal data are missing',
    ],
    [
      'added personal text',
      `INSERT INTO audit_personal SELECT chain, 5, part, subject, mails, salt, content FROM audit_personal WHERE chain = 'w1' AND seq = 1 AND part = 'text'`,
      'w1 5: personal data was added to it',
    ],
    [
      'a changed checkpoint',
      `UPDATE audit_checkpoints SET body = replace(body, '"number":1', '"number":7') WHERE number = 1`,
      'checkpoint 1: it was changed',
    ],
    [
      'a checkpoint of another time',
      `UPDATE audit_checkpoints SET at = at - interval '1 day' WHERE number = 2`,
      'checkpoint 2: it was changed',
    ],
    [
      'a forged signature',
      `UPDATE audit_checkpoints SET signature = decode(repeat('ab', 64), 'hex') WHERE number = 2`,
      'checkpoint 2: its signature is not valid',
    ],
    [
      'changed ends of a checkpoint',
      `UPDATE audit_checkpoint_heads SET hash = sha256('x') WHERE checkpoint = 1 AND chain = 'w2'`,
      'checkpoint 1: it was changed',
    ],
    [
      'a missing checkpoint',
      'DELETE FROM audit_checkpoints WHERE number = 1',
      'checkpoint 2: the checkpoints before it are missing',
    ],
  ])('finds %s', async (_what, statement, fault) => {
    await corrupt(statement);
    expect(await found()).toContainEqual(expect.stringContaining(fault));
  });

  it('finds two entries that changed places', async () => {
    await corrupt(
      `UPDATE audit_entries SET seq = 99 WHERE chain = 'w2' AND seq = 2`,
      `UPDATE audit_entries SET seq = 2 WHERE chain = 'w2' AND seq = 3`,
      `UPDATE audit_entries SET seq = 3 WHERE chain = 'w2' AND seq = 99`,
    );
    const faults = await found();
    expect(faults).toContainEqual(expect.stringContaining('w2 2: it was changed or moved'));
    expect(faults).toContainEqual(expect.stringContaining('w2 3: it was changed or moved'));
  });

  it('finds a tail cut off together with its end, by the checkpoint that states it', async () => {
    await corrupt(
      `DELETE FROM audit_personal WHERE chain = 'w1' AND seq >= 5`,
      `DELETE FROM audit_entries WHERE chain = 'w1' AND seq >= 5`,
      `UPDATE audit_chains SET last_seq = 4, last_hash = (SELECT hash FROM audit_entries WHERE chain = 'w1' AND seq = 4) WHERE chain = 'w1'`,
    );
    expect(await found()).toEqual(['w1 5: it is missing, and checkpoint 2 states it']);
  });

  it('finds a log that was written again from its beginning, by the checkpoint', async () => {
    await corrupt(
      `DELETE FROM audit_personal WHERE chain = 'w2'`,
      `DELETE FROM audit_entries WHERE chain = 'w2'`,
      `DELETE FROM audit_chains WHERE chain = 'w2'`,
    );
    for (const sub of ['mallory', 'bob', 'eve', 'ada']) await add(act('w2', sub));
    expect(await found()).toEqual(['w2 4: it is not the entry that a checkpoint states']);
  });

  it('finds a checkpoint signed with a key of somebody else', async () => {
    await corrupt('DELETE FROM audit_checkpoint_heads', 'DELETE FROM audit_checkpoints');
    await makeCheckpoint(database.pool, async () => THIEF, TUESDAY);
    expect(await found()).toEqual(['checkpoint 1: it is signed with a key that this installation does not know']);
  });

  it('finds a checkpoint signed with a key that was stolen before', async () => {
    const stolen = { ...keyOf(SIGNER), valid_to: TUESDAY.toISOString(), compromised_from: TUESDAY.toISOString() };
    const { faults } = await verifyAudit(database.pool, async () => [stolen]);
    expect(faults).toEqual([
      { chain: null, number: 2, fault: expect.stringContaining('its key is marked compromised') },
    ]);
  });

  it('finds that the newest checkpoint is gone, where it was noted elsewhere', async () => {
    const next = new Date('2026-08-05T10:00:00Z');
    const made = await makeCheckpoint(database.pool, async () => SIGNER, next);
    if (made === null) throw new Error('no checkpoint was made');
    expect((await verify(made)).faults).toEqual([]);
    await corrupt(
      'DELETE FROM audit_checkpoint_heads WHERE checkpoint = 3',
      'DELETE FROM audit_checkpoints WHERE number = 3',
    );
    expect((await verify(made)).faults).toEqual([
      { chain: null, number: 3, fault: 'it is not the checkpoint that was noted' },
    ]);
  });

  it('makes one checkpoint a day, however many servers try', async () => {
    const next = new Date('2026-08-05T10:00:00Z');
    const made = await Promise.all([1, 2, 3].map(() => makeCheckpoint(database.pool, async () => SIGNER, next)));
    expect(made.filter((one) => one !== null)).toEqual([{ number: 3, digest: expect.any(String), chains: 1 }]);
  });
});

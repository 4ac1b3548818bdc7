import { randomBytes } from 'node:crypto';
import type { Db } from '../db/index.ts';
import type { AuditEntry } from './audit.ports.ts';
import { entryHashOf, personalDigestOf } from './audit-hash.ts';

/** The chain of the service itself; workspaces are named by their ids. */
export const SERVICE_CHAIN = 'service';

const SALT_BYTES = 16;
const EMAIL = /[^\s<>()",;:]+@[^\s<>()",;:]+/g;

interface PersonalRow {
  readonly part: 'actor' | 'target' | 'text';
  readonly subject: string | null;
  readonly mails: readonly string[];
  readonly salt: Buffer;
  readonly content: string;
  readonly digest: Buffer;
}

/** An entry, and how many rows of personal text it is the record of the erasure of. */
export type AppendedEntry = AuditEntry & { readonly erased?: number };

/** Appends an entry to its chain. Other appends to the same chain wait until the transaction of `db` ends. */
export async function appendEntry(db: Db, entry: AppendedEntry): Promise<void> {
  if ('waitingCount' in db) throw new Error('An act is recorded in its transaction, not on the pool');
  const chain = entry.workspace ?? SERVICE_CHAIN;
  const personal = [await actorRowOf(db, entry), targetRowOf(entry), textRowOf(entry)].filter((row) => row !== null);
  const digestOf = (wanted: PersonalRow['part']) => personal.find(({ part }) => part === wanted)?.digest ?? null;
  // The clock of the database, read while the chain is locked: times of one chain rise, whichever server writes.
  const locked = await db.query('SELECT * FROM audit_lock($1)', [chain]);
  const [end] = locked.rows;
  if (end === undefined) throw new Error('The end of a chain was not locked');
  const hashed = {
    chain,
    seq: Number(end.end_seq) + 1,
    at: end.next_at,
    actorKind: entry.actor.kind,
    actorId: actorIdOf(entry.actor),
    action: entry.action,
    targetKind: entry.target?.kind ?? null,
    targetDigest: digestOf('target'),
    erased: entry.erased ?? 0,
    actorDigest: digestOf('actor'),
    textDigest: digestOf('text'),
  };
  await db.query('SELECT audit_put($1, $2)', [
    JSON.stringify({
      chain,
      seq: hashed.seq,
      at: hashed.at.toISOString(),
      actor_kind: hashed.actorKind,
      actor_id: hashed.actorId,
      action: hashed.action,
      target_kind: hashed.targetKind,
      target_digest: hexOf(hashed.targetDigest),
      erased: hashed.erased,
      actor_digest: hexOf(hashed.actorDigest),
      text_digest: hexOf(hashed.textDigest),
      hash: entryHashOf(end.end_hash, hashed).toString('hex'),
    }),
    JSON.stringify(personal.map(({ digest: _digest, ...row }) => ({ ...row, salt: row.salt.toString('hex') }))),
  ]);
}

function hexOf(digest: Buffer | null): string | null {
  return digest === null ? null : digest.toString('hex');
}

function actorIdOf(actor: AuditEntry['actor']): string | null {
  if (actor.kind === 'person') return actor.sub;
  return actor.kind === 'key' ? actor.id : null;
}

/** Email of a person or name of a key, network address and device, at the time of the act. */
async function actorRowOf(db: Db, { actor, from }: AuditEntry): Promise<PersonalRow | null> {
  if (actor.kind === 'key') {
    const keys = await db.query('SELECT name FROM api_keys WHERE id = $1', [actor.id]);
    const content = { name: keys.rows[0]?.name ?? null, ip: from?.ip ?? null, device: from?.device ?? null };
    return personalRow('actor', null, JSON.stringify(content));
  }
  if (actor.kind !== 'person') return null;
  const found = await db.query('SELECT email FROM users WHERE sub = $1', [actor.sub]);
  const content = { email: found.rows[0]?.email ?? null, ip: from?.ip ?? null, device: from?.device ?? null };
  return personalRow('actor', actor.sub, JSON.stringify(content));
}

function targetRowOf({ target }: AuditEntry): PersonalRow | null {
  return target === null ? null : personalRow('target', subjectOf(target), target.id);
}

function textRowOf({ target, text }: AuditEntry): PersonalRow | null {
  if (text === null) return null;
  return personalRow('text', subjectOf(target), text.replaceAll('\0', ''));
}

function personalRow(part: PersonalRow['part'], subject: string | null, given: string): PersonalRow {
  const salt = randomBytes(SALT_BYTES);
  const content = given.toWellFormed();
  const mails = part === 'text' ? (content.toLowerCase().match(EMAIL) ?? []) : [];
  return { part, subject, mails, salt, content, digest: personalDigestOf(salt, content) };
}

/** The account that a target is; null where it is something else. */
function subjectOf(target: AuditEntry['target']): string | null {
  return target?.kind === 'person' ? target.id : null;
}

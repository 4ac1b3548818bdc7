import type { Db } from '../db/index.ts';
import type { AuditFault } from './audit.ports.ts';
import type { StoredEntry, StoredPersonal } from './chain-verifier.ts';

const READ_AT_ONCE = 2_000;

/** All entries in the order of chain and number, in portions. */
export async function* storedEntries(db: Db): AsyncGenerator<readonly StoredEntry[]> {
  for (let after: readonly [string, string] = ['', '0']; ; ) {
    const found = await db.query(
      `SELECT e.chain, e.seq, e.at, e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.action,
              e.target_kind AS "targetKind", e.erased,
              e.actor_digest AS "actorDigest", e.target_digest AS "targetDigest", e.text_digest AS "textDigest", e.hash, h.hash AS "checkpointHash",
              a.salt AS "actorSalt", a.content AS "actorContent",
              g.salt AS "targetSalt", g.content AS "targetContent", t.salt AS "textSalt", t.content AS "textContent"
         FROM (SELECT * FROM audit_entries WHERE (chain, seq) > ($1, $2) ORDER BY chain, seq LIMIT $3) AS e
         LEFT JOIN audit_personal a ON a.chain = e.chain AND a.seq = e.seq AND a.part = 'actor'
         LEFT JOIN audit_personal g ON g.chain = e.chain AND g.seq = e.seq AND g.part = 'target'
         LEFT JOIN audit_personal t ON t.chain = e.chain AND t.seq = e.seq AND t.part = 'text'
         LEFT JOIN audit_checkpoint_heads h ON h.chain = e.chain AND h.seq = e.seq
        ORDER BY e.chain, e.seq`,
      [...after, READ_AT_ONCE],
    );
    if (found.rows.length > 0) yield found.rows.map(entryOf);
    const last = found.rows.at(-1);
    if (last === undefined || found.rows.length < READ_AT_ONCE) return;
    after = [last.chain, last.seq];
  }
}

/** Ends of chains that are not where they should be. */
export async function endFaults(db: Db): Promise<readonly AuditFault[]> {
  const found = await db.query(
    `SELECT c.chain, c.last_seq AS number,
            'the chain ends at another entry: the last ones are missing, or its end was changed' AS fault
       FROM audit_chains c
       LEFT JOIN LATERAL (SELECT seq, hash FROM audit_entries e WHERE e.chain = c.chain ORDER BY seq DESC LIMIT 1) AS l ON true
      WHERE (c.last_seq, c.last_hash) IS DISTINCT FROM
            (coalesce(l.seq, 0), coalesce(l.hash, decode(repeat('00', 32), 'hex')))
     UNION ALL
     SELECT e.chain, NULL, 'the chain has entries and no end'
       FROM (SELECT DISTINCT chain FROM audit_entries) AS e WHERE NOT EXISTS (SELECT FROM audit_chains c WHERE c.chain = e.chain)
     UNION ALL
     SELECT h.chain, h.seq, 'it is missing, and checkpoint ' || h.checkpoint || ' states it'
       FROM audit_checkpoint_heads h
      WHERE NOT EXISTS (SELECT FROM audit_entries e WHERE e.chain = h.chain AND e.seq = h.seq)
     UNION ALL
     SELECT p.chain, p.seq, 'personal data of an entry that does not exist'
       FROM audit_personal p
      WHERE NOT EXISTS (SELECT FROM audit_entries e WHERE e.chain = p.chain AND e.seq = p.seq)
     ORDER BY 1, 2`,
  );
  return found.rows.map(({ chain, number, fault }) => ({
    chain,
    number: number === null ? null : Number(number),
    fault,
  }));
}

export async function countChains(db: Db): Promise<number> {
  const counted = await db.query('SELECT count(*)::integer AS chains FROM audit_chains');
  return counted.rows[0]?.chains ?? 0;
}

interface EntryRow extends Omit<StoredEntry, 'seq' | 'actor' | 'target' | 'text'> {
  readonly seq: string;
  readonly actorSalt: Buffer | null;
  readonly actorContent: string | null;
  readonly targetSalt: Buffer | null;
  readonly targetContent: string | null;
  readonly textSalt: Buffer | null;
  readonly textContent: string | null;
}

function entryOf({
  seq,
  actorSalt,
  actorContent,
  targetSalt,
  targetContent,
  textSalt,
  textContent,
  ...row
}: EntryRow): StoredEntry {
  return {
    ...row,
    seq: Number(seq),
    actor: personalOf(actorSalt, actorContent),
    target: personalOf(targetSalt, targetContent),
    text: personalOf(textSalt, textContent),
  };
}

function personalOf(salt: Buffer | null, content: string | null): StoredPersonal | null {
  return salt === null || content === null ? null : { salt, content };
}

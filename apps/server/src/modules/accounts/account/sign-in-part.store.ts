import { lockMailbox } from '../auth/links/magic-links.store.ts';
import type { MailboxHash } from '../auth/mailbox.ts';
import { keepSuspension } from '../auth/mailboxes/mailbox-suspensions.store.ts';
import { mailboxKeyOf } from '../auth/users.store.ts';
import type { AccountPart } from './account.ports.ts';

/** The sessions of a user. They are deleted together with the user's row. */
const sessions: AccountPart = {
  name: 'sessions',
  async *exportOf(db, sub) {
    const found = await db.query(
      `SELECT device, created_at, last_seen_at, ended_at FROM sessions WHERE sub = $1 ORDER BY created_at DESC`,
      [sub],
    );
    yield found.rows;
  },
  erase: async () => undefined,
};

/** The second factors of a user, without their keys and secrets. They are deleted together with the user's row. */
const factors: AccountPart = {
  name: 'factors',
  async *exportOf(db, sub) {
    const found = await db.query(
      'SELECT kind, name, created_at, last_used_at FROM factors WHERE sub = $1 ORDER BY created_at',
      [sub],
    );
    yield found.rows;
  },
  erase: async () => undefined,
};

/** What mails reported to the user, recoveries, and known browsers. They are deleted together with the user's row. */
const notices: AccountPart = {
  name: 'security_notices',
  async *exportOf(db, sub) {
    const reported = await db.query(
      'SELECT kind, at, device, ip, detail, undone_at FROM account_notices WHERE sub = $1 ORDER BY at DESC',
      [sub],
    );
    yield reported.rows;
    const recoveries = await db.query(
      `SELECT 'recovery' AS kind, begun_at, ready_at, ended_at, outcome FROM recoveries WHERE sub = $1
        ORDER BY begun_at DESC`,
      [sub],
    );
    yield recoveries.rows;
    const browsers = await db.query(
      `SELECT 'known_browser' AS kind, last_seen_at FROM known_browsers WHERE sub = $1 ORDER BY last_seen_at DESC`,
      [sub],
    );
    yield browsers.rows;
  },
  erase: async () => undefined,
};

/** The recently requested links, with the stored facts about each request. */
const links: AccountPart = {
  name: 'sign_in_links',
  async *exportOf(db, sub) {
    const found = await db.query(
      `SELECT asked_device, asked_timezone, asked_ip, check_request, created_at, expires_at, used_at FROM magic_links
        WHERE email = (SELECT email FROM users WHERE sub = $1) ORDER BY created_at DESC`,
      [sub],
    );
    yield found.rows;
  },
  async erase(db, sub) {
    // Before any row of the mailbox is locked, as when a link is confirmed: the same lock order prevents deadlocks.
    const mailbox = await mailboxKeyOf(db, sub);
    if (mailbox !== null) await lockMailbox(db, mailbox);
    await db.query('DELETE FROM magic_links WHERE email = (SELECT email FROM users WHERE sub = $1)', [sub]);
  },
};

/** The user's row. A suspension stays with the mailbox, of which only a hash is stored. */
const person = (mailboxHash: MailboxHash): AccountPart => ({
  name: 'account',
  async *exportOf(db, sub) {
    const found = await db.query(
      `SELECT sub, email, created_at, confirmed_at, terms_accepted_at, suspended_at, suspended_reason, admin_granted_at
         FROM users WHERE sub = $1`,
      [sub],
    );
    yield found.rows;
  },
  async erase(db, sub) {
    const mailbox = await mailboxKeyOf(db, sub);
    if (mailbox !== null) await keepSuspension(db, sub, mailboxHash(mailbox));
    await db.query('DELETE FROM users WHERE sub = $1', [sub]);
  },
});

/** Identity and sign-in data, in the order of erasure. */
export function signInParts(mailboxHash: MailboxHash): readonly AccountPart[] {
  return [sessions, factors, notices, links, person(mailboxHash)];
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, LINK_MAILS, LINK_SECONDS } from '../auth.policy.ts';
import { mailboxKey } from '../mailbox.ts';
import { type BudgetLink, type BudgetOwner, decideLink, READERS } from './link-budget.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

interface Mail extends BudgetLink {
  readonly by: 'stranger' | 'owner';
  usedAt: Date | null;
  signedIn: boolean;
  expiresAt: number;
}

/** One mailbox with a clock of its own, and what reaches it. */
class Mailbox {
  readonly mails: Mail[] = [];
  readonly #accounts: Set<string>;
  #now = Date.UTC(2026, 0, 1);

  constructor(accounts: readonly string[]) {
    this.#accounts = new Set(accounts);
  }

  wait(ms: number): void {
    this.#now += ms;
  }

  ask(by: Mail['by'], email: string, budgetOf: BudgetOwner = null): void {
    const now = new Date(this.#now);
    const decision = decideLink(
      this.mails.filter(({ createdAt }) => createdAt.getTime() > this.#now - DAY_MS),
      { email, hasAccount: this.#accounts.has(email), isPlain: email === mailboxKey(email), budgetOf, now },
    );
    const expiresAt = this.#now + LINK_SECONDS * 1000;
    if (decision.kind === 'mail') {
      const id = String(this.mails.length);
      this.mails.push({ id, email, by, createdAt: now, usedAt: null, signedIn: false, budgetOf, expiresAt });
    }
    if (decision.kind === 'renew') {
      const renewed = this.mails.find(({ id }) => id === decision.id);
      if (renewed === undefined || renewed.usedAt !== null) throw new Error('A link is renewed that nobody can use');
      renewed.expiresAt = expiresAt;
    }
  }

  /** The newest link that signs in as this email now. */
  valid(email: string): Mail | undefined {
    return this.mails.findLast((mail) => mail.email === email && mail.usedAt === null && mail.expiresAt > this.#now);
  }

  use(email: string): void {
    const link = this.valid(email);
    if (link === undefined) throw new Error(`${email} holds no link`);
    link.signedIn = true;
    link.usedAt = new Date(this.#now);
    const ended = this.mails.filter((mail) => mail.email === email && !mail.usedAt && mail.expiresAt > this.#now);
    const wanted = link.budgetOf === null ? undefined : ended.findLast((mail) => mail.budgetOf === null);
    if (wanted !== undefined) wanted.signedIn = true;
    for (const mail of ended) mail.usedAt = new Date(this.#now);
    this.#accounts.add(email);
  }

  /** The owner asks, and where nothing but a link of another spelling works, asks again with that. */
  askAsReader(email: string): void {
    this.ask('owner', email);
    if (this.valid(email) !== undefined) return;
    const shown = this.mails.findLast((mail) => mail.usedAt === null && mail.expiresAt > this.#now);
    if (shown === undefined) throw new Error('No link of the mailbox works');
    this.ask('owner', email, READERS);
  }
}

/** The most mails that reached the mailbox within any time of this length. */
function mostWithin(mails: readonly Mail[], ms: number): number {
  const times = mails.map(({ createdAt }) => createdAt.getTime());
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + ms).length));
}

/** Spellings of one mailbox: its own, two with tags, and any number that strangers think of. */
const PLAIN = 'ann@firm.example';
const spelling = fc.oneof(
  fc.constantFrom(PLAIN, PLAIN, 'ann+work@firm.example'),
  fc.integer({ min: 0, max: 40 }).map((number) => `ann+x${number}@firm.example`),
);
const pause = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: QUARTER_MS }),
  fc.integer({ min: 0, max: 5 * 60 * MINUTE_MS }),
);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('strangers' as const), email: spelling, many: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('owner asks' as const), from: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('owner signs in' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: pause }) },
);

describe.each([
  ['an account', [PLAIN]],
  ['an account under a tag', ['ann+work@firm.example']],
  ['two accounts', [PLAIN, 'ann+work@firm.example']],
  ['no account yet', []],
  ['no account under the spelling that its owner wants', [PLAIN], 'ann+mine@firm.example'],
  ['no account at all, and an owner who wants a spelling of their own', [], 'ann+mine@firm.example'],
])('a mailbox with %s, and strangers that ask for links to it', (_what, accounts: string[], wanted?: string) => {
  const mine = wanted ?? accounts.at(-1) ?? PLAIN;

  it('gets few mails of theirs, and holds a link that works when its owner asks, from any browser', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        const box = new Mailbox(accounts);
        for (const one of steps) {
          switch (one.kind) {
            case 'strangers':
              for (let turn = 0; turn <= one.many; turn += 1) box.ask('stranger', one.email);
              break;
            case 'time':
              box.wait(one.ms);
              break;
            case 'owner asks': {
              if (one.from === 0) box.ask('owner', mine, Buffer.from('known'));
              else box.askAsReader(mine);
              expect(box.valid(mine)).toBeDefined();
              break;
            }
            case 'owner signs in':
              box.askAsReader(mine);
              box.use(mine);
          }
        }
        // What the owner signed in by was wanted, also where a stranger asked for it.
        const unwanted = box.mails.filter(({ signedIn, budgetOf }) => !signedIn && budgetOf === null);
        expect(mostWithin(unwanted, QUARTER_MS)).toBeLessThanOrEqual(LINK_MAILS.burst);
        expect(mostWithin(unwanted, DAY_MS)).toBeLessThanOrEqual(LINK_MAILS.aDay);
        const byStrangers = box.mails.filter(({ by }) => by === 'stranger');
        const signIns = box.mails.filter(({ signedIn }) => signedIn).length;
        expect(mostWithin(byStrangers, DAY_MS)).toBeLessThanOrEqual(LINK_MAILS.aDay + signIns);
      }),
      { numRuns: 400, seed: 43 },
    );
  });

  it('keeps the mails of a browser that signed in before, whatever strangers ask for', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(spelling, pause), { maxLength: 120 }), fc.nat(4), (asks, earlier) => {
        const box = new Mailbox(accounts);
        for (const [email, ms] of asks) {
          box.ask('stranger', email);
          box.wait(ms);
        }
        const known = Buffer.from('known');
        for (let turn = 0; turn < earlier; turn += 1) box.ask('owner', mine, known);
        const before = box.mails.length;
        box.ask('owner', mine, known);
        expect(box.mails).toHaveLength(before + 1);
        expect(box.mails.at(-1)).toMatchObject({ email: mine, by: 'owner' });
      }),
      { numRuns: 200, seed: 43 },
    );
  });

  it('is flooded for a week by requests every minute, and still gets few mails and holds a link that works', () => {
    const box = new Mailbox(accounts);
    for (let minute = 0; minute < 7 * 24 * 60; minute += 1) {
      box.ask('stranger', minute % 2 === 0 ? mine : `ann+${minute}@firm.example`);
      box.wait(MINUTE_MS);
      if (minute % 97 === 0) {
        box.askAsReader(mine);
        expect(box.valid(mine)).toBeDefined();
      }
    }
    expect(mostWithin(box.mails, DAY_MS)).toBeLessThanOrEqual(LINK_MAILS.aDay);
    expect(box.mails.length).toBeGreaterThan(100);
  });
});

describe('a mailbox without an account, to whose spellings strangers ask for links', () => {
  it('gives its reader a link for any spelling, and never passes off the link of another one as that', () => {
    const email = fc.integer({ min: 0, max: 60 }).map((number) => `ann+x${number}@firm.example`);
    fc.assert(
      fc.property(fc.array(fc.tuple(email, pause), { maxLength: 120 }), email, (asks, wanted) => {
        const box = new Mailbox([]);
        for (const [one, ms] of asks) {
          box.ask('stranger', one);
          box.wait(ms);
        }
        expect(mostWithin(box.mails, QUARTER_MS)).toBeLessThanOrEqual(LINK_MAILS.burst);
        expect(mostWithin(box.mails, DAY_MS)).toBeLessThanOrEqual(LINK_MAILS.aDay);
        box.askAsReader(wanted);
        expect(box.valid(wanted)?.email).toBe(wanted);
      }),
      { numRuns: 200, seed: 43 },
    );
  });
});

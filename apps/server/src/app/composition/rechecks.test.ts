import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DISPUTED, DISPUTED_LABEL, disputeOf, storeLabels } from '../../../test/api/dispute-fixture.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { testDisputeKeys, testDisputes } from '../../../test/support/disputes.ts';
import { checksStore, historyStore } from '../../modules/checks/index.ts';
import { sendReceipt } from '../../modules/disputes/disputes/dispute-mails.ts';
import { type FollowDeps, followDecision } from '../../modules/disputes/disputes/follow-decision.ts';
import { receiptsStore } from '../../modules/disputes/disputes/receipts.store.ts';
import { wireFollowing } from '../../modules/disputes/open/disputes.ts';
import type { Mail } from '../../platform/mail/index.ts';
import { wireChecks } from './checks.ts';

const { pool, drop } = await testDatabase();
const { checks } = wireChecks(pool, { warn: () => undefined, error: () => undefined });
const { signal } = new AbortController();
const ETH = { ticker: 'ETH', parent: null, subticker: null, name: 'Ethereum', address: DISPUTED };
const OTHER = '0x3cffd56b47b7b41c56258d9c7731abadc360e073';

let mails: Mail[] = [];
let owner = '';
let owners = 0;

beforeEach(async () => {
  await pool.query('TRUNCATE dispute, label_withdrawal CASCADE');
  await storeLabels(pool, [DISPUTED_LABEL]);
  mails = [];
  owners += 1;
  owner = `${owners}`.padStart(32, '0');
});

/** What follows a decision, with mails kept here and the owner's address made up. */
function following(overrides: Partial<FollowDeps> = {}): FollowDeps {
  const sender = {
    send: async (mail: Mail) => {
      mails.push(mail);
    },
  };
  const config = {
    productName: 'Assay',
    publicUrl: 'https://assay.example',
    operator: { company: 'Example', supportEmail: 'support@assay.example' },
  };
  const wired = wireFollowing(pool, config as unknown as Parameters<typeof wireFollowing>[1], { checks, sender });
  return { ...wired, emailsOf: async (_db, sub) => [`${sub}@firm.example`], ...overrides };
}

const check = (address = DISPUTED) => checks.runCheck({ sub: owner, pays: false }, { ...ETH, address });

/** Files a dispute of the label and grants it; returns its number. */
async function withdraw(): Promise<number> {
  const disputes = testDisputes(pool, 'https://assay.example');
  const body = disputeOf() as Parameters<typeof disputes.file>[0];
  const { id } = await disputes.file(body, { sub: null, admit: async () => ({ isMailed: true }) });
  await disputes.decide(id, {
    withdraw: [0],
    correct: false,
    reason: 'The shop published it first.',
    decidedBy: 'admin',
  });
  return id;
}

const rowsOf = async () =>
  (
    await pool.query<{ sub_id: string; charged: boolean; result: string; certificate_basis: string }>(
      `SELECT sub_id, charged, result, certificate_basis FROM checks WHERE owner = $1 AND status = 'done' ORDER BY position`,
      [owner],
    )
  ).rows;
const entries = async () => (await pool.query('SELECT FROM ledger_entries')).rowCount;

describe('results that rested on a withdrawn label', { timeout: 60_000 }, () => {
  it('are checked again once, at no cost, and stay as they were; owner and filer are notified', async () => {
    await check();
    const [before] = await rowsOf();
    const booked = await entries();
    const dispute = await withdraw();
    await followDecision(following(), dispute, signal);
    const [first, second, ...more] = await rowsOf();
    expect(more).toEqual([]);
    expect(first).toEqual(before);
    expect(first?.result).toContain('"Shop"');
    expect(second?.charged).toBe(false);
    expect(second?.result).not.toContain('"Shop"');
    expect(await entries()).toBe(booked);
    // The next check of the address is paid: only a charged check makes a repeat free.
    const subject = {
      owner,
      ticker: 'ETH',
      parent: null,
      address: DISPUTED,
      transactionId: null,
      paymentDirection: null,
    };
    expect(await checksStore.findChargedSince(pool, subject, new Date(0))).toEqual([]);
    const { rows } = await historyStore.page(pool, owner, 10, 1);
    expect(rows.map(({ afterDispute }) => afterDispute)).toEqual([dispute, null]);
    expect(mails.map(({ to }) => to)).toEqual([`${owner}@firm.example`, 'office@shop.example']);

    await followDecision(following(), dispute, signal);
    expect(await rowsOf()).toHaveLength(2);
    expect(mails).toHaveLength(2);
  });

  it('are checked again once when the process is killed before that is noted', async () => {
    await check();
    const dispute = await withdraw();
    const real = following();
    const killed = following({
      recheck: async (...request) => {
        await real.recheck(...request);
        throw new Error('killed');
      },
    });
    await expect(followDecision(killed, dispute, signal)).rejects.toThrow('killed');
    expect(mails).toEqual([]);
    await followDecision(real, dispute, signal);
    expect(await rowsOf()).toHaveLength(2);
    expect(mails).toHaveLength(2);
  });

  it('are found again when the process is killed while it searches', async () => {
    await check();
    const dispute = await withdraw();
    const real = following();
    const store = { ...real.store, add: () => Promise.reject(new Error('killed')) };
    await expect(followDecision(following({ store }), dispute, signal)).rejects.toThrow('killed');
    await followDecision(real, dispute, signal);
    expect(await rowsOf()).toHaveLength(2);
  });

  it('are checked again once when a mail fails, which is sent later', async () => {
    await check();
    const dispute = await withdraw();
    const sender = { send: () => Promise.reject(new Error('no mail')) };
    await expect(followDecision(following({ sender }), dispute, signal)).rejects.toThrow('no mail');
    await followDecision(following(), dispute, signal);
    expect(await rowsOf()).toHaveLength(2);
    expect(mails).toHaveLength(2);
  });

  it('are checked again once by two servers that follow the decision together', async () => {
    await check();
    const dispute = await withdraw();
    await Promise.all([followDecision(following(), dispute, signal), followDecision(following(), dispute, signal)]);
    expect(await rowsOf()).toHaveLength(2);
  });

  it('are left alone where their owner has checked again after the decision', async () => {
    await check();
    const dispute = await withdraw();
    await check();
    await followDecision(following(), dispute, signal);
    expect(await rowsOf()).toHaveLength(2);
    expect(mails.map(({ to }) => to)).toEqual(['office@shop.example']);
  });

  it('are the last of an address only, and results of other addresses are left alone', async () => {
    await check();
    await check();
    await check(OTHER);
    await followDecision(following(), await withdraw(), signal);
    expect(await rowsOf()).toHaveLength(4);
  });

  it('are given up after three failures, and the filer is notified all the same', async () => {
    await check();
    const dispute = await withdraw();
    const { AppError } = await import('../../platform/kernel/app-error.ts');
    let tries = 0;
    const recheck = async () => {
      tries += 1;
      throw new AppError('CheckFailed');
    };
    await followDecision(following({ recheck }), dispute, signal);
    expect(tries).toBe(3);
    expect(mails.map(({ to }) => to)).toEqual(['office@shop.example']);
  });
});

describe('a result that rested on a withdrawn label', () => {
  it('says so from the decision on, with the number of the decision, and the new one does not', async () => {
    const before = await check();
    expect(await checks.withdrawnIn(before)).toEqual([]);
    const other = await check(OTHER);
    const dispute = await withdraw();
    const [label, ...more] = await checks.withdrawnIn(before);
    expect(more).toEqual([]);
    expect(label).toMatchObject({
      dispute,
      network: 'ETH',
      address: DISPUTED,
      ...DISPUTED_LABEL,
      categoryTitle: 'Scam',
    });
    expect(await checks.withdrawnIn(other)).toEqual([]);
    expect(await checks.withdrawnIn(await check())).toEqual([]);
  });
});

describe('a dispute that is filed', () => {
  it('is confirmed by one mail with its link, which quotes nothing that was written', async () => {
    const disputes = testDisputes(pool, 'https://assay.example');
    const body = disputeOf() as Parameters<typeof disputes.file>[0];
    const { id, key } = await disputes.file(body, { sub: null, admit: async () => ({ isMailed: true }) });
    const { sender, settings } = following();
    const receipts = { db: pool, store: receiptsStore, keyOf: testDisputeKeys, sender, settings };
    await sendReceipt(receipts, id);
    await sendReceipt(receipts, id);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'office@shop.example', link: `https://assay.example/dispute/${key}` });
    expect(mails[0]?.text).toContain(DISPUTED);
    expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain('hot wallet');
  });

  it('is confirmed later where the mail fails first', async () => {
    const disputes = testDisputes(pool, 'https://assay.example');
    const body = disputeOf() as Parameters<typeof disputes.file>[0];
    const { id } = await disputes.file(body, { sub: null, admit: async () => ({ isMailed: true }) });
    const { sender, settings } = following();
    const receipts = { db: pool, store: receiptsStore, keyOf: testDisputeKeys, sender, settings };
    const broken = { ...receipts, sender: { send: () => Promise.reject(new Error('no mail')) } };
    await expect(sendReceipt(broken, id)).rejects.toThrow('no mail');
    await sendReceipt(receipts, id);
    expect(mails).toHaveLength(1);
  });
});

describe('a dispute that keeps its labels', () => {
  it('checks nothing again and notifies the filer once', async () => {
    onTestFinished(drop);
    await check();
    const disputes = testDisputes(pool, 'https://assay.example');
    const body = disputeOf() as Parameters<typeof disputes.file>[0];
    const { id } = await disputes.file(body, { sub: null, admit: async () => ({ isMailed: true }) });
    await disputes.decide(id, {
      withdraw: [],
      correct: false,
      reason: 'The list is right about it.',
      decidedBy: 'admin',
    });
    await followDecision(following(), id, signal);
    await followDecision(following(), id, signal);
    expect(await rowsOf()).toHaveLength(1);
    expect(mails.map(({ to }) => to)).toEqual(['office@shop.example']);
  });
});

import { describe, expect, it } from 'vitest';
import { deletionMail } from '../../modules/accounts/account/deletion-mail.ts';
import { wireDeletionMail, wireNotices } from '../../modules/money/open/payments.ts';
import {
  newPerson,
  newSub,
  passPeriod,
  payOrder,
  QUIET,
  usePaymentsFixture,
} from '../../modules/money/payments/test/payments-fixture.ts';
import { readConfig } from '../../platform/config/config.ts';
import type { Mail } from '../../platform/mail/index.ts';

const BASIC_MONTH = 7;
const TIMEOUT = { timeout: 60_000 };
const CONFIG = readConfig({ OPERATOR_COMPANY: 'Firm OÜ', SUPPORT_EMAIL: 'help@firm.example' });

describe('mails about payments', () => {
  const current = usePaymentsFixture();

  /** Notices over the fixture; `failing` mails are refused first. */
  function mailer(failing = 0) {
    const mails: Mail[] = [];
    let refused = 0;
    const { fixture } = current;
    const notices = wireNotices(fixture.pool, CONFIG, {
      payments: fixture.payments,
      sender: {
        send: async (mail) => {
          refused += 1;
          if (refused <= failing) throw new Error('the mail server is down');
          mails.push(mail);
        },
      },
      log: QUIET,
      clock: { now: () => fixture.now() },
    });
    return {
      notices,
      mails,
      subjectsTo: (email: string) => mails.filter(({ to }) => to === email).map(({ subject }) => subject),
    };
  }
  const person = () => newPerson(current.fixture);

  it('bring the invoice of a payment once, also when the first try fails', TIMEOUT, async () => {
    const { fixture } = current;
    const { sub, email } = await person();
    const order = await fixture.buyChecks(sub, 250);
    payOrder(fixture, order);
    await fixture.payments.order(sub, order.id);
    const { notices, mails, subjectsTo } = mailer(1);
    await notices.sendDue();
    expect(subjectsTo(email)).toEqual([]);
    await notices.sendDue();
    await notices.sendDue();
    expect(subjectsTo(email)).toEqual(['Payment received - Assay']);
    const [mail] = mails.filter(({ to }) => to === email);
    expect(mail?.text).toContain('$222.75 for 250 checks');
    expect(mail?.attachments?.map(({ type, bytes }) => [type, bytes.subarray(0, 5).toString()])).toEqual([
      ['application/pdf', '%PDF-'],
    ]);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 250 });
  });

  it('say that a renewal failed, and then that the plan has ended, each once', TIMEOUT, async () => {
    const { fixture } = current;
    const { sub, email } = await person();
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, order, '4000000000000341');
    await fixture.payments.order(sub, order.id);
    const { notices, subjectsTo } = mailer();
    await notices.sendDue();
    passPeriod(fixture, order.id);
    await fixture.payments.reconcile();
    await notices.sendDue();
    await notices.sendDue();
    expect(subjectsTo(email)).toEqual(['Payment received - Assay', 'Your renewal was not paid - Assay']);
  });

  it('say that a cancelled plan has ended, once, and nothing while another one runs', TIMEOUT, async () => {
    const { fixture } = current;
    const [{ sub, email }, other] = [await person(), await person()];
    for (const who of [sub, other.sub]) {
      const order = await fixture.buyPlan(who, BASIC_MONTH);
      payOrder(fixture, order);
      await fixture.payments.order(who, order.id);
      await fixture.payments.cancel(who);
      if (who === sub) continue;
      fixture.passTime(60_000);
      const longer = await fixture.buyPlan(who, 12);
      payOrder(fixture, longer);
      await fixture.payments.order(who, longer.id);
    }
    const { notices, subjectsTo } = mailer();
    await notices.sendDue();
    fixture.passTime(32 * 86_400_000);
    await fixture.payments.reconcile();
    await notices.sendDue();
    await notices.sendDue();
    expect(subjectsTo(email)).toEqual(['Payment received - Assay', 'Your plan has ended - Assay']);
    expect(subjectsTo(other.email)).not.toContain('Your plan has ended - Assay');
  });

  it('are not written to accounts without an address', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyChecks(sub, 20);
    payOrder(fixture, order);
    await fixture.payments.order(sub, order.id);
    const { notices, mails } = mailer();
    await notices.sendDue();
    expect(mails.filter(({ to }) => to.startsWith(sub))).toEqual([]);
  });
});

describe('the mail about a deleted account', () => {
  it('names whom to write to', () => {
    const mail = deletionMail('mara@firm.example', CONFIG);
    expect(mail.subject).toBe('Your account was deleted - Assay');
    expect(mail.text).toContain('Was it not you? Then write to help@firm.example.');
  });

  it('never fails the deletion', async () => {
    const send = () => Promise.reject(new Error('the mail server is down'));
    await expect(
      wireDeletionMail(CONFIG, { sender: { send }, log: QUIET })('mara@firm.example'),
    ).resolves.toBeUndefined();
  });
});

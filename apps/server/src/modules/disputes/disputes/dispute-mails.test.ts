import { describe, expect, it } from 'vitest';
import { receiptMail } from './dispute-mails.ts';

const SETTINGS = {
  productName: 'Assay',
  publicUrl: 'https://assay.example',
  operator: { company: 'Example', supportEmail: 'help@assay.example' },
};
const SUBJECT = { network: 'ETH', address: '0xabc', service: null };
const FACTS = { dispute: 7, key: 'k', subject: SUBJECT };
const textOf = (proofBy: Date | null) => receiptMail('a@firm.example', { ...FACTS, proofBy }, SETTINGS).text;

describe('the mail that confirms a filed dispute', () => {
  it('says in whole sentences who reads it next', () => {
    expect(textOf(null)).toContain('It is about labels of 0xabc on Ethereum. An administrator reads it and decides');
  });

  it('names the row of a service, of which nobody shows control', () => {
    const subject = { network: null, address: null, service: 'Bybit' };
    const { text } = receiptMail('a@firm.example', { ...FACTS, subject, proofBy: null }, SETTINGS);
    expect(text).toContain('It is about the row of Bybit on the list of services that identify their customers.');
    expect(text).toContain('At its page you can add evidence. Keep this mail');
  });

  it('says until when control of the address must be shown where several disputes wait', () => {
    const text = textOf(new Date('2026-11-29T10:00:00Z'));
    expect(text).toMatch(
      /control the address until [^.]*10:00[^.]* \(UTC\), or it is deleted\. Only then is it read\./,
    );
    expect(text).toContain('An administrator reads it and decides with a reason;');
  });
});

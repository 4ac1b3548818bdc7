import { describe, expect, it } from 'vitest';
import { receiptMail } from './dispute-mails.ts';

const SETTINGS = {
  productName: 'Assay',
  publicUrl: 'https://assay.example',
  operator: { company: 'Example', supportEmail: 'help@assay.example' },
};
const FACTS = { dispute: 7, key: 'k', address: '0xabc', network: 'Ethereum' };
const textOf = (proofBy: Date | null) => receiptMail('a@firm.example', { ...FACTS, proofBy }, SETTINGS).text;

describe('the mail that confirms a filed dispute', () => {
  it('says in whole sentences who reads it next', () => {
    expect(textOf(null)).toContain('It is about labels of 0xabc on Ethereum. An administrator reads it and decides');
  });

  it('says until when control of the address must be shown where several disputes wait', () => {
    const text = textOf(new Date('2026-11-29T10:00:00Z'));
    expect(text).toMatch(
      /control the address until [^.]*10:00[^.]* \(UTC\), or it is deleted\. Only then is it read\./,
    );
    expect(text).toContain('An administrator reads it and decides with a reason;');
  });
});

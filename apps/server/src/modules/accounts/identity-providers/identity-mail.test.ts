import { describe, expect, it } from 'vitest';
import { IDENTITY_CHANGES } from './identity.ports.ts';
import { identityMail } from './identity-mail.ts';

const SETTINGS = {
  productName: 'Assay',
  publicUrl: 'https://assay.test',
  operator: { company: 'Operator', supportEmail: 'support@assay.test' },
};

describe('the mail about a change of a company’s login', () => {
  it.each(IDENTITY_CHANGES)('says of "%s" what it means, who did it when, and how to undo it', (change) => {
    const mail = identityMail(
      {
        to: 'owner@firm.example',
        workspaceName: 'Firm',
        change,
        what: 'firm.example',
        by: 'other@firm.example',
        at: new Date('2026-11-26T10:00:00Z'),
        key: `identity:${change}`,
      },
      SETTINGS,
    );
    expect(mail).toMatchObject({ to: 'owner@firm.example', link: 'https://assay.test/account/workspace' });
    expect(mail.subject).toMatch(/: Firm$/);
    for (const part of ['firm.example', 'other@firm.example', 'Any owner can undo it', 'support@assay.test', '2026']) {
      expect(mail.text).toContain(part);
    }
  });

  it('names nobody where another workspace proved the domain', () => {
    const facts = { to: 'o@firm.example', workspaceName: 'Firm', what: 'firm.example', key: 'k', at: new Date() };
    expect(identityMail({ ...facts, change: 'domain lost', by: null }, SETTINGS).text).not.toContain('Changed by');
  });
});

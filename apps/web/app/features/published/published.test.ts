import { globSync, readFileSync } from 'node:fs';
import { OPERATIONS } from '@assay/contracts/operations';
import { describe, expect, it } from 'vitest';
import { renderText, withPages } from '../../../tools/published-text.ts';
import { fillText } from './fill-text.ts';
import { LEGAL_DATE } from './legal-page.tsx';
import { timeInWords } from './text-facts.ts';

const FACTS = {
  product: 'Assay',
  company: 'Example Operator OÜ',
  support: 'support@example.org',
  licence: 'https://example.org/eula?a=1&b=2',
  site: 'assay.example.org',
  kept: '90 days',
  invoices: '8 years',
};

function read(relative: string) {
  return renderText(readFileSync(new URL(relative, import.meta.url), 'utf8'));
}

function legal(name: string) {
  const text = read(`./texts/${name}.text`);
  return { ...text, html: fillText(text.html, FACTS) };
}

/** How the terms name each call that changes something or downloads, and is open to a suspended account (5.3). */
const IN_THE_TERMS: Readonly<Record<string, string>> = {
  endSession: 'signing out',
  endAllSessions: 'signing out',
  stepUp: 'signing in',
  askStepUpPasskey: 'signing in',
  selectWorkspace: 'signing in',
  deleteAccount: 'deleting the account',
  closeWorkspace: 'closing one that has no other members',
  leaveWorkspace: 'leaving a company',
  partTelegram: 'parting a chat from the account',
  cancelSubscription: 'ending a plan',
  revokeShare: 'ending a plan or a shared link',
  fileDispute: 'disputing what we say of an address',
  receiptInvoice: 'your invoices',
  receiptCreditNote: 'your invoices',
};

describe('a published text', () => {
  it('leads to the page of another, and leaves other links as they are', () => {
    const second = '/somewhere/docs/method/2/README.md';
    expect(
      withPages('[in use](../README.md) and [code](../../README.md#a) and [web](https://a.example/b.md)', second),
    ).toBe('[in use](/method) and [code](../../README.md#a) and [web](https://a.example/b.md)');
    expect(withPages('[next](2/README.md#10-versions)', '/somewhere/docs/method/README.md')).toBe(
      '[next](/method/2#10-versions)',
    );
  });

  it('gives headings the ids that links in it use', () => {
    const { html, sections } = read('../../../../../docs/method/README.md');
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    for (const id of links) expect(html, id).toContain(`id="${id}"`);
    expect(sections.map(({ id }) => id)).toContain('7-worked-examples');
    expect(sections).toHaveLength(10);
  });

  it('leaves its own list of contents to the page', () => {
    expect(read('../../../../../docs/method/README.md').html).not.toContain('Contents:');
  });

  it('carries no HTML of its own, and needs a title', () => {
    expect(() => renderText('# Title\n\n<script>alert(1)</script>')).toThrow('no HTML of its own');
    expect(() => renderText('Just words')).toThrow('begins with a heading');
  });

  it('keeps what it is filled with as text, in words and in links', () => {
    const { html } = renderText('# T\n\n{company} and [here]({licence}) and [mail](mailto:{support})');
    const filled = fillText(html, { ...FACTS, company: '<b>"Firm" & Sons</b>' });
    expect(filled).toContain('&#60;b&#62;&#34;Firm&#34; &#38; Sons&#60;/b&#62;');
    expect(filled).toContain('href="https://example.org/eula?a=1&#38;b=2"');
    expect(filled).toContain('href="mailto:support@example.org"');
  });

  it('says when it asks for something nobody knows', () => {
    expect(() => fillText('<p>{constructor}</p>', FACTS)).toThrow('{constructor}');
  });
});

const ROOT = new URL('../../../../../', import.meta.url);

/** Of an event, which nothing keeps. */
const NOT_KEPT = 'assay:stale-chunk';

/** The names that the sources, without comments, give to cookies and to what stays in a tab; without what varies in them. */
function namesInBrowsers(): string[] {
  const files = globSync(['apps/server/src/platform/http/**/*.ts', 'apps/web/app/**/*.{ts,tsx}'], { cwd: ROOT });
  const names = files
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(new URL(file, ROOT), 'utf8').replaceAll(/^\s*(?:\/\*|\*|\/\/).*$/gm, ''))
    .filter((source) => /setCookie\(|document\.cookie|sessionStorage|localStorage|mayReload/.test(source))
    .flatMap((source) => [...source.matchAll(/['`}](assay[._:][\w-]*[a-z])/g)].map(([, name]) => name ?? ''));
  return [...new Set(names)].filter((name) => name !== NOT_KEPT);
}

describe('the privacy policy', () => {
  const { html, sections } = legal('privacy-policy');

  it('has sixteen sections, numbered', () => {
    expect(sections.map(({ title }) => title.split('.')[0])).toEqual(
      Array.from({ length: 16 }, (_, at) => `${at + 1}`),
    );
    expect(LEGAL_DATE).toEqual({ iso: '2024-01-09', words: '9 January 2024' });
    expect(html).toContain('law of Estonia and by the GDPR');
  });

  it('says that providers of blockchain data learn which address is looked up, and not who asked', () => {
    expect(html).toMatch(/Providers of blockchain data.*providers learn the address.*but not who asked/s);
    expect(html).toContain('The operator of the service can switch this off');
    expect(html).toContain('href="/sources"');
  });

  it('says that network addresses stay in the audit log, and what a second factor leaves here', () => {
    expect(html).toContain('<td>Email, network address and device in the audit log</td><td>400 days, or until you');
    expect(html).toContain('No fingerprint, face or PIN leaves your device.');
    expect(html).toContain('Members of a workspace see each other’s email address and role');
  });

  it('states for how long this installation keeps checks, planned withdrawals and invoices, and companies longer', () => {
    expect(html).toContain('<td>Checks in your history</td><td>90 days, or until you delete the account;');
    expect(html).toMatch(/<td>Planned withdrawals that a program asked about[^<]*<\/td><td>90 days, or until/);
    expect(html).toContain('up to ten years, if it names the law that asks for it');
    expect(html).toContain('<td>Invoices, with buyer and seller</td><td>8 years from the end of the year');
    expect([1, 90, 365, 1095].map(timeInWords)).toEqual(['1 day', '90 days', '1 year', '3 years']);
  });

  it('names every cookie, and everything else that the product keeps in a browser', () => {
    const names = namesInBrowsers();
    expect(names).toEqual(expect.arrayContaining(['assay_session', 'assay_known', 'assay_return', 'assay:seen']));
    expect(names.filter((name) => !html.includes(`<code>${name}`))).toEqual([]);
    expect(html).toMatch(/<code>assay_known<\/code><\/td><td>[^<]*<\/td><td>400 days from your last login/);
    expect(html).toMatch(/<code>assay_second_step<\/code><\/td><td>[^<]*<\/td><td>10 minutes/);
  });

  it('states the same times as the account of what is kept, for operators', () => {
    const rows = readFileSync(new URL('docs/operations/privacy.md', ROOT), 'utf8');
    const both = [
      [/Sign-in links: email[^|]*\| 7 days/, /Sign-in links<\/td><td>7 days/],
      [/Free grants, given and refused[^|]*\| 30 days/, /Free checks that were given or refused[^<]*<\/td><td>30 days/],
      [/How many answers without a charge[^|]*\| 30 days/, /How many answers you had[^<]*<\/td><td>30 days/],
      [/What mails reported[^|]*network address[^|]*\| 90 days/, /Messages about the security[^<]*<\/td><td>90 days/],
      [/In which browsers[^|]*\| 400 days/, /In which browsers[^<]*<\/td><td>400 days/],
      [/Batches: rows[^|]*\| 90 days after/, /Batches: lists[^<]*<\/td><td>90 days after/],
      [/each attempt to send one[^|]*\| 30 days/, /Events, each attempt[^<]*<\/td><td>30 days/],
      [/API keys: name[^|]*\| The workspace is closed/, /API keys: [^<]*<\/td><td>until the workspace is closed/],
      [/notes, views[^|]*\| As long as the check/, /Notes, views[^<]*<\/td><td>as long as the check/],
      [/Orders, payments[^|]*\| For good, without/, /Orders, payments[^<]*<\/td><td>for good, without/],
    ] as const;
    for (const [forOperators, forPeople] of both) {
      expect(rows).toMatch(forOperators);
      expect(html).toMatch(forPeople);
    }
  });

  it('says that a sign-in link can be made to work again, and which day its lists are of', () => {
    expect(html).toContain('makes the newest link that nobody used work for another 15 minutes');
    // The date at its beginning is given in the same words, and no other date is one of a change.
    expect(html).toContain(`last changed on the date at its beginning, ${LEGAL_DATE.words};`);
    expect(html).toMatch(/as it was on 29 November 2026: that date is of the lists alone/);
  });

  it('[LEGAL-02] keeps inquiries up to 3 years and answers within 1 month', () => {
    expect(html).toContain('<td>Inquiries and what belongs to them</td><td>up to 3 years</td>');
    expect(html).toContain('We answer within 1 month.');
  });
});

describe('the terms of service', () => {
  const { html, sections } = legal('terms-of-service');

  it('[LEGAL-04] [LEGAL-05] have the fourteen numbered sections', () => {
    expect(sections.map(({ title }) => title)).toEqual([
      '1. Binding nature',
      '2. Services, account creation and KYT checks',
      '3. Pricing',
      '4. Data protection',
      '5. Account suspension or termination',
      '6. Limitation of liability',
      '7. Indemnity',
      '8. Disclaimer',
      '9. Intellectual property',
      '10. Third-party content',
      '11. Entire agreement',
      '12. Miscellaneous',
      '13. Jurisdiction',
      '14. Contact',
    ]);
  });

  it('[LEGAL-06] lead to the privacy policy, the licence agreement and support', () => {
    expect(html).toContain('href="/privacy-policy"');
    expect(html).toContain('href="https://example.org/eula');
    expect(html).toContain('href="mailto:support@example.org"');
  });

  it('[LEGAL-07] cap liability at 50 USD', () => {
    expect(html).toContain('is limited to 50 USD in total');
  });

  it('[LEGAL-08] ask for legal age, no sanctions, and one account; duplicates are suspended', () => {
    expect(html).toContain('only if you are of legal age');
    expect(html).toContain('subject to sanctions');
    expect(html).toContain('a country that is under comprehensive sanctions');
    expect(html).toContain(
      'You may hold one account only. Further accounts of the same person or company are duplicates and are suspended',
    );
  });

  it('[BIZ-07] say whom the service is for: screening of wallets for compliance, for individuals and businesses', () => {
    expect(html).toMatch(/wallet screening for compliance \(AML and KYT/);
    for (const audience of [
      'individuals',
      'businesses',
      'P2P',
      'accept crypto as payment',
      'firms that take on customers',
    ]) {
      expect(html).toContain(audience);
    }
  });

  it('[LEGAL-09] let the operator suspend or terminate without notice', () => {
    expect(html).toContain(
      'We may suspend or terminate an account without notice, in particular where we suspect fraud, where sanctions are or may be breached, where the security of the account or of the service is compromised',
    );
  });

  it('say what a suspended account can still do, for every call that the rule of suspension leaves open', () => {
    const [, listed = ''] = /What stays open: ([^.]*)\./.exec(html) ?? [];
    const open = OPERATIONS.filter(
      ({ method, credentials, file, isRefusedToSuspended }) =>
        !isRefusedToSuspended &&
        (credentials === 'user' || credentials === 'optional') &&
        (method !== 'GET' || (file !== null && credentials === 'user')),
    );
    expect(open.map(({ id }) => id).sort()).toEqual(Object.keys(IN_THE_TERMS).sort());
    for (const words of Object.values(IN_THE_TERMS)) expect(`signing in, ${listed}`).toContain(words);
    expect(html).toContain('you cannot run checks, buy, download or change anything');
  });

  it('name the operator, an Estonian private limited company, and Estonian law', () => {
    expect(html).toContain('Example Operator OÜ, a private limited company (osaühing) under the law of Estonia');
    expect(html).toContain('These terms are governed by the law of Estonia');
  });
});

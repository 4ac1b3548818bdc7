import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { operatorOnReports, SOCIAL_NETWORKS, shownOperator, unnamedOperatorSettings } from './operator-settings.ts';

const NEEDED = { OPERATOR_COMPANY: 'Probeer OÜ', SUPPORT_EMAIL: 'help@probeer.ee' };
const ALL = {
  ...NEEDED,
  SALES_EMAIL: 'sales@probeer.ee',
  BLOG_URL: 'https://probeer.ee/blog',
  EULA_URL: 'https://probeer.ee/eula',
  BOT_USERNAME: 'probeer_bot',
  ...Object.fromEntries(SOCIAL_NETWORKS.map((name) => [`SOCIAL_${name.toUpperCase()}_URL`, `https://${name}.ee/p`])),
};
const SITE = 'https://assay.probeer.ee';

describe('the settings that name the operator', () => {
  it('print who issued a report only where they name somebody', () => {
    expect(operatorOnReports(readConfig({}).operator)).toBeNull();
    const named = { OPERATOR_COMPANY: 'Firm OÜ', SUPPORT_EMAIL: 'help@firm.ee' };
    expect(operatorOnReports(readConfig(named).operator)).toEqual({ name: 'Firm OÜ', contact: 'help@firm.ee' });
  });

  it('are two: company and support email', () => {
    expect(unnamedOperatorSettings(readConfig({}).operator)).toEqual(Object.keys(NEEDED));
    expect(unnamedOperatorSettings(readConfig(NEEDED).operator)).toEqual([]);
    expect(unnamedOperatorSettings(readConfig(ALL).operator)).toEqual([]);
  });

  it('must not name example.org, whichever is given', () => {
    const { operator } = readConfig({
      ...ALL,
      SALES_EMAIL: 'a@mail.example.org',
      SOCIAL_X_URL: 'https://example.org/x',
    });
    expect(unnamedOperatorSettings(operator)).toEqual(['SALES_EMAIL', 'SOCIAL_X_URL']);
    expect(unnamedOperatorSettings(readConfig({ ...ALL, SUPPORT_EMAIL: 'a@example.org' }).operator)).toEqual([
      'SUPPORT_EMAIL',
    ]);
  });

  it('refuse what is no address, no page and no bot', () => {
    const wrong = { SUPPORT_EMAIL: 'nobody', BLOG_URL: 'javascript:alert(1)', BOT_USERNAME: '@bot' };
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be `);
    }
  });
});

describe('what pages show of the operator', () => {
  it('leaves out what is not set where others can connect: sales uses the support address, the licence link the terms', () => {
    const shown = shownOperator(readConfig(NEEDED).operator, { isReachable: true, publicUrl: SITE });
    expect(shown).toMatchObject({
      company: 'Probeer OÜ',
      supportEmail: 'help@probeer.ee',
      salesEmail: 'help@probeer.ee',
      blogUrl: null,
      licenceUrl: `${SITE}/terms-of-service`,
      botUsername: null,
    });
    expect(Object.values(shown.socialUrls)).toEqual(SOCIAL_NETWORKS.map(() => null));
    expect(JSON.stringify(shown)).not.toContain('example.org');
  });

  it('is whatever is set', () => {
    const shown = shownOperator(readConfig(ALL).operator, { isReachable: true, publicUrl: SITE });
    expect(shown).toMatchObject({
      salesEmail: 'sales@probeer.ee',
      blogUrl: 'https://probeer.ee/blog',
      licenceUrl: 'https://probeer.ee/eula',
      socialUrls: { x: 'https://x.ee/p', telegram: 'https://telegram.ee/p' },
    });
  });

  it('is complete on one’s own machine, with example addresses', () => {
    const shown = shownOperator(readConfig({}).operator, { isReachable: false, publicUrl: 'http://localhost:3000' });
    expect(shown).toMatchObject({ salesEmail: 'sales@example.org', blogUrl: 'https://blog.example.org' });
    for (const network of SOCIAL_NETWORKS) expect(shown.socialUrls[network]).toBe(`https://${network}.example.org`);
  });
});

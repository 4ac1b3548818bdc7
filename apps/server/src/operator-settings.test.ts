import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { SOCIAL_NETWORKS, unnamedOperatorSettings } from './operator-settings.ts';

const REAL = {
  OPERATOR_COMPANY: 'Probeer OÜ',
  SUPPORT_EMAIL: 'help@probeer.ee',
  SALES_EMAIL: 'sales@probeer.ee',
  BLOG_URL: 'https://probeer.ee/blog',
  EULA_URL: 'https://probeer.ee/eula',
  BOT_USERNAME: 'probeer_bot',
  ...Object.fromEntries(SOCIAL_NETWORKS.map((name) => [`SOCIAL_${name.toUpperCase()}_URL`, `https://${name}.ee/p`])),
};

describe('the settings that name the operator', () => {
  it('name nobody as long as nobody is given', () => {
    const { operator } = readConfig({});
    expect(operator.supportEmail).toBe('support@example.org');
    expect(Object.keys(operator.socialUrls)).toHaveLength(6);
    expect(unnamedOperatorSettings(operator)).toEqual(
      expect.arrayContaining(Object.keys(REAL)) as unknown as readonly string[],
    );
    expect(unnamedOperatorSettings(operator)).toHaveLength(Object.keys(REAL).length);
  });

  it('are complete when each is given, and name the one that is not', () => {
    expect(unnamedOperatorSettings(readConfig(REAL).operator)).toEqual([]);
    expect(unnamedOperatorSettings(readConfig({ ...REAL, BLOG_URL: '' }).operator)).toEqual(['BLOG_URL']);
    expect(unnamedOperatorSettings(readConfig({ ...REAL, SALES_EMAIL: 'a@mail.example.org' }).operator)).toEqual([
      'SALES_EMAIL',
    ]);
  });

  it('refuse what is no address, no page and no bot', () => {
    const wrong = { SUPPORT_EMAIL: 'nobody', BLOG_URL: 'javascript:alert(1)', BOT_USERNAME: '@bot' };
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be `);
    }
  });
});

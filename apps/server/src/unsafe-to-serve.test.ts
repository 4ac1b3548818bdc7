import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { SOCIAL_NETWORKS } from './operator-settings.ts';
import { unsafeToServe } from './unsafe-to-serve.ts';

const MAIL = { SMTP_URL: 'smtp://mail.firm.example', MAIL_FROM: 'links@firm.example' };
const NAMED = {
  ...MAIL,
  OPERATOR_COMPANY: 'Firm OÜ',
  SUPPORT_EMAIL: 'help@firm.example',
  SALES_EMAIL: 'sales@firm.example',
  BLOG_URL: 'https://blog.firm.example',
  ...Object.fromEntries(SOCIAL_NETWORKS.map((name) => [`SOCIAL_${name.toUpperCase()}_URL`, `https://${name}.example`])),
  EULA_URL: 'https://firm.example/eula',
  BOT_USERNAME: 'firm_bot',
};

describe('a server', () => {
  it.each([
    {},
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://assay.firm.example', ...NAMED },
    { HOST: '0.0.0.0', ...NAMED },
  ])('may open with %j', (environment) => {
    expect(unsafeToServe(readConfig(environment))).toEqual([]);
  });

  it.each([
    [{ ...NAMED, PUBLIC_URL: 'http://assay.firm.example' }, ['PUBLIC_URL']],
    [{ ...NAMED, HOST: '0.0.0.0', SMTP_URL: '' }, ['SMTP_URL']],
    [{ ...NAMED, HOST: '0.0.0.0', MAIL_FROM: '' }, ['MAIL_FROM']],
    [{ ...NAMED, PUBLIC_URL: 'https://assay.firm.example', SUPPORT_EMAIL: 'a@mail.example.org' }, ['SUPPORT_EMAIL']],
    [{ ...NAMED, HOST: '::', BOT_USERNAME: '', EULA_URL: '' }, ['EULA_URL', 'BOT_USERNAME']],
  ])('stays shut with %j', (environment, names) => {
    const reasons = unsafeToServe(readConfig(environment));
    expect(reasons.map((reason) => reason.split(' ')[0])).toEqual(names);
  });
});

import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { unsafeToServe } from './sign-in-settings.ts';

const MAIL = { SMTP_URL: 'smtp://mail.firm.example', MAIL_FROM: 'links@firm.example' };

describe('the settings of signing in', () => {
  it('are read as lists, in lower case', () => {
    const { signIn } = readConfig({
      ADMIN_EMAILS: 'Boss@Firm.example, second@firm.example',
      EMAIL_DOMAINS_BLOCKED: 'a.example b.example',
    });
    expect(signIn.adminEmails).toEqual(['boss@firm.example', 'second@firm.example']);
    expect(signIn.domains).toEqual({ blocked: ['a.example', 'b.example'], allowed: [] });
  });

  it('name what is wrong and never what was given', () => {
    const wrong = {
      AUTH_SECRET: 'secret',
      ADMIN_EMAILS: 'secret',
      EMAIL_DOMAINS_BLOCKED: 'secret',
      EMAIL_DOMAINS_ALLOWED: '@secret.example',
      SMTP_URL: 'https://user:secret@mail.example',
      MAIL_FROM: 'secret',
    };
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be `);
      expect(() => readConfig({ [name]: value })).not.toThrow(/secret\.|'secret|:secret/);
    }
  });

  it.each([
    {},
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://assay.firm.example', ...MAIL },
    { HOST: '0.0.0.0', ...MAIL },
  ])('let a server open with %j', (environment) => {
    expect(unsafeToServe(readConfig(environment))).toEqual([]);
  });

  it.each([
    [{ PUBLIC_URL: 'http://assay.firm.example', ...MAIL }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'https://assay.firm.example' }, ['SMTP_URL', 'MAIL_FROM']],
    [{ HOST: '0.0.0.0' }, ['SMTP_URL', 'MAIL_FROM']],
    [{ HOST: '0.0.0.0', SMTP_URL: MAIL.SMTP_URL }, ['MAIL_FROM']],
  ])('keep one shut with %j', (environment, names) => {
    const reasons = unsafeToServe(readConfig(environment));
    expect(reasons.map((reason) => reason.split(' ')[0])).toEqual(names);
  });
});

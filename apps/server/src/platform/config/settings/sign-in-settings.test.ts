import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

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
      MAILBOX_SECRET: 'secret',
      ADMIN_EMAILS: 'secret',
      EMAIL_DOMAINS_BLOCKED: 'secret',
      EMAIL_DOMAINS_ALLOWED: '@secret.example',
      SMTP_URL: 'smtp://user:secret@mail.example?ignoreTLS=true',
      MAIL_FROM: 'secret',
    };
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be `);
      expect(() => readConfig({ [name]: value })).not.toThrow(/secret\.|'secret|:secret/);
    }
  });
});

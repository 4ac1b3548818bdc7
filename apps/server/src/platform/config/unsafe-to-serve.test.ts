import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { unsafeToServe, warningsToServe } from './unsafe-to-serve.ts';

const MAIL = { SMTP_URL: 'smtp://mail.firm.example', MAIL_FROM: 'links@firm.example' };
/** With an https PUBLIC_URL these are all that a server needs which others can reach. */
const NAMED = { ...MAIL, OPERATOR_COMPANY: 'Firm OÜ', SUPPORT_EMAIL: 'help@firm.example' };

const OPEN = { HOST: '0.0.0.0', PUBLIC_URL: 'https://assay.firm.example' };

describe('a server', () => {
  it.each([
    {},
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://assay.firm.example', ...NAMED },
    { HOST: '127.0.0.1', PUBLIC_URL: 'https://assay.firm.example', ...NAMED },
  ])('may open with %j', (environment) => {
    expect(unsafeToServe(readConfig(environment))).toEqual([]);
  });

  it.each([
    [{ ...NAMED, PUBLIC_URL: 'http://assay.firm.example' }, ['PUBLIC_URL']],
    [{ ...NAMED, HOST: '0.0.0.0' }, ['PUBLIC_URL']],
    [{ ...NAMED, HOST: '::' }, ['PUBLIC_URL']],
    [{ ...NAMED, HOST: '192.168.1.2', PUBLIC_URL: 'http://localhost:3000' }, ['PUBLIC_URL']],
    [{ ...NAMED, ...OPEN, SMTP_URL: '' }, ['SMTP_URL']],
    [{ ...NAMED, ...OPEN, MAIL_FROM: '' }, ['MAIL_FROM']],
    [{ ...NAMED, PUBLIC_URL: 'https://assay.firm.example', SUPPORT_EMAIL: 'a@mail.example.org' }, ['SUPPORT_EMAIL']],
    [
      { ...NAMED, ...OPEN, EULA_URL: 'https://example.org/eula', OPERATOR_COMPANY: '' },
      ['OPERATOR_COMPANY', 'EULA_URL'],
    ],
    [{ ...NAMED, ...OPEN, BOT_TOKEN: `123456789:${'a'.repeat(35)}` }, ['BOT_USERNAME']],
    [{ HOST: '0.0.0.0' }, ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'OPERATOR_COMPANY', 'SUPPORT_EMAIL']],
  ])('stays shut with %j', (environment, names) => {
    const reasons = unsafeToServe(readConfig(environment));
    expect(reasons.map((reason) => reason.split(' ')[0])).toEqual(names);
  });
});

describe('a server that runs as root', () => {
  it('is warned of, and no other', () => {
    const config = readConfig({});
    expect(warningsToServe(config, 0).join()).toContain('runs as root');
    expect(warningsToServe(config, 1000)).toEqual([]);
  });
});

describe('a server for others', () => {
  const PUBLIC_URL = 'https://assay.firm.example';

  it('fetches the publishers’ lists every six hours unless the setting says otherwise, and one for this machine never', () => {
    const hoursOf = (environment: Record<string, string>) => readConfig(environment).labelUpdates.everyHours;
    expect(hoursOf({ PUBLIC_URL })).toBe(6);
    expect(hoursOf({ PUBLIC_URL, LABELS_UPDATE_HOURS: '24' })).toBe(24);
    expect(hoursOf({ PUBLIC_URL, LABELS_UPDATE_HOURS: '0' })).toBe(0);
    expect(hoursOf({})).toBe(0);
    expect(hoursOf({ PUBLIC_URL: 'http://localhost:3000' })).toBe(0);
  });

  it('is warned of where its lists of sanctions are never fetched', () => {
    expect(warningsToServe(readConfig({ PUBLIC_URL }), 1000)).toEqual([]);
    const never = readConfig({ PUBLIC_URL, LABELS_UPDATE_HOURS: '0' });
    expect(warningsToServe(never, 1000).join()).toContain('lists of sanctions stay as old as they are');
  });
});

import { describe, expect, it } from 'vitest';
import { mailDomainOf, refusingLimit } from './grants.policy.ts';

const LIMITS = { perNetwork: 5, perDomain: 10, perDay: 200 };
const TEN = { ofNetwork: 0, ofDomain: LIMITS.perDomain, ofInstallation: 0 };

function limitOf(email: string) {
  return refusingLimit('sign-up', { network: null, domain: mailDomainOf(email) }, TEN, LIMITS);
}

describe('the domain that a gift counts for', () => {
  it.each([
    ['u@box7.pp.ua', 'pp.ua'],
    ['u@a.box7.dynu.net', 'dynu.net'],
    ['u@box7.spb.ru', 'spb.ru'],
    ['u@box7.msk.ru', 'msk.ru'],
    ['u@box7.za.com', 'za.com'],
    ['u@box7.spymac.com', '*.spymac.com'],
    ['u@box7.gmail.com', '*.gmail.com'],
    ['u@b.firm.co.uk', 'firm.co.uk'],
    ['u@duck.com', 'duck.com'],
    ['u@privaterelay.appleid.com', 'appleid.com'],
    ['u@name.mozmail.com', 'mozmail.com'],
    ['u@slmail.me', 'slmail.me'],
    ['u@name.anonaddy.com', 'anonaddy.com'],
    ['u@33mail.com', '33mail.com'],
  ])('of %s is %s, and is full after the gifts of a day', (email, domain) => {
    expect(mailDomainOf(email)).toBe(domain);
    expect(limitOf(email)).toBe('domain');
  });

  it.each([
    ...['gmail.com', 'mail.ru', 'fastmail.com', 'tutanota.com', 'tuta.com', 'posteo.de', 'gmx.ch', 'mailfence.com'],
    ...['startmail.com', 'zohomail.com', 'yandex.kz', 'yandex.az', 'icloud.com'],
  ])('is never full at %s, where anyone can have a mailbox', (domain) => {
    expect(limitOf(`u@${domain}`)).toBeNull();
  });
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMailboxHash, domainOf, formerMailboxKey, mailboxKey } from './mailbox.ts';

describe('the mailbox behind an address', () => {
  it.each([
    ['J.Doe+news@GoogleMail.com', 'jdoe@gmail.com'],
    ['j.d.o.e@gmail.com', 'jdoe@gmail.com'],
    ['J.Doe+news@firm.example', 'j.doe@firm.example'],
    ['+tag@firm.example', '+tag@firm.example'],
    ['a+b+c@firm.example', 'a@firm.example'],
    ['J.Doe_x-y+shop@pm.me', 'jdoexy@proton.me'],
    ['jdoexy@protonmail.com', 'jdoexy@proton.me'],
    ['jdoexy@proton.me', 'jdoexy@proton.me'],
    ['Ivan.Petrov+a@ya.ru', 'ivan-petrov@yandex.ru'],
    ['ivan-petrov@yandex.com', 'ivan-petrov@yandex.ru'],
    ['ivan_petrov@yandex.ru', 'ivan_petrov@yandex.ru'],
    ['Ivan.Petrov@yandex.com.am', 'ivan-petrov@yandex.ru'],
    ['ivan-petrov@yandex.lt', 'ivan-petrov@yandex.ru'],
    ['Bob+shop@me.com', 'bob@icloud.com'],
    ['bob@mac.com', 'bob@icloud.com'],
    ['b.ob@icloud.com', 'b.ob@icloud.com'],
    ['shop@mara.fastmail.com', 'mara@fastmail.com'],
    ['mara+shop@fastmail.com', 'mara@fastmail.com'],
    ['shop@mara.fastmail.fm', 'mara@fastmail.fm'],
    ['m.a-r_a@fastmail.com', 'm.a-r_a@fastmail.com'],
    ['...@proton.me', '...@proton.me'],
    ['a.b-c@protonmail.example', 'a.b-c@protonmail.example'],
  ])('of %s is %s', (email, key) => {
    expect(mailboxKey(email)).toBe(key);
  });

  it('was folded for Gmail alone before', () => {
    expect(formerMailboxKey('J.Doe+a@googlemail.com')).toBe('jdoe@gmail.com');
    expect(formerMailboxKey('J.Doe+a@pm.me')).toBe('j.doe@pm.me');
  });

  it('maps to itself, and keeps the domain of its address except for providers with several', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(mailboxKey(mailboxKey(email))).toBe(mailboxKey(email));
        if (!/gmail|googlemail|proton|pm\.me|yandex|ya\.ru|narod|fastmail|@(?:me|mac|icloud)\.com/i.test(email))
          expect(domainOf(mailboxKey(email))).toBe(domainOf(email));
      }),
    );
  });
});

describe('the hash of a mailbox', () => {
  const secret = new Uint8Array(32).fill(1);

  it('is the same for the same mailbox and key, and differs with another key', () => {
    const hash = buildMailboxHash(secret)('jdoe@gmail.com');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(buildMailboxHash(secret)('jdoe@gmail.com')).toBe(hash);
    expect(buildMailboxHash(secret)('jdoe@firm.example')).not.toBe(hash);
    expect(buildMailboxHash(new Uint8Array(32).fill(2))('jdoe@gmail.com')).not.toBe(hash);
    expect(createHash('sha256').update('jdoe@gmail.com').digest('hex')).not.toBe(hash);
    expect(() => buildMailboxHash(new Uint8Array(31))).toThrow(RangeError);
  });
});

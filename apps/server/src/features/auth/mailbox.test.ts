import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMailboxHash, domainOf, mailboxKey } from './mailbox.ts';

describe('the mailbox behind an address', () => {
  it.each([
    ['J.Doe+news@GoogleMail.com', 'jdoe@gmail.com'],
    ['j.d.o.e@gmail.com', 'jdoe@gmail.com'],
    ['J.Doe+news@firm.example', 'j.doe@firm.example'],
    ['+tag@firm.example', '+tag@firm.example'],
    ['a+b+c@firm.example', 'a@firm.example'],
  ])('of %s is %s', (email, key) => {
    expect(mailboxKey(email)).toBe(key);
  });

  it('maps to itself, and keeps the domain of its address except for Gmail’s two domains', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(mailboxKey(mailboxKey(email))).toBe(mailboxKey(email));
        if (!/@(?:gmail|googlemail)\.com$/i.test(email)) expect(domainOf(mailboxKey(email))).toBe(domainOf(email));
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

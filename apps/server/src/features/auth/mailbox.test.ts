import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainOf, mailboxKey } from './mailbox.ts';

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

  it('is its own mailbox, and has the domain of its address but for Gmail’s two names', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(mailboxKey(mailboxKey(email))).toBe(mailboxKey(email));
        if (!/@(?:gmail|googlemail)\.com$/i.test(email)) expect(domainOf(mailboxKey(email))).toBe(domainOf(email));
      }),
    );
  });
});

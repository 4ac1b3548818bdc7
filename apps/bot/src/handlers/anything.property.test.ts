import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useBot } from '../test/bot-fixture.ts';

const fixture = useBot();

/** Arbitrary messages: any characters, markup, commands, near-addresses, very long texts. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4_096 }),
  fc.stringMatching(/^[<>&"'/a-z\]){}_*`~#+=|.!-]{1,80}$/),
  fc.stringMatching(/^\/[a-z_]{1,32}(@[a-z_]{5,20})?( [\w-]{1,64})?$/),
  fc.stringMatching(/^\/tx [\w:.-]{1,90}$/),
  fc.stringMatching(/^https:\/\/etherscan\.io\/tx\/0x[0-9a-f]{60,68}$/),
  fc.stringMatching(/^\/start [\w-]{1,64}$/),
  fc.stringMatching(/^(0x|bc1|T|r|1|3|addr1)[0-9a-zA-Z]{8,110}$/),
);

it('answers anything that is written with one message, and counts nothing of it as a fault', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const kadri = fixture.person();
      kadri.send(text);
      await kadri.finds(`an answer to ${JSON.stringify(text)}`, () => true);
      await fixture.telegram.settled();
      expect(fixture.server.spent()).toBe(fixture.server.checks.filter(({ charged }) => charged).length);
    }),
    { numRuns: 60 },
  );
  expect(fixture.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
}, 60_000);

it('answers any data of a button, also what no button carries', async () => {
  const kadri = fixture.person();
  kadri.start();
  const { message } = await kadri.reads('Send me a wallet address');
  const names = [
    'moves',
    'payment',
    'pick',
    'assets',
    'address',
    'show',
    'again',
    'pdf',
    'share',
    'history',
    'amount',
    'pay',
    'join',
  ];
  const anyData = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 16 }),
    fc.tuple(fc.constantFrom(...names), fc.stringMatching(/^[\w:-]{0,50}$/)).map(([name, rest]) => `${name}:${rest}`),
    fc.constantFrom(...names).map((name) => `${name}:${'0123456789abcdef'.repeat(2)}`),
  );
  await fc.assert(
    fc.asyncProperty(anyData, async (data) => {
      const ott = fixture.person();
      await ott.answered(ott.pressData(data, { ...message, chat: ott.chat } as typeof message));
      await fixture.telegram.settled();
    }),
    { numRuns: 60 },
  );
  expect(fixture.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
}, 60_000);

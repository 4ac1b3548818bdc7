import { expect, it } from 'vitest';
import { useBot } from '../test/bot-fixture.ts';

const fixture = useBot();

it('takes a wallet from /start to its stars', async () => {
  const kadri = fixture.person();
  kadri.start();
  await kadri.reads('You have 3 checks to spend. No registration.');
  kadri.send('TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G');
  await kadri.reads('Which asset?');
  kadri.press('USDT · TRX');
  const { message } = await kadri.reads('★★☆☆☆ 2 of 5 stars');
  expect(message.text).toContain('2 checks left.');
  expect(fixture.server.spent()).toBe(1);
});

import { startPayloadOf } from '@assay/contracts/client';
import { piecesOf } from '@assay/testkit/secrets';
import { buttonsOf } from '@assay/testkit/telegram';
import { describe, expect, it } from 'vitest';
import { useBot } from '../test/bot-fixture.ts';
import { notRated } from '../test/results.ts';

const ID = '5a03268cdff958f836075b19dfd60dfeed22b3cb14655223c279a8d573564683';
const LINK = `https://tronscan.org/#/transaction/${ID}`;
const PAID = 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU';
const KEY_OR_ID = 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262';

const fixture = useBot();

/** Somebody who sees what a transaction moved. */
async function asked(text = `/tx ${ID}`, languageCode?: string) {
  fixture.server.transactions.seed(ID);
  fixture.server.transactions.seed(LINK);
  const kadri = fixture.person(languageCode);
  kadri.send(text);
  const { message } = await kadri.reads(PAID);
  return { kadri, message };
}

describe('a transaction', () => {
  it.each([`/tx ${ID}`, LINK, `is this fine? ${LINK}`, `/check ${LINK}`])(
    'shows what it moved and asks whose payment is meant, and spends nothing: %s',
    async (text) => {
      const { message } = await asked(text);
      expect(message.text).toContain('What it moved of USDT (TRX)');
      expect(message.text).toContain(`2. ${PAID}\n    received 20 USDT`);
      expect(message.text).toContain('One check will be spent. The same payment is free again for 24 hours.');
      expect(buttonsOf(message).map((one) => one.text)).toEqual([
        '1 · paid 20 USDT',
        '2 · received 20 USDT',
        'It moved TRX too',
      ]);
      expect(fixture.server.spent()).toBe(0);
      expect(fixture.server.checks).toEqual([]);
    },
  );

  it('is rated by the payment that is picked: stars, sentence, side, link and share, for one check', async () => {
    const { kadri } = await asked();
    kadri.press('2 · received 20 USDT');
    const { message } = await kadri.reads('2 of 5 stars');
    expect(message.text).toContain('High risk. Mixer source.');
    expect(message.text).toContain('Two stars: 34.2% of incoming value comes straight from mixers');
    expect(message.text).toContain(`Only this deposit is rated, by transaction ${ID}`);
    expect(message.text).toContain(PAID);
    expect(message.text).toContain('2 checks left.');
    const [check] = fixture.server.checks;
    expect(kadri.linkOf('Full report')).toBe(`https://assay.example.org/riskcheck/${check?.id}`);
    // Checked again would be its address.
    expect(buttonsOf(message).map(({ text }) => text)).toEqual(['Full report', 'PDF', 'Share']);
    kadri.press('Share');
    await kadri.reads('Anyone with this link can open the result:');
    const ott = fixture.person();
    ott.start(startPayloadOf({ kind: 'result', subId: check?.id ?? '' }) ?? '');
    await ott.reads(`Only this deposit is rated, by transaction ${ID}`);
    kadri.send('/history');
    await kadri.reads('USDT (TRX) TEtJT…2aGKU (one deposit)');
  });

  it('is free again, and the other side is another payment', async () => {
    const { kadri } = await asked();
    kadri.press('2 · received 20 USDT');
    await kadri.reads('2 checks left.');
    kadri.send(`/tx ${ID}`);
    await kadri.reads('What it moved');
    kadri.press('2 · received 20 USDT');
    await kadri.reads('This one was free. 2 checks left.');
    kadri.send(`/tx ${ID}`);
    await kadri.reads('What it moved');
    kadri.press('1 · paid 20 USDT');
    await kadri.reads('1 check left.');
    expect(fixture.server.spent()).toBe(2);
  });

  it('asks for the network, and for another asset', async () => {
    fixture.server.transactions.seedOnTwo(ID);
    const kadri = fixture.person();
    kadri.send(`/tx ${ID}`);
    await kadri.reads('Which network?');
    kadri.press('Tron');
    await kadri.reads('What it moved of USDT (TRX)');
    kadri.press('It moved TRX too');
    await kadri.reads('What it moved of TRX');
    kadri.press('It moved USDT (TRX) too');
    await kadri.reads('received 20 USDT');
  });

  it('that waits for a block says so, and offers only what was received', async () => {
    const { transactions } = fixture.server;
    transactions.seed(ID);
    const moved = transactions.known.get(ID);
    if (moved?.is !== 'moved') expect.fail('nothing is moved');
    const sides = moved.sides.map((side) => ({ ...side, withdrawal: null }));
    transactions.known.set(ID, { ...moved, sides, is_pending: true });
    const kadri = fixture.person();
    kadri.send(`/tx ${ID}`);
    const { text = '' } = (await kadri.reads('Not confirmed yet')).message;
    expect(text).toContain('received 20 USDT');
    expect(text).not.toContain('paid 20 USDT');
    kadri.press('1 · received 20 USDT');
    await kadri.reads('2 of 5 stars');
  });

  it('takes the address beside it for the side', async () => {
    const { kadri } = await asked(`/tx ${ID} ${PAID}`);
    expect(fixture.server.bodies).toContain(JSON.stringify({ transaction: ID, side: PAID }));
    kadri.press('2 · received 20 USDT');
    await kadri.reads('2 of 5 stars');
  });

  it('that cannot be rated says why, in the language of the chat, and spends nothing', async () => {
    const [kadri, vera] = [fixture.person(), fixture.person('ru')];
    kadri.send(LINK);
    await kadri.reads('No record of this transaction is stored. Nothing was spent.');
    vera.send(LINK);
    await vera.reads('Записей об этой транзакции нет.');
    fixture.server.fail(/POST .*transactions$/, 'TransactionNotRated');
    kadri.send('/tx 123');
    await kadri.reads('This transaction cannot be rated. Nothing was spent.');
    kadri.send('/tx');
    await kadri.reads('Send /tx and the id of a transaction');
    expect(fixture.server.spent()).toBe(0);
  });

  it('of 64 digits is asked about first, and none of the digits is sent or kept before /tx names them', async () => {
    const kadri = fixture.person();
    kadri.send(KEY_OR_ID);
    await kadri.reads('Is this a private key or a transaction id?');
    kadri.press('A transaction id');
    await kadri.reads('Please send it once more after /tx');
    await fixture.telegram.settled();
    const seen = [...fixture.server.requests, ...fixture.server.bodies, ...fixture.logged].join('\n');
    expect(piecesOf(KEY_OR_ID).filter((piece) => seen.includes(piece))).toEqual([]);
  });

  it('after /tx is no way around the warning about secrets', async () => {
    const kadri = fixture.person();
    kadri.send('/tx legal winner thank year wave sausage worth useful legal winner thank yellow');
    await kadri.reads('This looks like a seed phrase.');
    expect(fixture.server.requests.filter((one) => one.includes('transactions'))).toEqual([]);
  });
});

describe('who wants payments rated for nothing', () => {
  it('spends one check for one button, however often it is pressed', async () => {
    const { kadri, message } = await asked();
    fixture.server.delayMs = 50;
    const [, received] = buttonsOf(message);
    const data = received !== undefined && 'callback_data' in received ? received.callback_data : '';
    for (let count = 0; count < 5; count += 1) kadri.pressData(data, message);
    await kadri.reads('2 checks left.');
    await fixture.telegram.settled();
    expect(fixture.server.checks).toHaveLength(1);
    expect(fixture.server.spent()).toBe(1);
  });

  it('gets nothing without a check left, and the payment back where it has no rating', async () => {
    const { kadri } = await asked();
    fixture.server.results.set(PAID, notRated());
    kadri.press('2 · received 20 USDT');
    await kadri.reads('This one was free. 3 checks left.');
    fixture.server.person(kadri.id).own = 0;
    kadri.send(`/tx ${ID}`);
    await kadri.reads('What it moved');
    kadri.press('1 · paid 20 USDT');
    await kadri.reads('You don’t have enough checks.');
    fixture.server.person(kadri.id).own = 1;
    kadri.press('Try again');
    await kadri.reads('No checks left');
    expect(fixture.server.spent()).toBe(1);
  });

  it('cannot press the buttons of another in a group, nor buttons that name nothing', async () => {
    fixture.server.transactions.seed(LINK);
    const [kadri, ott] = [fixture.person(), fixture.person()];
    const group = fixture.telegram.group('Traders');
    kadri.send(`/check@${fixture.telegram.username} ${LINK}`, { in: group });
    const { message } = await kadri.reads('received 20 USDT', { in: group });
    expect((await ott.answered(ott.press('2 · received 20 USDT', { in: group }))).text).toContain(
      'These buttons are for the person who asked.',
    );
    kadri.pressData(`payment:${'A'.repeat(22)}`, message);
    await kadri.reads('I no longer know this transaction. Please send it again.', { in: group });
    expect(fixture.server.spent()).toBe(0);
  });

  it('is not answered while suspended', async () => {
    const kadri = fixture.person();
    fixture.server.person(kadri.id).isSuspended = true;
    kadri.send(LINK);
    await kadri.reads('This account is suspended');
  });
});

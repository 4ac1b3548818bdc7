import { KEYS, PHRASES, piecesOf, WALLET_FILES } from '@assay/testkit/secrets';
import { badRequest, buttonsOf, tooManyRequests } from '@assay/testkit/telegram';
import { describe, expect, it } from 'vitest';
import { useBot } from '../test/bot-fixture.ts';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const NEAR = 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262';
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const fixture = useBot();

describe('a person', () => {
  it('receives what this is, and that keys are never asked for', async () => {
    const kadri = fixture.person();
    kadri.send('/help');
    const { message } = await kadri.reads('How to check');
    expect(message.text).toContain('I never ask for private keys or seed phrases');
    for (const command of ['/history', '/balance', '/link', '/language', '/privacy']) {
      expect(message.text).toContain(command);
    }
    expect(message.text).toContain(`/check@${fixture.telegram.username}`);
  });

  it('who pastes a secret is warned what it was and what to do; it is neither sent, kept, quoted nor logged', async () => {
    const kadri = fixture.person();
    const kinds = ['private key', 'extended private key', 'seed phrase', 'wallet file', 'encrypted key'];
    const pasted = kinds.map((wanted) => [...KEYS, ...WALLET_FILES, ...PHRASES].find(({ kind }) => kind === wanted));
    for (const one of pasted) kadri.send(one?.text ?? '');
    for (const name of ['a private key', 'an extended private key', 'a seed phrase', 'a wallet or key file']) {
      const { message } = await kadri.reads(`This looks like ${name}.`);
      expect(message.text).toContain('Delete your message now and move the money to a new wallet');
      expect(message.reply_to_message).toBeUndefined();
    }
    await kadri.reads('This looks like an encrypted private key.');
    kadri.send(`/check ${PHRASE}`);
    kadri.edit(kadri.send('hello'), PHRASE);
    await fixture.telegram.settled();
    const said = kadri.fromBot().map(({ message }) => message.text ?? '');
    expect(said.filter((text) => text.startsWith('This looks like'))).toHaveLength(7);
    const seen = [...fixture.server.requests, ...fixture.server.bodies, ...fixture.logged, ...said].join('\n');
    const texts = [PHRASE, ...pasted.map((one) => one?.text ?? '')];
    expect(texts.flatMap(piecesOf).filter((piece) => seen.includes(piece))).toEqual([]);
  });

  it('who pastes 64 digits says first whether they are a key or a transaction id', async () => {
    const kadri = fixture.person();
    kadri.send(`0x${NEAR}`);
    await kadri.reads('Is this a private key or a transaction id?');
    kadri.press('A private key');
    await kadri.reads('This looks like a private key.');
    kadri.send(`/check ${NEAR}`);
    await kadri.reads('Is this a private key or a transaction id?');
    kadri.press('A transaction id');
    await kadri.reads('Please send it once more after /tx');
    const said = kadri.fromBot().map(({ message }) => message.text ?? '');
    const seen = [...fixture.server.requests, ...fixture.server.bodies, ...fixture.logged, ...said].join('\n');
    expect(piecesOf(NEAR).filter((piece) => seen.includes(piece))).toEqual([]);
    // The name of the asset shows that it is an address.
    kadri.send(`NEAR ${NEAR}`);
    await kadri.reads('2 of 5 stars');
  });

  it('who writes something else gets a friendly hint', async () => {
    const kadri = fixture.person();
    kadri.send('hello');
    await kadri.reads('There is no wallet address in this message.');
    kadri.sendSticker();
    await kadri.reads('I read text only.');
    kadri.send('/dance');
    await kadri.reads('I do not know this command.');
    kadri.send('/check');
    await kadri.reads('Send me a wallet address');
  });

  it('reads in Russian where the app is Russian, and in the language they choose from then on', async () => {
    const vera = fixture.person('ru');
    vera.start();
    await vera.reads('У вас есть 3 проверки. Регистрация не нужна.');
    vera.send('/language');
    await vera.reads('На каком языке говорить?');
    vera.press('English');
    await vera.reads('English it is.');
    vera.send('/balance');
    await vera.reads('You have 3 checks.');
    expect(fixture.server.person(vera.id).language).toBe('en');
    await fixture.bot.stop();
    await fixture.start();
    vera.send('/balance');
    await vera.finds('the language after a restart', ({ message }) => message.text === 'You have 3 checks.');
  });

  it('presses a button of long ago, or data nobody made', async () => {
    const kadri = fixture.person();
    kadri.start();
    const { message } = await kadri.reads('Send me a wallet address');
    expect(await kadri.answered(kadri.pressData('pick:no-such-thing', message))).toEqual({
      text: 'This button is too old. Please send the address again.',
      isAlert: false,
    });
  });

  it('who sends a flood is warned once; later messages are read again', async () => {
    const kadri = fixture.person();
    for (let count = 0; count < 40; count += 1) kadri.send('hello');
    await fixture.telegram.settled(30_000);
    const texts = kadri.fromBot().map(({ message }) => message.text);
    expect(texts.filter((text) => text?.startsWith('That is a lot at once.'))).toHaveLength(1);
    expect(texts).toHaveLength(13);
  });

  it('finds the commands in both languages', async () => {
    await fixture.telegram.world.until('the commands', () => fixture.telegram.world.commands.get('ru'), 5_000);
    const names = (language: string) => fixture.telegram.world.commands.get(language)?.map(({ command }) => command);
    expect(names('')).toEqual(['start', 'help', 'check', 'tx', 'history', 'balance', 'link', 'language', 'privacy']);
    expect(names('ru')).toEqual(names(''));
  });
});

describe('Telegram', () => {
  it('says 429: it is waited for, and nothing is lost or out of order', async () => {
    const kadri = fixture.person();
    fixture.telegram.refuse('sendMessage', tooManyRequests(1), 1);
    kadri.send('/help');
    kadri.send('hello');
    await kadri.reads('There is no wallet address in this message.');
    expect(kadri.fromBot().map(({ message }) => message.text?.split('\n')[0])).toEqual([
      'How to check',
      'There is no wallet address in this message.',
    ]);
  });

  it('breaks off: the message is sent again', async () => {
    const kadri = fixture.person();
    fixture.telegram.breakOff('sendMessage', 2);
    kadri.send('/help');
    await kadri.reads('How to check');
  });

  it('says that the person blocked the bot: no check is spent, and others are served', async () => {
    const [kadri, ott] = [fixture.person(), fixture.person()];
    kadri.send('/start');
    await kadri.reads('Send me a wallet address');
    kadri.block();
    kadri.send(BTC);
    ott.send(BTC);
    await ott.reads('2 of 5 stars');
    await fixture.telegram.settled();
    expect(fixture.server.person(kadri.id).own).toBe(3);
    expect(fixture.logged.join('')).not.toContain('"level":50');
  });

  it('says that the person blocked the bot meanwhile: the result is in the history later', async () => {
    const kadri = fixture.person();
    fixture.server.delayMs = 200;
    kadri.send(BTC);
    await kadri.reads('Checking');
    kadri.block();
    await fixture.telegram.settled();
    kadri.unblock();
    kadri.send('/history');
    await kadri.reads('1. ★★☆☆☆ 2 of 5 stars');
  });

  it('lost the message that would become the result: it is sent again', async () => {
    const kadri = fixture.person();
    fixture.telegram.refuse('editMessageText', badRequest('message to edit not found'));
    kadri.send(BTC);
    await kadri.reads('2 of 5 stars');
    expect(kadri.fromBot()).toHaveLength(2);
  });

  it('refuses a message as it is: somebody gets words, and the update does not come back', async () => {
    const kadri = fixture.person();
    fixture.telegram.refuse('sendMessage', badRequest("can't parse entities: Unclosed start tag at byte offset 0"));
    kadri.send('/help');
    await kadri.reads('Something went wrong. Nothing was spent.');
    await fixture.telegram.settled();
    expect(fixture.logged.join('')).toContain('an update could not be answered');
  });
});

describe('in a group', () => {
  it('answers only when it is meant', async () => {
    const kadri = fixture.person();
    const group = fixture.telegram.group('Traders');
    kadri.send(BTC, { in: group });
    kadri.send('/dance', { in: group });
    kadri.send('/help@another_bot', { in: group });
    kadri.send(`/check@${fixture.telegram.username} ${BTC}`, { in: group });
    const answer = await kadri.reads('2 of 5 stars', { in: group });
    expect(kadri.fromBot({ in: group })).toHaveLength(1);
    expect(answer.message.reply_to_message?.message_id).toBe(kadri.sees({ in: group })[3]?.message.message_id);
    expect(answer.message.text).not.toContain('checks left');
  });

  it('overhears nothing: who talks to others is not asked about, and does not flood the bot', async () => {
    const [kadri, ott] = [fixture.person(), fixture.person()];
    const group = fixture.telegram.group('Traders');
    for (let count = 0; count < 40; count += 1) ott.send(`${BTC} ${count}`, { in: group });
    kadri.send(`@${fixture.telegram.username}`, { in: group });
    await kadri.reads('and a wallet address.', { in: group });
    expect(kadri.fromBot({ in: group })).toHaveLength(1);
    expect(fixture.server.requests.filter((request) => request.includes(String(ott.id)))).toEqual([]);
  });

  it('answers to its name and to replies', async () => {
    const kadri = fixture.person();
    const group = fixture.telegram.group('Traders');
    kadri.send(`@${fixture.telegram.username}`, { in: group });
    const answer = await kadri.reads(`Write /check@${fixture.telegram.username} and a wallet address.`, { in: group });
    kadri.send(BTC, { in: group, replyTo: answer.message });
    await kadri.reads('2 of 5 stars', { in: group });
  });

  it('keeps what is private for the private chat', async () => {
    const kadri = fixture.person();
    const group = fixture.telegram.group('Traders');
    kadri.send('/balance', { in: group });
    const { message } = await kadri.reads('Let us do that in private.', { in: group });
    expect(buttonsOf(message)).toEqual([{ text: 'Open our chat', url: `https://t.me/${fixture.telegram.username}` }]);
  });

  it('lets nobody spend the checks of another', async () => {
    const [kadri, ott] = [fixture.person(), fixture.person()];
    const group = fixture.telegram.group('Traders');
    kadri.send(`/check@${fixture.telegram.username} TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G`, { in: group });
    await kadri.reads('Which asset?', { in: group });
    expect((await ott.answered(ott.press('TRX', { in: group }))).text).toBe(
      'These buttons are for the person who asked. Send me an address of your own.',
    );
    expect(fixture.server.spent()).toBe(0);
    kadri.press('TRX', { in: group });
    await kadri.reads('2 of 5 stars', { in: group });
  });

  it('follows a group that became a supergroup', async () => {
    const kadri = fixture.person();
    const group = fixture.telegram.group('Traders', 'group');
    const grown = fixture.telegram.upgrade(group);
    kadri.send(`/check@${fixture.telegram.username} ${BTC}`, { in: group });
    await kadri.reads('2 of 5 stars', { in: grown });
  });
});

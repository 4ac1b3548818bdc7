import { buttonsOf } from '@assay/testkit/telegram';
import { describe, expect, it } from 'vitest';
import { useBot } from '../test/bot-fixture.ts';
import { notRated } from '../test/results.ts';

const TRON = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const EVM = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';

const fixture = useBot();

const labels = (stored: { message: Parameters<typeof buttonsOf>[0] }) =>
  buttonsOf(stored.message).map(({ text }) => text);

describe('an address', () => {
  it('is offered as the assets it can be, each token with its network, in pages', async () => {
    const kadri = fixture.person();
    kadri.send(EVM);
    const first = await kadri.reads('Which asset?');
    expect(labels(first).slice(0, 7)).toEqual([
      'USDT · ETH',
      'USDT · BSC',
      'USDT · POLYGON',
      'USDT · OP',
      'USDT · ARB',
      'USDT · AVAX',
      'ETH',
    ]);
    expect(first.message.text).toContain('1 of 7. One check will be spent.');
    kadri.press('More ›');
    const second = await kadri.reads('2 of 7.');
    expect(labels(second)).toEqual(expect.arrayContaining(['‹ Back', 'More ›', 'USDC · ETH']));
    kadri.press('‹ Back');
    await kadri.reads('1 of 7.');
    expect(fixture.server.spent()).toBe(0);
  });

  it('is checked at once where it can be one asset only', async () => {
    const kadri = fixture.person();
    kadri.send(`is ${BTC} safe?`);
    await kadri.reads('2 of 5 stars');
    expect(fixture.server.checks.map(({ result }) => result.ticker)).toEqual(['BTC']);
  });

  it('shows that it types, and turns the question into the answer', async () => {
    const kadri = fixture.person();
    kadri.send(TRON);
    await kadri.reads('Which asset?');
    kadri.press('TRX');
    const answer = await kadri.reads('stars');
    expect(answer.earlier).toEqual([expect.stringContaining('Which asset?'), 'Checking TRX…']);
    expect(fixture.telegram.world.actions.get(kadri.id)).toContain('typing');
    expect(labels(answer)).toEqual(['Full report', 'PDF', 'Share', 'Check again']);
    expect(kadri.linkOf('Full report')).toMatch(/^https:\/\/assay\.example\.org\/riskcheck\/[0-9a-f]{32}$/);
    const [sent] = fixture.server.requests.filter((request) => request.endsWith('/checks'));
    expect(sent).toBe(`POST /bot/users/${kadri.id}/checks`);
  });

  it('reads payment links and links to explorers', async () => {
    const kadri = fixture.person();
    kadri.send(`bitcoin:${BTC}?amount=0.1&label=rent`);
    await kadri.reads('stars');
    kadri.send(`https://tronscan.org/#/address/${TRON}`);
    await kadri.reads(new RegExp(`${TRON}[\\s\\S]*Which asset`));
  });

  it('is one of several: each has a button', async () => {
    const kadri = fixture.person();
    kadri.send(`${TRON}\n${EVM}, ${TRON}`);
    const question = await kadri.reads('2 addresses. Which one shall I look at?');
    expect(labels(question)).toEqual(['TNXoi…Xc32G', '0x098…e2f96']);
    kadri.press('0x098…e2f96');
    await kadri.reads(new RegExp(`${EVM}[\\s\\S]*Which asset`), { withinMs: 3000 });
    expect(fixture.server.spent()).toBe(0);
  });

  it('is looked at again when its message is corrected', async () => {
    const kadri = fixture.person();
    const message = kadri.send(TRON.replace('c32G', 'c32H'));
    await kadri.reads('Unknown address format.');
    kadri.edit(message, TRON);
    await kadri.reads('Which asset?');
    kadri.edit(message, 'never mind');
    kadri.send('/help');
    await kadri.reads('How to check');
    expect(kadri.fromBot()).toHaveLength(3);
  });
});

describe('a check', () => {
  it('that takes long is followed with its progress, and the chat goes on meanwhile', async () => {
    fixture.server.steps = 25;
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads(/[▰▱]+ \d?0%/);
    kadri.send('/help');
    await kadri.finds('help', ({ message }) => message.text?.includes('How to check') === true);
    await kadri.reads('2 of 5 stars');
    const [progress] = kadri.fromBot();
    expect(progress?.message.text).toBe('Done: the result is below.');
    expect(progress?.earlier.length).toBeGreaterThan(3);
    const said = progress?.earlier.map((text) => JSON.stringify(text)) ?? [];
    expect(said.filter((text) => text.includes('Labels are still being loaded'))).toHaveLength(1);
    expect(said.at(-1)).toContain('Following the money');
    await fixture.telegram.settled();
  });

  it('that ends N/A says why', async () => {
    fixture.server.results.set(BTC, notRated({ ticker: 'BTC', parent: null, address: BTC }));
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('☆☆☆☆☆ N/A');
  });

  it('that fails spends nothing, and can be tried again', async () => {
    fixture.server.failsChecks = true;
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('The check could not be finished. No check was spent.');
    fixture.server.failsChecks = false;
    kadri.press('Try again');
    await kadri.reads('2 of 5 stars');
    expect(fixture.server.spent()).toBe(1);
  });

  it('is spent once, however often its button is pressed', async () => {
    fixture.server.delayMs = 50;
    const kadri = fixture.person();
    kadri.send(TRON);
    const { message } = await kadri.reads('Which asset?');
    const data = buttonsOf(message).flatMap((button) => ('callback_data' in button ? [button.callback_data] : []))[0];
    for (let press = 0; press < 3; press += 1) kadri.pressData(data ?? '', message);
    await fixture.telegram.settled();
    expect(fixture.server.checks).toHaveLength(1);
    expect(fixture.server.person(kadri.id).own).toBe(2);
  });

  it('again is a new message, and free on the same day', async () => {
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('2 checks left.');
    kadri.press('Check again');
    await kadri.reads('This one was free.');
    expect(kadri.fromBot()).toHaveLength(2);
    expect(fixture.server.person(kadri.id).own).toBe(2);
  });

  it('without checks left offers to buy some or to use an account, and keeps the address', async () => {
    const kadri = fixture.person();
    fixture.server.person(kadri.id).own = 0;
    kadri.send(BTC);
    const answer = await kadri.reads('You don’t have enough checks.');
    expect(labels(answer)).toEqual(['Buy checks', 'Use my account', 'Try again']);
    fixture.server.person(kadri.id).own = 1;
    kadri.press('Try again');
    await kadri.reads('2 of 5 stars');
  });

  it('of somebody suspended is refused, with why, and whom to write to', async () => {
    const kadri = fixture.person();
    fixture.server.person(kadri.id).isSuspended = true;
    kadri.send(BTC);
    await kadri.reads('it cannot run checks or buy, and your results stay open to you. Please write to support@');
    kadri.press('My balance');
    const balance = await kadri.reads('Several accounts of one person');
    expect(labels(balance)).toEqual(['Use my account']);
  });
});

describe('when the server', () => {
  it('is away, nothing is lost: the button tries again', async () => {
    const kadri = fixture.person();
    kadri.send(TRON);
    await kadri.reads('Which asset?');
    fixture.server.fail(/^POST .*\/checks$/, 'break off', 4);
    kadri.press('TRX');
    await kadri.reads('The service cannot be reached at the moment. Nothing was spent');
    kadri.press('Try again');
    await kadri.reads('2 of 5 stars');
    expect(fixture.server.spent()).toBe(1);
  });

  it('is away before the address is kept, the button reads the message once more', async () => {
    const kadri = fixture.person();
    fixture.server.fail(/addresses$/, 'break off', 4);
    const sent = kadri.send(TRON);
    const { message } = await kadri.reads('The service cannot be reached');
    expect(message.reply_to_message?.message_id).toBe(sent.message_id);
    kadri.press('Try again');
    await kadri.reads('Which asset?');
    fixture.server.fail(/preview$/, 'break off', 4);
    kadri.start(`j-${fixture.server.joinLink('k…@example.org', 40)}`);
    await kadri.reads('The service cannot be reached');
    kadri.press('Try again');
    await kadri.reads('Connect this chat to the account k…@example.org?');
  });

  it('takes its time, the bot is seen typing; where it answers at once, no call is wasted on that', async () => {
    const [kadri, ott] = [fixture.person(), fixture.person()];
    kadri.send('/balance');
    await kadri.reads('You have 3 checks.');
    expect(fixture.telegram.world.actions.get(kadri.id) ?? []).toEqual([]);
    fixture.server.slowMs = 800;
    ott.send('/balance');
    await ott.reads('You have 3 checks.');
    expect(fixture.telegram.world.actions.get(ott.id)).toContain('typing');
  });

  it('is away for a moment, nobody notices', async () => {
    const kadri = fixture.person();
    fixture.server.fail(/^POST /, 'break off', 1);
    kadri.send(BTC);
    await kadri.reads('2 of 5 stars');
  });

  it('asks for a short wait, the bot waits; for a long one, it says how long', async () => {
    const kadri = fixture.person();
    fixture.server.fail(/^POST .*\/checks$/, 'TooManyRequests', 1, 1);
    kadri.send(BTC);
    await kadri.reads('2 of 5 stars');
    fixture.server.fail(/^POST .*\/checks$/, 'TooManyRequests', 1, 90);
    kadri.send(TRON);
    await kadri.reads('Which asset?');
    kadri.press('TRX');
    await kadri.reads('Too many checks at once. Please try again in 90 seconds. Nothing was spent.');
    kadri.press('Try again');
    await kadri.reads('2 of 5 stars');
  });

  it('has given somebody all answers of a day without a charge, they are asked to come tomorrow or to buy', async () => {
    const kadri = fixture.person();
    fixture.server.fail(/^POST .*\/checks$/, 'UnchargedLimitReached', 1, 7_200);
    kadri.send(BTC);
    await kadri.reads(
      'Today’s answers without a charge are used up. Please try again tomorrow (after 00:00 UTC), or buy checks.',
    );
    expect(fixture.server.spent()).toBe(0);
  });

  it('has too many checks of somebody running, they are asked to wait for one', async () => {
    const kadri = fixture.person();
    fixture.server.fail(/^POST .*\/checks$/, 'TooManyChecks', 1, 15);
    kadri.send(BTC);
    await kadri.reads('Too many of your checks are still running. Nothing was spent.');
    kadri.press('Try again');
    await kadri.reads('2 of 5 stars');
  });

  it('does not know the bot, people read that it is away, and the log has the cause', async () => {
    fixture.server.fail(/^POST /, 'ServiceCredentialRefused', 1);
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('The service cannot be reached');
    expect(fixture.logged.join('')).toContain('ServiceCredentialRefused');
  });

  it('has a fault, somebody gets words and the number of the request', async () => {
    fixture.server.fail(/^POST /, 'InternalError', 1);
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('Something went wrong. Nothing was spent. (req-1)');
  });

  it('forgot an address, it is asked for again', async () => {
    const kadri = fixture.person();
    kadri.send(TRON);
    await kadri.reads('Which asset?');
    fixture.server.fail(/^GET .*\/addresses/, 'NotFound');
    kadri.press('TRX');
    await kadri.reads('I no longer know this address. Please send it again.');
  });
});

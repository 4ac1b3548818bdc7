import { freePort } from '@assay/testkit';
import { tooManyRequests } from '@assay/testkit/telegram';
import { describe, expect, it, vi } from 'vitest';
import { useBot } from '../test/bot-fixture.ts';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

describe('long polling', () => {
  const fixture = useBot({ starts: false });

  it('confirms an update after its work, so that a bot that fell over gets it again and spends once', async () => {
    fixture.server.delayMs = 300;
    const fallen = await fixture.start();
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('Checking BTC');
    const [update] = fixture.telegram.world.queue.waiting;
    expect(update).toBeDefined();
    // The process is gone before the check is answered: nothing confirms the update.
    fixture.telegram.breakOff('getUpdates', 1_000);
    fixture.telegram.breakOff('editMessageText', 1);
    await fallen.stop();
    expect(fixture.telegram.world.queue.waiting).toEqual([update]);
    fixture.telegram.mend();
    await fixture.start();
    await kadri.reads('2 of 5 stars');
    await fixture.telegram.settled();
    expect(fixture.server.checks).toHaveLength(1);
    expect(fixture.server.person(kadri.id).own).toBe(2);
  });

  it('works once on an update that is delivered twice to the same bot', async () => {
    await fixture.start();
    const kadri = fixture.person();
    kadri.send(BTC);
    const [update] = fixture.telegram.world.queue.waiting;
    await kadri.reads('2 of 5 stars');
    await fixture.telegram.settled();
    if (update === undefined) throw new Error('There was no update');
    fixture.telegram.world.queue.deliverAgain(update);
    kadri.send('/help');
    await kadri.reads('How to check');
    await fixture.telegram.settled();
    expect(kadri.fromBot()).toHaveLength(2);
    expect(fixture.server.checks).toHaveLength(1);
  });

  it('serves other chats while one waits, and each chat in its order', async () => {
    fixture.server.delayMs = 400;
    await fixture.start();
    const [kadri, ott] = [fixture.person(), fixture.person()];
    kadri.send(BTC);
    kadri.send('/help');
    await kadri.reads('Checking');
    ott.send('/help');
    await ott.reads('How to check');
    expect(kadri.fromBot()).toHaveLength(1);
    await kadri.reads('How to check');
    const texts = kadri.fromBot().map(({ message }) => message.text?.split('\n')[0]);
    expect(texts).toEqual(['★★☆☆☆ 2 of 5 stars', 'How to check']);
  });

  it('answers sixty chats that write at the same moment, each once and in its order', async () => {
    fixture.server.delayMs = 20;
    await fixture.start({ messagesPerSecond: 1_000 });
    const people = Array.from({ length: 60 }, () => fixture.person());
    for (const text of [BTC, '/help', '/balance']) for (const person of people) person.send(text);
    await Promise.all(people.map((person) => person.reads('You have 2 checks.', { withinMs: 20_000 })));
    await fixture.telegram.settled();
    for (const person of people) {
      const texts = person.fromBot().map(({ message }) => message.text?.split('\n')[0]);
      expect(texts).toEqual(['★★☆☆☆ 2 of 5 stars', 'How to check', 'You have 2 checks.']);
    }
    expect(fixture.server.spent()).toBe(60);
  });

  it('asks for updates at its own pace while work is open, not as fast as answers come', async () => {
    fixture.server.delayMs = 1_000;
    await fixture.start();
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('2 of 5 stars');
    expect(fixture.telegram.callsOf('getUpdates')).toBeLessThan(10);
  });

  it('stops in good order: what is under way is ended and confirmed, nothing new is begun', async () => {
    fixture.server.delayMs = 300;
    const bot = await fixture.start();
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('Checking');
    const stopped = bot.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    kadri.send('/help');
    await stopped;
    await bot.ended;
    expect(kadri.fromBot().map(({ message }) => message.text?.slice(0, 5))).toEqual(['★★☆☆☆']);
    expect(fixture.telegram.world.queue.waiting.map(({ message }) => message?.text)).toEqual(['/help']);
    await fixture.start();
    await kadri.reads('How to check');
  });

  it('leaves a button in place of a check that it follows when it stops', async () => {
    fixture.server.steps = 10_000;
    const bot = await fixture.start();
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('Following the money');
    await bot.stop();
    await kadri.reads('It goes on without us; nothing is lost.');
    expect(fixture.telegram.world.queue.waiting).toEqual([]);
    for (const check of fixture.server.checks) check.stepsLeft = 0;
    await fixture.start();
    kadri.press('Show the result');
    await kadri.reads('2 of 5 stars');
  });

  it('leaves a button in place of a check that takes too long', async () => {
    fixture.server.steps = 10_000;
    await fixture.start({}, { followForMs: 60 });
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('It goes on without us; nothing is lost.');
    kadri.press('Show the result');
    await kadri.reads('Still running.');
  });

  it('goes on polling through conflicts, limits and lost connections', async () => {
    await fixture.start();
    await vi.waitFor(() => expect(fixture.telegram.world.queue.isPolled).toBe(true), { timeout: 20_000 });
    const stranger = await fetch(`${fixture.telegram.url}/bot${fixture.telegram.token}/getUpdates?timeout=0`);
    expect(stranger.status).toBe(200);
    fixture.telegram.breakOff('getUpdates', 1);
    fixture.telegram.refuse('getUpdates', tooManyRequests(1), 1);
    const kadri = fixture.person();
    kadri.send('/help');
    await kadri.reads('How to check');
    await fixture.telegram.settled();
    expect(fixture.logged.join('')).toContain('terminated by other getUpdates request');
  });

  it('ends when Telegram refuses the token', async () => {
    await expect(fixture.start({ token: `1:${'A'.repeat(35)}` })).rejects.toThrow('Unauthorized');
  });

  it('writes neither token, secret nor addresses into its log', async () => {
    await fixture.start();
    fixture.telegram.breakOff('sendMessage', 1);
    fixture.server.fail(/^POST/, 'InternalError');
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('Something went wrong');
    const log = fixture.logged.join('');
    expect(log).not.toBe('');
    for (const secret of [fixture.telegram.token, fixture.server.secret, BTC, String(kadri.id)]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('the webhook', () => {
  const fixture = useBot({ starts: false });
  const SECRET = 'a-secret-of-the-webhook';

  async function startBehindWebhook() {
    const webhook = { url: 'http://127.0.0.1:9', secret: SECRET, host: '127.0.0.1', port: await freePort() };
    return fixture.start({ webhook: { ...webhook, url: `http://127.0.0.1:${webhook.port}/` } });
  }

  it('answers what Telegram delivers', async () => {
    const bot = await startBehindWebhook();
    const kadri = fixture.person();
    kadri.send(BTC);
    await kadri.reads('2 of 5 stars');
    await fixture.telegram.settled();
    expect(fixture.telegram.callsOf('getUpdates')).toBe(0);
    await bot.stop();
    await bot.ended;
  });

  it('refuses a request without the secret', async () => {
    const bot = await startBehindWebhook();
    const post = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${bot.webhookPort}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ update_id: 1 }),
      });
    expect((await post({})).status).toBe(401);
    expect((await post({ 'x-telegram-bot-api-secret-token': 'a-secret-of-the-webhooK' })).status).toBe(401);
    expect((await post({ 'x-telegram-bot-api-secret-token': SECRET })).status).toBe(200);
  });

  it('survives what is no update', async () => {
    const bot = await startBehindWebhook();
    for (const body of ['', '{', 'null', '"text"', '[]', '{"update_id":"x"}', `{"update_id":1,"message":{}}`]) {
      const answer = await fetch(`http://127.0.0.1:${bot.webhookPort}/`, {
        method: 'POST',
        headers: { 'x-telegram-bot-api-secret-token': SECRET },
        body,
      });
      expect(answer.status).toBeLessThan(600);
    }
    const kadri = fixture.person();
    kadri.send('/help');
    await kadri.reads('How to check');
  });

  it('works once on an update that is delivered again while it is worked on', async () => {
    fixture.server.delayMs = 200;
    const bot = await startBehindWebhook();
    const kadri = fixture.person();
    kadri.send(BTC);
    const [update] = fixture.telegram.world.queue.waiting;
    await kadri.reads('Checking');
    const again = await fetch(`http://127.0.0.1:${bot.webhookPort}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': SECRET },
      body: JSON.stringify(update),
    });
    expect(again.status).toBe(200);
    await kadri.reads('2 of 5 stars');
    expect(kadri.fromBot()).toHaveLength(1);
    expect(fixture.server.checks).toHaveLength(1);
  });
});

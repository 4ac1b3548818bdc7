import { startPayloadOf } from '@assay/contracts/client';
import { buttonsOf } from '@assay/testkit/telegram';
import { describe, expect, it } from 'vitest';
import { useBot } from '../test/bot-fixture.ts';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const LONG = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

const fixture = useBot();

async function checked(languageCode?: string) {
  const kadri = fixture.person(languageCode);
  kadri.send(BTC);
  await kadri.reads(/2 (of|из) 5/);
  return kadri;
}

/** A user who sees the amounts of checks on offer. */
async function buying() {
  const kadri = fixture.person();
  kadri.send('/balance');
  await kadri.reads('You have 3 checks.');
  kadri.press('Buy checks');
  await kadri.reads('How many checks?');
  return kadri;
}

/** A user who opened the join link of an account with 40 checks and is asked to confirm. */
async function asked() {
  const kadri = fixture.person();
  const token = fixture.server.joinLink('k…@example.org', 40);
  kadri.start(startPayloadOf({ kind: 'join', token }) ?? '');
  await kadri.reads('Connect this chat to the account k…@example.org?');
  return kadri;
}

describe('a result', () => {
  it('comes as a signed PDF, as a file', async () => {
    const kadri = await checked();
    const press = kadri.press('PDF');
    expect((await kadri.answered(press)).text).toBe('The report is on its way.');
    const { message } = await kadri.finds('the file', ({ message: one }) => one.document !== undefined);
    expect(message.document?.file_name).toMatch(/^assay-report-[0-9a-f]{32}\.pdf$/);
    expect(message.caption).toBe('Signed report, BTC');
    const file = fixture.telegram.world.files.get(message.document?.file_id ?? '');
    expect(Buffer.from(file?.bytes ?? []).toString()).toMatch(/^%PDF/);
    expect(fixture.telegram.world.actions.get(kadri.id)).toContain('upload_document');
  });

  it('has no PDF where it has no certificate', async () => {
    const kadri = await checked();
    fixture.server.fail(/\/pdf$/, 'NoCertificate');
    kadri.press('PDF');
    await kadri.reads('There is no report of this check. Check the address again.');
  });

  it('is shared by its link, and no longer when that is stopped', async () => {
    const kadri = await checked();
    kadri.press('Share');
    const { message } = await kadri.reads('Anyone with this link can open the result:');
    const url = `https://assay.example.org/riskcheck/${fixture.server.checks[0]?.id}`;
    expect(message.text).toContain(url);
    expect(kadri.linkOf('Send it to a chat')).toBe(`https://t.me/share/url?url=${encodeURIComponent(url)}`);
    kadri.press('Stop sharing');
    await kadri.reads('Stopped. The link opens nothing any more, except for you.');
    const ott = fixture.person();
    ott.start(startPayloadOf({ kind: 'result', subId: fixture.server.checks[0]?.id ?? '' }) ?? '');
    await ott.reads('This result cannot be opened');
    kadri.press('Share again');
    await kadri.reads('Anyone with this link');
    ott.start(startPayloadOf({ kind: 'result', subId: fixture.server.checks[0]?.id ?? '' }) ?? '');
    await ott.reads('2 of 5 stars');
  });
});

describe('/history', () => {
  it('is empty at first', async () => {
    const kadri = fixture.person();
    kadri.send('/history');
    await kadri.reads('No checks yet.');
  });

  it('lists checks newest first, in pages, and opens each', async () => {
    const kadri = fixture.person();
    const first = { ticker: 'BTC', parent: null, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
    fixture.server.seed(kadri.id, [first, ...Array.from({ length: 5 }, () => ({ ...first, address: LONG }))]);
    kadri.send('/history');
    const { message } = await kadri.reads('Page 1 of 2');
    expect(message.text).toContain('1. ★★☆☆☆ 2 of 5 stars\nBTC bc1qr…cfmv3');
    expect(buttonsOf(message).map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5', 'Older ›']);
    kadri.press('Older ›');
    await kadri.reads(/6\. [\s\S]*Page 2 of 2/);
    kadri.press('6');
    await kadri.reads(/2 of 5 stars[\s\S]*1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa/);
  });
});

describe('/balance', () => {
  it('leads to the payment pages of the site, and reports the state of a payment', async () => {
    const kadri = await buying();
    kadri.press('50 checks · $49.50');
    await kadri.reads('50 checks for $49.50');
    kadri.press('‹ Another number');
    await kadri.reads('How many checks?');
    kadri.press('50 checks · $49.50');
    await kadri.reads('How would you like to pay?');
    kadri.press('Crypto');
    await kadri.reads(/50 checks for \$49\.50\nThe payment page is the provider’s own\./);
    const [orderId = ''] = fixture.server.orders.keys();
    expect(kadri.linkOf('Pay $49.50')).toBe(`https://pay.example.org/${orderId}`);
    kadri.press('I have paid');
    await kadri.reads('Not paid yet.');
    fixture.server.orders.set(orderId, 'partial');
    kadri.press('I have paid');
    await kadri.reads('A part has arrived.');
    fixture.server.orders.set(orderId, 'paid');
    kadri.press('I have paid');
    await kadri.reads('Paid. 50 checks were added.');
    fixture.server.orders.set(orderId, 'expired');
    kadri.press('I have paid');
    await kadri.reads('This order is closed. Nothing was taken.');
  });

  it('says where nothing can be bought, or the provider fails', async () => {
    const kadri = await buying();
    kadri.press('10 checks · $9.90');
    await kadri.reads('10 checks for');
    fixture.server.fail(/payments$/, 'PaymentProviderFailed');
    kadri.press('Card');
    await kadri.reads('The payment provider did not answer as it should. Nothing was paid.');
    fixture.server.fail(/payments$/, 'PaymentsNotOffered');
    kadri.press('Try again');
    await kadri.reads('Nothing can be bought here at the moment.');
  });
});

describe('/link', () => {
  it('explains how', async () => {
    const kadri = fixture.person();
    kadri.send('/link');
    await kadri.reads('Sign in on the site');
    expect(kadri.linkOf('Open the account page')).toBe('https://assay.example.org/account?tab=telegram');
  });

  it('joins after a question, and parts after a question', async () => {
    const kadri = await asked();
    expect(fixture.server.person(kadri.id).email).toBeNull();
    kadri.press('Connect');
    await kadri.reads('Connected to k…@example.org. You have 43 checks.');
    kadri.send('/balance');
    await kadri.reads('Connected to k…@example.org: its balance is used first.');
    kadri.press('Disconnect');
    await kadri.reads('Disconnect this chat from k…@example.org?');
    kadri.press('Disconnect');
    await kadri.reads('Disconnected. This chat has an account of its own again.');
    expect(fixture.server.person(kadri.id).email).toBeNull();
  });

  it('joins nobody who says no', async () => {
    const kadri = await asked();
    kadri.press('Not now');
    await kadri.reads('Nothing was changed.');
    expect(fixture.server.person(kadri.id).email).toBeNull();
  });

  it.each([
    ['JoinLinkNotValid', 'This link was used already, or is not one of ours.'],
    ['JoinLinkExpired', 'This link has expired.'],
    ['AccountAlreadyJoined', 'This account is connected to another Telegram account.'],
    ['ChatAlreadyJoined', 'This chat is connected to another account.'],
  ] as const)('says what %s means', async (errorName, text) => {
    const kadri = fixture.person();
    fixture.server.fail(/preview$/, errorName);
    kadri.start(`j-${'x'.repeat(43)}`);
    await kadri.reads(text);
  });
});

describe('/privacy', () => {
  it('says what is kept, and forgets it after a question', async () => {
    const kadri = await checked();
    kadri.send('/privacy');
    await kadri.reads('What is kept');
    expect(kadri.linkOf('Privacy policy')).toBe('https://assay.example.org/privacy-policy');
    kadri.press('Delete my data');
    await kadri.reads('Delete what is kept of this Telegram account?');
    kadri.press('Delete');
    await kadri.reads('Deleted.');
    expect(fixture.server.requests).toContain(`DELETE /bot/users/${kadri.id}`);
  });
});

describe('a deep link', () => {
  it('with an address asks before anything is spent', async () => {
    const kadri = fixture.person();
    kadri.start(startPayloadOf({ kind: 'address', address: BTC }) ?? '');
    await kadri.reads(/bc1qar0[\s\S]*One check will be spent/);
    expect(fixture.server.spent()).toBe(0);
    kadri.press('BTC');
    await kadri.reads('2 of 5');
  });

  it('with the id of a kept address does the same, and a wrong one is reported', async () => {
    const kadri = fixture.person();
    expect(startPayloadOf({ kind: 'address', address: LONG })).not.toBeNull();
    expect(startPayloadOf({ kind: 'address', address: 'x'.repeat(63) })).toBeNull();
    const offered = await kadri.inline(
      'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    );
    const payload = offered.button?.startParameter ?? '';
    expect(payload).toMatch(/^k-[\w-]{22}$/);
    kadri.start(payload);
    await kadri.reads('addr1qx2fx');
    kadri.start(`k-${'0'.repeat(22)}`);
    await kadri.reads('I no longer know this address. Please send it again.');
    kadri.start('nonsense');
    await kadri.reads('This link is not one of ours.');
  });
});

describe('inline mode', () => {
  it('offers results that are there, to their owner, and never checks', async () => {
    const kadri = await checked();
    const before = fixture.server.checks.length;
    const offered = await kadri.inline(BTC);
    expect(offered).toMatchObject({ isPersonal: true, cacheSeconds: 10 });
    expect(offered.results).toMatchObject([{ type: 'article', title: '★★☆☆☆ BTC' }]);
    expect((await kadri.inline('')).results).toHaveLength(1);
    const ott = fixture.person();
    const nothing = await ott.inline(BTC);
    expect(nothing.results).toEqual([]);
    expect(nothing.button).toEqual({ text: 'Check it in the chat', startParameter: `a-${BTC}` });
    expect((await ott.inline('hello')).button).toEqual({ text: 'Send me an address', startParameter: 'start' });
    expect(fixture.server.checks).toHaveLength(before);
    expect(fixture.server.requests.filter((request) => request.startsWith(`PUT /bot/users/${ott.id}`))).toEqual([]);
  });

  it('offers nothing where the server is away, and asks for no secret', async () => {
    const kadri = await checked();
    fixture.server.fail(/results/, 'break off');
    expect((await kadri.inline(BTC)).results).toEqual([]);
    const before = fixture.server.requests.length;
    expect((await kadri.inline('ab'.repeat(32))).results).toEqual([]);
    expect(fixture.server.requests).toHaveLength(before);
  });
});

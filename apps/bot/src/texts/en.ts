import type { SecretKind } from '@assay/address/secrets';
import { CATEGORIES, type NotAddressKind, RESIDUALS } from '@assay/domain';
import {
  adviceLine,
  CONFIDENCE_WORDS,
  countStars,
  describeCalls,
  headlineOf,
  NOT_ADDRESS_WORDS,
  RISK_WORDS,
  remarkOnContract,
  remarkOnTag,
} from '@assay/wording';
import { categoryTitles } from './category-titles.ts';
import { html } from './html.ts';
import { plural } from './plural.ts';
import type { Facts, Freeze, FreezeWords, OtherNetwork } from './result-facts.ts';
import { TRANSACTION_TEXTS } from './transaction-texts.ts';

const checks = (count: number) => `${count} ${plural('en', count, { one: 'check', other: 'checks' })}`;
const left = (count: number) =>
  count === 0 ? 'No checks left: /balance shows how to get more.' : `${checks(count)} left.`;

/** Everything the bot says, in English. Other languages have the same keys with the same arguments, or do not compile. */
export const en = {
  code: 'en' as string,
  name: 'English',
  commands: {
    start: 'What this bot does',
    help: 'How to check an address',
    check: 'Check an address',
    tx: 'Check a payment of a transaction',
    history: 'Your checks so far',
    balance: 'How many checks you have',
    link: 'Use your account on the site',
    language: 'Choose a language',
    privacy: 'What is kept, and how to have it deleted',
  },
  start: {
    hello: (product: string) =>
      html`<b>${product}</b> tells you where the money of a crypto wallet came from: one to five stars, and why.`,
    how: 'Send me a wallet address, pick the asset, and the stars come back here.',
    free: (count: number) => `You have ${checks(count)} to spend. No registration.`,
    none: 'You have no checks left. /balance shows how to get more.',
  },
  never: html`<b>I never ask for private keys or seed phrases, and never ask you to connect a wallet.</b> An address is all I need. Anyone who asks for more is not me.`,
  help: {
    title: html`<b>How to check</b>`,
    steps: [
      '1. Send a wallet address. A payment link or a link to a block explorer will do too.',
      '2. Pick the asset. One address can hold many.',
      '3. Read the stars. Five is safe, one is very risky, N/A means that too little is known to say.',
      'A payment that was made: send a link to its transaction, or /tx and its id, and pick the payment. One that is only planned is rated on the site.',
    ],
    spend:
      'A check uses up one check of your balance. One that fails or ends N/A is given back, and the same address and asset, or the same payment, is free again for 24 hours.',
    groups: (bot: string) => `In a group, write /check@${bot} and the address, or reply to one of my messages.`,
    inline: (bot: string) => `In any chat, type @${bot} to show a result you have. That never spends a check.`,
    disclaimer: 'A check is information, as is. It is no investment advice.',
    support: (email: string) => `Questions: ${email}`,
  },
  asset: {
    which: (address: string) => html`<code>${address}</code>\nWhich asset?`,
    page: (page: number, pages: number) => `${page} of ${pages}`,
    previous: '‹ Back',
    next: 'More ›',
    one: 'One check will be spent.',
    gone: 'I no longer know this address. Please send it again.',
    notYours: 'These buttons are for the person who asked. Send me an address of your own.',
  },
  several: {
    found: (count: number) => `${count} addresses. Which one shall I look at?`,
    rest: (count: number) => `${count} more are left out here: for long lists the site is the better place.`,
  },
  check: {
    running: (asset: string) => html`Checking ${asset}…`,
    following: 'Following the money. This can take a minute.',
    loading: 'Labels are still being loaded. The check begins as soon as they are there.',
    tookLong: html`This one takes longer than usual. It goes on without us; nothing is lost.`,
    show: 'Show the result',
    ready: 'Done: the result is below.',
    stillRunning: 'Still running. Please ask again in a moment.',
    failed: 'The check could not be finished. No check was spent.',
    tooManyRunning:
      'Too many of your checks are still running. Nothing was spent. Please wait until one is finished, then try again.',
    noneWithoutCharge:
      'Today’s answers without a charge are used up. Please try again tomorrow (after 00:00 UTC), or buy checks.',
    notLoaded: 'The labels of this service are not loaded yet. No check was spent. Please try again in a few minutes.',
    again: 'Try again',
    spent: left,
    free: (count: number) => `This one was free. ${left(count)}`,
  },
  figures: {
    under: (least: string) => `under ${least}`,
    over: (most: string) => `over ${most}`,
  },
  result: {
    stars: countStars,
    headline: ({ result }: Facts) => headlineOf(result),
    advice: ({ result }: Facts) => adviceLine(result),
    why: ({ result }: Facts): string | null => result.texts.why,
    incoming: 'Where it came from',
    outgoing: 'Where it went',
    noTransfers: 'No transfers known',
    more: (count: number) => `and ${count} more in the full report`,
    groups: RISK_WORDS,
    labelled: (names: string) => `The address itself: ${names}`,
    /** The server's own sentence, as the site shows it. */
    freeze: ({ text }: Freeze, _words: FreezeWords) => text,
    otherNetwork: ({ text }: OtherNetwork) => text,
    coverage: (percent: string) => `${percent} of the money could be attributed.`,
    confidence: (level: keyof typeof CONFIDENCE_WORDS) => `Confidence: ${CONFIDENCE_WORDS[level].toLowerCase()}.`,
    readLive: (made: number, budget: number, providers: readonly string[]) =>
      `Read live: ${describeCalls({ made, budget }, providers)}.`,
    knownFrom: (when: string) => `The history is known from ${when}.`,
    /** @param more gaps beside the first, which are named in the report */
    gaps: (first: string, more: number) =>
      `The history has gaps: ${first}${more === 0 ? '' : ` ${more} more ${more === 1 ? 'is' : 'are'} named in the report.`}`,
    payment: {
      deposit: 'Only this deposit is rated, by transaction',
      withdrawal: 'Only this withdrawal is rated, by transaction',
      pending: 'Not confirmed yet: it can still be replaced. Check it again once it is confirmed.',
    },
    incomplete: 'Not everything could be read, so more may be there than is shown.',
    checked: (when: string) => `Checked ${when}`,
    report: 'Full report',
    pdf: 'PDF',
    again: 'Check again',
    share: 'Share',
    revoked: 'Sharing is stopped: only you can open this result.',
  },
  categories: categoryTitles(
    (category) => CATEGORIES[category].title,
    (residual) => RESIDUALS[residual].title,
  ),
  pdf: {
    caption: (asset: string) => `Signed report, ${asset}`,
    coming: 'The report is on its way.',
    notReady: 'The check is still running. Please try again in a moment.',
    none: 'There is no report of this check. Check the address again.',
  },
  share: {
    ready: html`Anyone with this link can open the result:`,
    send: 'Send it to a chat',
    stop: 'Stop sharing',
    start: 'Share again',
    stopped: 'Stopped. The link opens nothing any more, except for you.',
    notOwner: 'This result is not yours, so its sharing cannot be changed here.',
  },
  history: {
    title: html`<b>Your checks</b>`,
    empty: 'No checks yet. Send me an address and the result will appear here.',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    newer: '‹ Newer',
    older: 'Older ›',
    deposit: '(one deposit)',
    withdrawal: '(one withdrawal)',
    pending: 'not confirmed yet',
  },
  balance: {
    have: (count: number) => html`You have <b>${checks(count)}</b>.`,
    joined: (email: string) => `Connected to ${email}: its balance is used first.`,
    own: (count: number) => `Of these, this chat’s own: ${checks(count)}.`,
    notEnough: html`You don’t have enough checks.`,
    kept: 'What you asked for is not lost: press the button below once you have some.',
    show: 'My balance',
    buy: 'Buy checks',
    connect: 'Use my account',
    part: 'Disconnect',
    suspended: (email: string) =>
      `This account is suspended: it cannot run checks or buy, and your results stay open to you. Please write to ${email}.`,
    notFromChat:
      'Your company workspace limits sessions, so chats cannot check or buy in it. Choose another workspace for this chat on your account page.',
  },
  buy: {
    howMany: html`<b>How many checks?</b>\nThey never lapse. From 200 on each one costs less.`,
    amount: (count: number, price: string) => `${checks(count)} · ${price}`,
    order: (count: number, price: string) => html`<b>${checks(count)} for ${price}</b>`,
    how: 'How would you like to pay?',
    other: '‹ Another number',
    card: 'Card',
    crypto: 'Crypto',
    open: (price: string) => `Pay ${price}`,
    ready: html`The payment page is the provider’s own. I never see your card or wallet.`,
    paid: 'I have paid',
    status: {
      waiting: 'Not paid yet. A payment can take some minutes to arrive.',
      partial: 'A part has arrived. The rest is still missing.',
      paid: (count: number) => `Paid. ${checks(count)} were added.`,
      closed: 'This order is closed. Nothing was taken.',
    },
    failed: 'The payment provider did not answer as it should. Nothing was paid. Please try again.',
    notOffered:
      'Nothing can be bought here at the moment. If you have an account on the site, its checks work here too: /link.',
  },
  link: {
    title: html`<b>Use your account on the site</b>`,
    steps:
      'Sign in on the site, open your account page and choose Telegram. The button there brings you back here, once, and your balance and history are used in this chat.',
    open: 'Open the account page',
    joined: (email: string) => html`This chat uses the account <b>${email}</b>: its balance and its history.`,
    ask: (email: string) =>
      html`Connect this chat to the account <b>${email}</b>?\nIts balance is used here, and checks from this chat appear in its history. Do this only if the account is yours.`,
    yes: 'Connect',
    no: 'Not now',
    done: (email: string, count: number) => html`Connected to <b>${email}</b>. You have ${checks(count)}.`,
    partAsk: (email: string) =>
      html`Disconnect this chat from <b>${email}</b>? The account keeps its balance and history.`,
    partYes: 'Disconnect',
    parted: 'Disconnected. This chat has an account of its own again.',
    notValid: 'This link was used already, or is not one of ours. /link leads to the page that makes a new one.',
    expired: 'This link has expired. /link leads to the page that makes a new one.',
    accountTaken:
      'This account is connected to another Telegram account. Disconnect that one first: there with /balance, or on the account page.',
    chatTaken: 'This chat is connected to another account. Disconnect it first.',
    dismissed: 'Nothing was changed.',
  },
  language: { choose: 'Which language shall I speak?', chosen: 'English it is.' },
  privacy: {
    title: html`<b>What is kept</b>`,
    lines: [
      'Your Telegram id, your language, and the checks you make: address or payment, asset, result, time. Nothing else you write is kept.',
      'An address or transaction you send is remembered without you for 90 days, so that its buttons work.',
      'Addresses are checked on our own server, which may ask providers of blockchain data about them: those do not learn who asked. Your Telegram account is never part of a result or a report.',
    ],
    policy: 'Privacy policy',
    forget: 'Delete my data',
    forgetAsk: html`<b>Delete what is kept of this Telegram account?</b>\nIts id, language and history go, and what is left of its own checks. A connected account on the site stays as it is. This cannot be undone.`,
    forgetYes: 'Delete',
    forgotten: 'Deleted. Write to me again whenever you like.',
    held: 'Your data is under a legal hold and must be kept. Nothing was deleted.',
  },
  inline: {
    open: 'Check it in the chat',
    start: 'Send me an address',
    title: (stars: string, asset: string) => `${stars} ${asset}`,
  },
  secret: {
    found: (what: string) =>
      html`<b>This looks like ${what}.</b>\nI did not keep it, look it up or send it anywhere. Delete your message now and move the money to a new wallet: anyone who has read it can take the money.\nI only ever need an address.`,
    kinds: {
      'private key': 'a private key',
      'extended private key': 'an extended private key',
      'seed phrase': 'a seed phrase',
      'wallet file': 'a wallet or key file',
      'encrypted key': 'an encrypted private key',
    } satisfies Record<SecretKind, string>,
    ask: html`<b>Is this a private key or a transaction id?</b>\nHexadecimal digits of this length can be either. I did not keep them or look them up. If they are a wallet address of NEAR, send them together with the word NEAR.`,
    isKey: 'A private key',
    isTransaction: 'A transaction id',
    refused: html`<b>This can be a private key or a seed phrase.</b>\nIt was not stored. If it is one, delete your message now and move the money to a new wallet.`,
  },
  transaction: TRANSACTION_TEXTS,
  group: {
    privately: 'Let us do that in private.',
    open: 'Open our chat',
    how: (bot: string) => `Write /check@${bot} and a wallet address.`,
  },
  fallback: {
    notAnAddress: html`<b>Unknown address format.</b>\nA character is wrong or missing, or its network is not known here. Copy the address again, and send it as it is.`,
    noAddress: html`<b>There is no wallet address in this message.</b>\nSend the address alone, as you copied it. /help shows how.`,
    instead: (kind: NotAddressKind) => html`<b>${NOT_ADDRESS_WORDS[kind].title}</b>\n${NOT_ADDRESS_WORDS[kind].text}`,
    tag: remarkOnTag,
    contract: remarkOnContract,
    noText: 'I read text only. Please paste the wallet address as text.',
    unknownCommand: 'I do not know this command. /help lists what I can do.',
    oldButton: 'This button is too old. Please send the address again.',
    badLink: 'This link is not one of ours. Please send me the address itself.',
    noResult: 'This result cannot be opened: it is gone, or its owner stopped sharing it.',
    flood: 'That is a lot at once. I read on in a minute; what you send until then I leave out. Nothing was spent.',
    tooMany: (seconds: number) =>
      `Too many checks at once. Please try again in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}. Nothing was spent.`,
    unreachable:
      'The service cannot be reached at the moment. Nothing was spent and nothing is lost. Please try again in a minute.',
    wrong: (requestId: string | null) =>
      requestId === null
        ? 'Something went wrong. Nothing was spent.'
        : `Something went wrong. Nothing was spent. (${requestId})`,
  },
};

/** Every text, as English has them: a language that lacks one does not compile. */
export type Texts = typeof en;

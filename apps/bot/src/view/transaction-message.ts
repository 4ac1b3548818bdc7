import type { BotTransaction } from '@assay/contracts';
import { NETWORKS } from '@assay/domain';
import { formatAmount } from '@assay/wording';
import { html, paragraphs } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { assetName } from './asset-name.ts';
import { dateText } from './figures.ts';
import { type BotMessage, button } from './message.ts';

type Moved = Extract<BotTransaction, { readonly is: 'moved' }>;

/** What a transaction moved, with a button for each payment of it; or which network is meant; or why none is rated. */
export function transactionMessage(t: Texts, found: BotTransaction): BotMessage {
  switch (found.is) {
    case 'moved':
      return movedMessage(t, found);
    case 'several networks':
      return {
        text: html`${t.transaction.network}`,
        buttons: found.networks.map(({ network, kept }) => [button(NETWORKS[network].name, { do: 'moves', kept })]),
      };
    case 'refused':
      return { text: html`${t.transaction.refused(found)}` };
  }
}

/** Addresses are written out: those that only look alike are shortened alike. */
function movedMessage(t: Texts, moved: Moved): BotMessage {
  const { asset, sides_in_all: all, other_assets: others } = moved;
  const sides = moved.sides.filter(({ deposit, withdrawal }) => deposit !== null || withdrawal !== null);
  const amountOf = (units: string) => `${formatAmount(units, asset.decimals)} ${asset.ticker}`;
  const payments = sides.map(({ address, deposit, withdrawal, received, paid }, index) => ({
    address,
    number: index + 1,
    choices: [
      { payment: deposit, text: t.transaction.received(amountOf(received)) },
      { payment: withdrawal, text: t.transaction.paid(amountOf(paid)) },
    ].flatMap(({ payment, text }) => (payment === null ? [] : [{ text, kept: payment.kept }])),
  }));
  return {
    text: paragraphs(
      html`<b>${t.transaction.of(assetName(asset))}</b> · ${dateText(t, moved.time)}`,
      html`<code>${moved.transaction_id}</code>`,
      moved.is_pending === true ? html`<b>${t.transaction.pending}</b>` : null,
      '',
      sides.length === 0 ? t.transaction.nobody : t.transaction.which,
      ...payments.flatMap(({ number, address, choices }) => [
        html`${number}. <code>${address}</code>`,
        ...choices.map(({ text }) => html`    ${text}`),
      ]),
      all > moved.sides.length ? t.transaction.more(all - moved.sides.length) : null,
      '',
      sides.length === 0 ? null : html`<i>${t.transaction.spends}</i>`,
    ),
    buttons: [
      ...payments.flatMap(({ number, choices }) =>
        choices.map(({ text, kept }) => [button(`${number} · ${text}`, { do: 'payment', kept })]),
      ),
      ...others.map((other) => [button(t.transaction.other(assetName(other)), { do: 'moves', kept: other.kept })]),
    ],
  };
}

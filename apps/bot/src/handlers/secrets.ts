import type { TextFinding } from '@assay/address/secrets';
import { Composer } from 'grammy';
import { html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { type BotMessage, button } from '../view/message.ts';
import type { BotContext, HandlerDeps } from './context.ts';
import { onPress, sentMessageOf, toast } from './presses.ts';

type NotClear = Exclude<TextFinding, { readonly is: 'clear' }>;

/** Says what kind of secret a message was, and what to do now. Never a reply, which would show it once more. */
export function secretMessage({ secret }: Texts, finding: NotClear): BotMessage {
  switch (finding.is) {
    case 'secret':
      return { text: secret.found(secret.kinds[finding.kind]) };
    case 'key or transaction':
      return {
        text: secret.ask,
        buttons: [[button(secret.isKey, { do: 'was-key' }), button(secret.isTransaction, { do: 'was-transaction' })]],
      };
    case 'transaction':
      return { text: html`${secret.noTransactions}` };
  }
}

/** The buttons under the question whether digits are a key or a transaction id. They carry none of the digits. */
export function secretPresses(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const answers = {
    'was-key': { is: 'secret', kind: 'private key' },
    'was-transaction': { is: 'transaction' },
  } as const satisfies Record<string, NotClear>;

  for (const name of ['was-key', 'was-transaction'] as const) {
    onPress(composer, name, async (ctx) => {
      await toast(ctx);
      const sentMessage = sentMessageOf(ctx);
      if (sentMessage !== null) await deps.messaging.change(sentMessage, secretMessage(ctx.sender.t, answers[name]));
    });
  }
  return composer;
}

import type { TextFinding } from '@assay/address/secrets';
import { Composer } from 'grammy';
import { html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { type BotMessage, button } from '../view/message.ts';
import type { BotContext, HandlerDeps } from './context.ts';
import { onPress, sentMessageOf, toast } from './presses.ts';

type Suspect = Exclude<TextFinding, { readonly is: 'clear' | 'transaction' }>;

/** Says what kind of secret a message was, and what to do now. Never a reply, which would show it once more. */
export function secretMessage({ secret }: Texts, finding: Suspect): BotMessage {
  switch (finding.is) {
    case 'secret':
      return { text: secret.found(secret.kinds[finding.kind]) };
    case 'key or transaction':
      return {
        text: secret.ask,
        buttons: [[button(secret.isKey, { do: 'was-key' }), button(secret.isTransaction, { do: 'was-transaction' })]],
      };
  }
}

/** The buttons under the question whether digits are a key or a transaction id. They carry none of the digits. */
export function secretPresses(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const answers: Record<'was-key' | 'was-transaction', (t: Texts) => BotMessage> = {
    'was-key': (t) => secretMessage(t, { is: 'secret', kind: 'private key' }),
    'was-transaction': (t) => ({ text: html`${t.transaction.sendAgain}` }),
  };

  for (const name of ['was-key', 'was-transaction'] as const) {
    onPress(composer, name, async (ctx) => {
      await toast(ctx);
      const sentMessage = sentMessageOf(ctx);
      if (sentMessage !== null) await deps.messaging.change(sentMessage, answers[name](ctx.sender.t));
    });
  }
  return composer;
}

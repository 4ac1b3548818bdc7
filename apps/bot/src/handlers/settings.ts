import { Composer } from 'grammy';
import { html, lines } from '../texts/html.ts';
import { isLanguage, LANGUAGES, TEXTS, type Texts } from '../texts/texts.ts';
import { type BotMessage, button, linkRow } from '../view/message.ts';
import type { BotContext, HandlerDeps } from './context.ts';
import { changeOrExplain } from './link.ts';
import { onPress, toast } from './presses.ts';
import { orExplain } from './trouble.ts';

/** /language and /privacy. */
export function settings(deps: HandlerDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  const askLanguage = ({ sender }: BotContext) => deps.messaging.say(sender.chatId, languagesMessage(sender.t), sender);
  composer.command('language', askLanguage);
  onPress(composer, 'choose-language', async (ctx) => {
    await toast(ctx);
    await askLanguage(ctx);
  });
  onPress(composer, 'language', async (ctx, { language }) => {
    if (!isLanguage(language)) return toast(ctx, ctx.sender.t.fallback.oldButton);
    await changeOrExplain(deps, ctx, async () => {
      await ctx.sender.ask(() => ctx.sender.server.call('PUT /bot/users/:user_id', { body: { language } }));
      deps.people.remember(ctx.sender.userId, language);
      return { text: html`${TEXTS[language].language.chosen}` };
    });
  });

  composer.command('privacy', async ({ sender }) => {
    await orExplain(deps, sender, async () => {
      const { join_url: url } = await sender.ask(() => sender.account());
      await deps.messaging.say(sender.chatId, privacyMessage(sender.t, url), sender);
    });
  });
  onPress(composer, 'forget', async (ctx) => {
    const { t } = ctx.sender;
    await changeOrExplain(deps, ctx, async () => ({
      text: t.privacy.forgetAsk,
      buttons: [[button(t.privacy.forgetYes, { do: 'forgotten' }), button(t.link.no, { do: 'dismiss' })]],
    }));
  });
  onPress(composer, 'forgotten', async (ctx) => {
    const { t, server, userId, ask } = ctx.sender;
    await changeOrExplain(deps, ctx, async () => {
      await ask(() => server.call('DELETE /bot/users/:user_id'));
      deps.people.forget(userId);
      return { text: html`${t.privacy.forgotten}` };
    });
  });

  return composer;
}

/** In every language at once, so that everyone can find their own. */
function languagesMessage(t: Texts): BotMessage {
  return {
    text: html`${t.language.choose}`,
    buttons: [LANGUAGES.map((language) => button(TEXTS[language].name, { do: 'language', language }))],
  };
}

function privacyMessage(t: Texts, siteUrl: string): BotMessage {
  const policy = new URL('/privacy-policy', siteUrl).href;
  const row = linkRow(t.privacy.policy, policy);
  return {
    text: lines(
      t.privacy.title,
      ...t.privacy.lines.flatMap((line) => ['', line]),
      ...(row.length === 0 ? ['', policy] : []),
    ),
    buttons: [row, [button(t.privacy.forget, { do: 'forget' })]],
  };
}
